'use client'
import type { OperatorTransactionDetail } from '#lib/schemas/operator-chain'
import { type Column, DataTable } from '../data-table.tsx'
import { StateWord } from '../state-word.tsx'
import { Time } from '../time-format.tsx'
import { TxHash } from '../tx-hash.tsx'

type Attempt = OperatorTransactionDetail['attempts_made'][number]

const receiptTexts: Readonly<Record<Attempt['receipt'], string>> = {
  success: 'Mined',
  reverted: 'Mined, reverted',
  none: 'Not mined',
  unknown: 'Could not ask',
}

const receiptMarks = { success: 'done', reverted: 'wrong', none: 'later', unknown: 'now' } as const

/** Each signed form of a transaction, by its hash; never its bytes. */
export function AttemptTable({ transaction }: { transaction: OperatorTransactionDetail }) {
  const { network, attempts_made: attempts } = transaction
  const columns: Column<Attempt>[] = [
    {
      name: 'Hash',
      cell: ({ hash }) => <TxHash network={network} hash={hash} label="the hash" />,
      text: ({ hash }) => hash,
    },
    {
      name: 'What',
      cell: ({ is_empty }) => (
        <span className="whitespace-nowrap">{is_empty ? 'Empty, in its place' : 'The call'}</span>
      ),
      text: ({ is_empty }) => (is_empty ? 'empty' : 'call'),
    },
    {
      name: 'Now',
      cell: ({ receipt, block }) => (
        <span className="whitespace-nowrap">
          <StateWord is={receiptMarks[receipt]}>
            {receiptTexts[receipt]}
            {block !== null && ` in block ${block}`}
          </StateWord>
        </span>
      ),
      text: ({ receipt }) => receipt,
    },
    {
      name: 'Gwei per gas, at most',
      isNumber: true,
      cell: ({ max_fee_gwei }) => max_fee_gwei,
      text: ({ max_fee_gwei }) => max_fee_gwei,
    },
    {
      name: 'Of it as tip',
      isNumber: true,
      cell: ({ max_priority_fee_gwei }) => max_priority_fee_gwei,
      text: ({ max_priority_fee_gwei }) => max_priority_fee_gwei,
    },
    {
      name: 'Gas used',
      isNumber: true,
      cell: ({ gas_used }) => gas_used?.toLocaleString('en') ?? '–',
      text: ({ gas_used }) => gas_used ?? '',
    },
    {
      name: 'Signed',
      cell: ({ signed_at }) => <Time iso={signed_at} />,
      text: ({ signed_at }) => signed_at,
    },
    {
      name: 'Last sent',
      cell: ({ broadcast_at }) => (broadcast_at ? <Time iso={broadcast_at} /> : 'not yet'),
      text: ({ broadcast_at }) => broadcast_at ?? '',
    },
  ]
  return (
    <DataTable
      caption={`Signed forms of transaction ${transaction.id}`}
      columns={columns}
      rows={attempts}
      idOf={({ hash }) => hash}
      empty="It has not been signed: it has no nonce yet."
    />
  )
}
