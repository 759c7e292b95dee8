'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Hash } from '#components/ui/hash'
import type { OperatorBounty } from '#lib/schemas/operator-bounty'
import { type Column, DataTable } from '../data-table.tsx'
import { Age, Time } from '../time-format.tsx'
import { useNetworkName } from '../use-operator.ts'
import { BountyState } from './bounty-state.tsx'
import { moneyIsText } from './bounty-words.ts'

type Props = { bounties: readonly OperatorBounty[]; empty: ReactNode }

/** Bounties, a row each; its title leads to all of it. */
export function BountyTable({ bounties, empty }: Props) {
  const nameOf = useNetworkName()
  const columns: Column<OperatorBounty>[] = [
    {
      name: 'Bounty',
      cell: ({ bounty_id, title }) => (
        <>
          <Link
            href={`/operator/bounties/${bounty_id}`}
            className="link block min-w-40 [overflow-wrap:anywhere]"
          >
            {title}
          </Link>
          <Hash value={bounty_id} label="the id" />
        </>
      ),
      text: ({ title }) => title,
    },
    { name: 'State', cell: (bounty) => <BountyState bounty={bounty} />, text: ({ state }) => state },
    { name: 'For', cell: ({ since }) => <Age iso={since} />, text: ({ since }) => since },
    {
      name: 'What hinders it',
      cell: ({ hindrance, waits_for }) => (
        <span className="block min-w-48 max-w-md">
          {hindrance ? hindrance.text : <span className="text-soft">{waits_for ?? '–'}</span>}
        </span>
      ),
      text: ({ hindrance }) => hindrance?.text ?? '',
    },
    {
      name: 'USDC',
      isNumber: true,
      cell: ({ amount_usdc }) => amount_usdc,
      text: ({ amount_usdc }) => amount_usdc,
    },
    { name: 'Network', cell: ({ network }) => nameOf(network), text: ({ network }) => nameOf(network) },
    {
      name: 'Its money',
      cell: ({ money_is }) => <span className="whitespace-nowrap">{moneyIsText(money_is)}</span>,
      text: ({ money_is }) => money_is,
    },
    {
      name: 'Payer',
      cell: ({ payer }) => <Hash value={payer} label="the payer" />,
      text: ({ payer }) => payer,
    },
    { name: 'Paid', cell: ({ paid_at }) => <Time iso={paid_at} />, text: ({ paid_at }) => paid_at },
    { name: 'Id', text: ({ bounty_id }) => bounty_id },
  ]
  return (
    <DataTable
      caption="Bounties"
      columns={columns}
      rows={bounties}
      idOf={({ bounty_id }) => bounty_id}
      empty={empty}
    />
  )
}
