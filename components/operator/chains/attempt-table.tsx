'use client'
import type { OperatorTransactionDetail } from '#lib/schemas/operator-chain'
import { numberColumn, textColumn, timeColumn, txColumn } from '../columns.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { StateWord } from '../state-word.tsx'
import { Gwei } from './gwei.tsx'

type Attempt = OperatorTransactionDetail['attempts_made'][number]

const receiptTexts: Readonly<Record<Attempt['receipt'], string>> = {
  success: 'Mined',
  reverted: 'Mined, reverted',
  none: 'Not mined',
  unknown: 'Could not check',
}

const receiptMarks = { success: 'done', reverted: 'wrong', none: 'later', unknown: 'now' } as const

const gweiColumn = (name: string, read: (attempt: Shown) => string): Column<Shown> => ({
  name,
  isNumber: true,
  text: read,
  cell: (attempt) => <Gwei gwei={read(attempt)} />,
})

type Shown = Attempt & { network: string }

const columns: readonly Column<Shown>[] = [
  txColumn('Hash', ({ hash }) => hash, 'the hash'),
  textColumn('What', ({ is_empty }) => (is_empty ? 'Empty, in its place' : 'The call')),
  {
    name: 'Now',
    cell: ({ receipt, block }) => (
      <StateWord is={receiptMarks[receipt]}>
        {receiptTexts[receipt]}
        {block !== null && ` in block ${block}`}
      </StateWord>
    ),
    text: ({ receipt }) => receipt,
  },
  gweiColumn('Max fee per gas', ({ max_fee_gwei }) => max_fee_gwei),
  gweiColumn('Max tip', ({ max_priority_fee_gwei }) => max_priority_fee_gwei),
  numberColumn('Gas used', ({ gas_used }) => gas_used),
  timeColumn('Signed', ({ signed_at }) => signed_at),
  timeColumn('Last sent', ({ broadcast_at }) => broadcast_at, 'not yet'),
]

/** Each signed form of a transaction, by its hash; never its bytes. */
export function AttemptTable({ transaction }: { transaction: OperatorTransactionDetail }) {
  const { network, attempts_made: attempts } = transaction
  return (
    <DataTable
      caption={`Signed versions of transaction ${transaction.id}`}
      columns={columns}
      rows={attempts.map((attempt) => ({ ...attempt, network }))}
      idOf={({ hash }) => hash}
      empty="It has not been signed yet and waits for a nonce."
    />
  )
}
