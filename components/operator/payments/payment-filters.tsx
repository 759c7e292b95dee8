'use client'
import { paidOperations } from '#lib/schemas/operator-payment'
import { FindField } from '../find-field.tsx'
import { NetworkFilter, SelectFilter } from '../select-filter.tsx'
import { operationText, stateNames } from './payment-words.ts'
import type { PaymentFilters as Filters } from './use-payments.ts'

type Props = { filters: Filters; change: (changes: Filters) => void }

const wallet = /^0x[0-9a-f]{40}$/i
const hash = /^0x[0-9a-f]{64}$/i

/** What of the journal is shown. Each choice begins at the first page again. */
export function PaymentFilters({ filters, change }: Props) {
  const show = (changes: Filters) => change({ ...changes, cursor: '' })
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <SelectFilter
        label="State"
        value={filters.state}
        any="Any state"
        options={stateNames}
        onChange={(state) => show({ state })}
      />
      <SelectFilter
        label="For"
        value={filters.operation}
        any="Anything"
        options={paidOperations.map((name) => [name, operationText(name)] as const)}
        onChange={(operation) => show({ operation })}
      />
      <NetworkFilter value={filters.network} onChange={(network) => show({ network })} />
      <FindField
        label="Payer, nonce or transaction"
        placeholder="0x…"
        value={filters.payer ?? filters.reference}
        problemOf={problemOf}
        onFind={(text) => show(narrowingBy(text.toLowerCase()))}
      />
    </div>
  )
}

/** One field for a wallet, a nonce or a transaction: their lengths tell which. */
function narrowingBy(text: string): Filters {
  return wallet.test(text) ? { payer: text, reference: '' } : { payer: '', reference: text }
}

function problemOf(text: string): string {
  const isFit = text === '' || wallet.test(text) || hash.test(text)
  return isFit ? '' : 'A wallet has 40 digits after 0x, a nonce or a transaction 64.'
}
