'use client'
import Link from 'next/link'
import type { OperatorPaymentDetail } from '#lib/schemas/operator-payment'
import { stateTexts } from '../chains/chain-words.ts'
import { ordinalColumn, timeColumn, txColumn } from '../columns.tsx'
import { type Column, DataTable } from '../data-table.tsx'

type Transaction = NonNullable<OperatorPaymentDetail['transaction']>
type Attempt = Transaction['attempts'][number] & { network: string; block: number | null }

const columns: readonly Column<Attempt>[] = [
  txColumn('Hash', ({ hash }) => hash, 'the attempt'),
  timeColumn('Signed', ({ signed_at }) => signed_at),
  timeColumn('Sent', ({ broadcast_at }) => broadcast_at, 'Not yet'),
  ordinalColumn('Mined in block', ({ block }) => block),
]

/** The transaction that settles it, with all its signed attempts, of which at most one is ever mined. */
export function SettlementAttempts({ network, transaction }: { network: string; transaction: Transaction }) {
  const rows = transaction.attempts.map((attempt) => ({
    ...{ ...attempt, network },
    block: attempt.hash === transaction.mined_hash ? transaction.mined_block : null,
  }))
  return (
    <div className="grid grid-cols-1 gap-3">
      <p>
        <Link href={`/operator/chains/transactions/${transaction.id}`}>Transaction {transaction.id}</Link> of
        the relayer{transaction.nonce === null ? '' : `, nonce ${transaction.nonce}`}:{' '}
        {(stateTexts[transaction.state] ?? transaction.state).toLowerCase()}. Other payments may share it.
      </p>
      {transaction.error && (
        <p className="border-l-2 border-bad pl-4">
          <code className="text-sm wrap-anywhere">{transaction.error}</code>
        </p>
      )}
      <DataTable
        caption="Attempts"
        columns={columns}
        rows={rows}
        idOf={({ hash }) => hash}
        empty="Nothing was signed yet."
      />
    </div>
  )
}
