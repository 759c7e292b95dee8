'use client'
import { type FormEvent, useId, useState } from 'react'
import { paidOperations } from '#lib/schemas/operator-payment'
import { SelectFilter } from '../select-filter.tsx'
import { useOperator } from '../use-operator.ts'
import { operationText, stateNames } from './payment-words.ts'
import type { PaymentFilters as Filters } from './use-payments.ts'

type Props = { filters: Filters; change: (changes: Filters) => void }

const wallet = /^0x[0-9a-f]{40}$/i
const hash = /^0x[0-9a-f]{64}$/i

/** What of the journal is shown. Each choice begins at the first page again. */
export function PaymentFilters({ filters, change }: Props) {
  const { networks } = useOperator()
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
      <SelectFilter
        label="Network"
        value={filters.network}
        any="Any network"
        options={networks.map(({ network, name }) => [network, name] as const)}
        onChange={(network) => show({ network })}
      />
      <FindPayment key={`${filters.payer} ${filters.reference}`} filters={filters} show={show} />
    </div>
  )
}

/** One field for a wallet, a nonce or a transaction: their lengths tell which. */
function FindPayment({ filters, show }: { filters: Filters; show: (changes: Filters) => void }) {
  const [text, setText] = useState(filters.payer ?? filters.reference ?? '')
  const [problem, setProblem] = useState('')
  const id = useId()
  const find = (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.trim()
    if (wanted === '') show({ payer: '', reference: '' })
    else if (wallet.test(wanted)) show({ payer: wanted.toLowerCase(), reference: '' })
    else if (hash.test(wanted)) show({ payer: '', reference: wanted.toLowerCase() })
    else setProblem('A wallet has 40 digits after 0x, a nonce or a transaction 64.')
  }
  return (
    <form onSubmit={find} className="grid w-full gap-1 sm:w-auto sm:grow">
      <label htmlFor={id} className="caption">
        Payer, nonce or transaction
      </label>
      <span className="flex gap-2">
        <input
          id={id}
          className="field w-full"
          placeholder="0x…"
          autoComplete="off"
          spellCheck={false}
          value={text}
          aria-describedby={`${id}-problem`}
          onChange={({ target }) => {
            setText(target.value)
            setProblem('')
          }}
        />
        <button type="submit" className="button">
          Show
        </button>
      </span>
      <span id={`${id}-problem`} role="alert" className="text-sm text-bad empty:hidden">
        {problem}
      </span>
    </form>
  )
}
