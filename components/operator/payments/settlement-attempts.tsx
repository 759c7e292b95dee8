'use client'
import Link from 'next/link'
import type { OperatorPaymentDetail } from '#lib/schemas/operator-payment'
import { stateTexts } from '../chains/chain-words.ts'
import { type Column, DataTable } from '../data-table.tsx'
import { Time } from '../time-format.tsx'
import { TxHash } from '../tx-hash.tsx'

type Transaction = NonNullable<OperatorPaymentDetail['transaction']>
type Attempt = Transaction['attempts'][number]

/** The transaction that carries it, with every form of it that was signed; one of them at most is ever mined. */
export function SettlementAttempts({ network, transaction }: { network: string; transaction: Transaction }) {
  const columns: Column<Attempt>[] = [
    {
      name: 'Hash',
      cell: ({ hash }) => <TxHash network={network} hash={hash} label="the attempt" />,
      text: ({ hash }) => hash,
    },
    {
      name: 'Signed',
      cell: ({ signed_at }) => <Time iso={signed_at} />,
      text: ({ signed_at }) => signed_at,
    },
    {
      name: 'Sent',
      cell: ({ broadcast_at }) => (broadcast_at ? <Time iso={broadcast_at} /> : 'Not yet'),
      text: ({ broadcast_at }) => broadcast_at ?? '',
    },
    {
      name: 'Mined',
      cell: ({ hash }) => (hash === transaction.mined_hash ? `In block ${transaction.mined_block}` : '–'),
      text: ({ hash }) => (hash === transaction.mined_hash ? (transaction.mined_block ?? '') : ''),
    },
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p>
        <Link href={`/operator/chains/transactions/${transaction.id}`}>Transaction {transaction.id}</Link> of
        the relayer{transaction.nonce === null ? '' : `, nonce ${transaction.nonce}`}:{' '}
        {(stateTexts[transaction.state] ?? transaction.state).toLowerCase()}. Other payments may share it.
      </p>
      {transaction.error && (
        <p className="border-l-2 border-bad pl-4">
          <code className="text-sm [overflow-wrap:anywhere]">{transaction.error}</code>
        </p>
      )}
      <DataTable
        caption="Attempts"
        columns={columns}
        rows={transaction.attempts}
        idOf={({ hash }) => hash}
        empty="Nothing was signed yet."
      />
    </div>
  )
}
