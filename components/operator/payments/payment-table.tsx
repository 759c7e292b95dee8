'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Hash } from '#components/ui/hash'
import type { OperatorPayment } from '#lib/schemas/operator-payment'
import { type Column, DataTable } from '../data-table.tsx'
import { Time } from '../time-format.tsx'
import { TxHash } from '../tx-hash.tsx'
import { useNetworkName } from '../use-operator.ts'
import { PaymentState } from './payment-state.tsx'
import { operationText, stateText } from './payment-words.ts'

type Props = {
  caption: string
  payments: readonly OperatorPayment[]
  empty: ReactNode
  /** Stand right after the number, where they are seen on a phone too. */
  extra?: readonly Column<OperatorPayment>[]
}

/** Payments, a row each; its number leads to all of it. */
export function PaymentTable({ caption, payments, empty, extra = [] }: Props) {
  const nameOf = useNetworkName()
  const columns: Column<OperatorPayment>[] = [
    {
      name: 'Payment',
      cell: ({ id }) => <Link href={`/operator/payments/${id}`}>{id}</Link>,
      text: ({ id }) => id,
    },
    ...extra,
    {
      name: 'State',
      cell: (row) => (
        <>
          <PaymentState payment={row} />
          {row.reason && <code className="block text-xs text-soft">{row.reason}</code>}
        </>
      ),
      text: stateText,
    },
    {
      name: 'USDC',
      isNumber: true,
      cell: ({ amount_usdc }) => amount_usdc,
      text: ({ amount_usdc }) => amount_usdc,
    },
    { name: 'Network', cell: ({ network }) => nameOf(network), text: ({ network }) => nameOf(network) },
    {
      name: 'For',
      cell: ({ operation, bounty_id }) =>
        bounty_id ? (
          <Link href={`/operator/bounties/${bounty_id}`} title={bounty_id}>
            Bounty
          </Link>
        ) : (
          <span className="whitespace-nowrap">{operationText(operation)}</span>
        ),
      text: ({ operation, bounty_id }) => bounty_id ?? operation,
    },
    {
      name: 'Taken',
      cell: ({ created_at }) => <Time iso={created_at} />,
      text: ({ created_at }) => created_at,
    },
    {
      name: 'Payer',
      cell: ({ payer }) => <Hash value={payer} label="the payer" />,
      text: ({ payer }) => payer,
    },
    {
      name: 'Settled by',
      cell: ({ settle_tx, network }) =>
        settle_tx ? <TxHash network={network} hash={settle_tx} label="the settlement" /> : '–',
      text: ({ settle_tx }) => settle_tx ?? '',
    },
  ]
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={payments}
      idOf={({ id }) => String(id)}
      empty={empty}
    />
  )
}
