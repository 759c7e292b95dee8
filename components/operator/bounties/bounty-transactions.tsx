'use client'
import type { OperatorBountyDetail, OperatorBountyTransaction } from '#lib/schemas/operator-bounty'
import { Gwei } from '../chains/gwei.tsx'
import { TransactionState } from '../chains/transaction-state.tsx'
import { ordinalColumn, timeColumn, transactionColumn } from '../columns.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { Time } from '../time-format.tsx'
import { TxHash } from '../tx-hash.tsx'
import { capitalised } from '../words.ts'

const columns: readonly Column<OperatorBountyTransaction & { network: string }>[] = [
  transactionColumn('Transaction', ({ id }) => id),
  {
    name: 'Does',
    cell: ({ effect, is_latest }) => (
      <span className="whitespace-nowrap">
        {capitalised(effect)}
        {is_latest && <span className="text-soft"> (latest)</span>}
      </span>
    ),
    text: ({ effect }) => effect,
  },
  {
    name: 'State',
    cell: ({ state, mined_block, error }) => (
      <span className="grid min-w-64">
        <TransactionState state={state} />
        {mined_block !== null && <span className="text-xs text-soft">in block {mined_block}</span>}
        {error && <span className="text-xs text-soft wrap-anywhere">{error}</span>}
      </span>
    ),
    text: ({ state }) => state,
  },
  ordinalColumn('Nonce', ({ nonce }) => nonce),
  {
    name: 'Signed and sent',
    cell: ({ attempts, network }) =>
      attempts.length === 0 ? (
        <span className="text-soft">Never signed</span>
      ) : (
        <ul className="grid gap-1.5">
          {attempts.map((attempt) => (
            <li key={attempt.hash} className="whitespace-nowrap">
              <TxHash network={network} hash={attempt.hash} label="the attempt" />
              <span className="block text-xs text-soft">
                at most <Gwei gwei={attempt.max_fee_gwei} /> (tip{' '}
                <Gwei gwei={attempt.max_priority_fee_gwei} />)
              </span>
              <span className="block text-xs text-soft">
                {attempt.broadcast_at ? <Time iso={attempt.broadcast_at} /> : 'not sent yet'}
              </span>
            </li>
          ))}
        </ul>
      ),
    text: ({ attempts }) => attempts.map(({ hash }) => hash).join(' '),
  },
  { name: 'Error', text: ({ error }) => error ?? '' },
  timeColumn('Requested', ({ created_at }) => created_at),
  timeColumn('State since', ({ updated_at }) => updated_at),
]

/** All its transactions, with their signed attempts. */
export function BountyTransactions({ bounty }: { bounty: OperatorBountyDetail }) {
  const { transactions, network } = bounty
  return (
    <DataTable
      caption="Transactions"
      columns={columns}
      rows={transactions.map((one) => ({ ...one, network }))}
      idOf={({ id }) => String(id)}
      empty="No transaction was requested yet."
    />
  )
}
