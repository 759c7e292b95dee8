'use client'
import Link from 'next/link'
import type { OperatorBountyDetail, OperatorBountyTransaction } from '#lib/schemas/operator-bounty'
import { TransactionState } from '../chains/transaction-state.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { Time } from '../time-format.tsx'
import { TxHash } from '../tx-hash.tsx'
import { capitalised } from '../words.ts'

/** Every transaction that was asked for it, with each form of it that was signed. */
export function BountyTransactions({ bounty }: { bounty: OperatorBountyDetail }) {
  const { transactions, network } = bounty
  const columns: Column<OperatorBountyTransaction>[] = [
    {
      name: 'Transaction',
      cell: ({ id }) => <Link href={`/operator/chains/transactions/${id}`}>{id}</Link>,
      text: ({ id }) => id,
    },
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
          {error && <span className="text-xs text-soft [overflow-wrap:anywhere]">{error}</span>}
        </span>
      ),
      text: ({ state }) => state,
    },
    {
      name: 'Nonce',
      isNumber: true,
      cell: ({ nonce }) => nonce ?? '–',
      text: ({ nonce }) => nonce ?? '',
    },
    {
      name: 'Signed and sent',
      cell: ({ attempts }) =>
        attempts.length === 0 ? (
          <span className="text-soft">Never signed</span>
        ) : (
          <ul className="grid gap-1.5">
            {attempts.map((attempt) => (
              <li key={attempt.hash} className="whitespace-nowrap">
                <TxHash network={network} hash={attempt.hash} label="the attempt" />
                <span className="block text-xs text-soft">
                  at most {attempt.max_fee_gwei} gwei (tip {attempt.max_priority_fee_gwei})
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
    {
      name: 'Asked for',
      cell: ({ created_at }) => <Time iso={created_at} />,
      text: ({ created_at }) => created_at,
    },
    {
      name: 'State since',
      cell: ({ updated_at }) => <Time iso={updated_at} />,
      text: ({ updated_at }) => updated_at,
    },
  ]
  return (
    <DataTable
      caption="Transactions"
      columns={columns}
      rows={transactions}
      idOf={({ id }) => String(id)}
      empty="No transaction was asked for yet."
    />
  )
}
