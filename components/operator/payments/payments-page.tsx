'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { foundAnythingSchema } from '#lib/schemas/operator-find'
import { operatorPaymentPageSchema } from '#lib/schemas/operator-payment'
import { ActionButton } from '../action-button.tsx'
import { Asked } from '../asked.tsx'
import { DataTable } from '../data-table.tsx'
import { ChoiceFilter, FilterBar, NetworkFilter, TextFilter, ToggleFilter } from '../filters.tsx'
import { List } from '../list.tsx'
import { operatorQuery, useAsked } from '../operator-query.ts'
import { PageHead, Part } from '../part.tsx'
import { Age } from '../time-format.tsx'
import { useFilters } from '../use-filters.ts'
import { useOperator } from '../use-operator.ts'
import { paymentColumns } from './payment-columns.tsx'
import { stateNames } from './payment-words.ts'
import { readCompleted, readWho } from './read-who.ts'
import { UnmatchedMoney } from './unmatched-money.tsx'

const [followMs, restMs] = [3_000, 15_000]
const names = ['state', 'refunded', 'operation', 'network', 'within', 'payer', 'reference', 'cursor'] as const
const spans = [
  ['3600', 'in the last hour'],
  ['86400', 'in the last 24 hours'],
  ['604800', 'in the last 7 days'],
] as const
const rows = { idOf: ({ id }: { id: number }) => String(id) }

/** The journal of payments, with what needs an operator before it. */
export function PaymentsPage() {
  return (
    <div className="grid grid-cols-1 gap-12">
      <PageHead title="Payments">Every payment that was accepted, and what became of its money.</PageHead>
      <Unresolved />
      <UnmatchedMoney />
      <Journal />
    </div>
  )
}

/** Payments with an unknown outcome, the oldest first. */
function Unresolved() {
  const asked = { unresolved: 'true', limit: '50' }
  const query = useAsked({
    path: 'payments',
    asked,
    schema: operatorPaymentPageSchema,
    everyMs: followMs,
    isList: true,
  })
  return (
    <Part title="Outcome not known yet">
      <Asked query={query}>
        {({ payments, next_cursor }) => (
          <div className="grid grid-cols-1 gap-4">
            {payments.length > 0 && (
              <p className="max-w-[65ch] text-soft">
                Their payers are told to wait and not to pay again. Most are decided within seconds. If one
                stays, its network does not answer, the relayer has no gas, or the facilitator is down.
                {next_cursor !== null && ` These are the oldest ${payments.length}; there are more.`}
              </p>
            )}
            <DataTable
              caption="Payments without a known outcome"
              columns={unresolvedColumns}
              rows={payments}
              {...rows}
              empty="All payments are resolved."
            />
          </div>
        )}
      </Asked>
    </Part>
  )
}

const unresolvedColumns = paymentColumns([
  {
    name: 'Age',
    isNumber: true,
    cell: ({ created_at }) => <Age iso={created_at} />,
    text: ({ created_at }) => created_at,
  },
  {
    name: 'Action',
    cell: ({ id }) => (
      <ActionButton
        asked={{ action: 'look_up_payment', input: { payment_id: id } }}
        label="Look up payment now"
      />
    ),
  },
])
const columns = paymentColumns()

function Journal() {
  const [filters, change] = useFilters(names)
  const { paid_operations } = useOperator()
  const client = useQueryClient()
  const [problem, setProblem] = useState('')
  const read = ({ who = '' }: Record<string, string>) => {
    const found = readWho(who)
    setProblem('problem' in found ? found.problem : '')
    if ('shortened' in found) void complete(found.shortened)
    return 'filters' in found ? found.filters : undefined
  }
  const complete = async (id: string) => {
    const search = operatorQuery({ path: 'find', asked: { id }, schema: foundAnythingSchema })
    const found = await client
      .fetchQuery(search)
      .then(readCompleted)
      .catch(() => ({ problem: 'Could not search for these digits. Try again in a moment.' }))
    if ('problem' in found) setProblem(found.problem)
    else change({ ...found.filters, cursor: '' })
  }
  const query = useAsked({
    path: 'payments',
    asked: filters,
    schema: operatorPaymentPageSchema,
    everyMs: restMs,
    isList: true,
  })
  return (
    <Part title="All payments">
      <FilterBar filters={filters} change={change} button="Show" read={read}>
        <ChoiceFilter name="state" label="State" options={stateNames} />
        <ChoiceFilter
          name="operation"
          label="For"
          any="anything"
          options={paid_operations.map(({ name, label }) => [name, label])}
        />
        <NetworkFilter />
        <ChoiceFilter name="within" label="Accepted" any="any time" options={spans} />
        <ToggleFilter name="refunded">Refunded only</ToggleFilter>
        <TextFilter
          name="who"
          label="Payer, nonce or transaction"
          placeholder="0x…, also shortened"
          defaultValue={filters.payer ?? filters.reference}
        />
      </FilterBar>
      <p role="alert" className="text-sm text-bad empty:hidden">
        {problem}
      </p>
      <List
        {...{ query, columns, filters, change, ...rows, caption: 'Payments' }}
        rowsOf={({ payments }) => payments}
        empty="No payments yet."
        emptyFiltered="No payment matches these filters."
      />
    </Part>
  )
}
