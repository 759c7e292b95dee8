'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { bountyStates, isEnded } from '#lib/domain/bounty'
import type { Overview } from '#lib/schemas/operator-overview'
import { stateText } from '../bounties/bounty-words.ts'
import { DataTable } from '../data-table.tsx'
import { StateWord } from '../state-word.tsx'
import { durationText } from '../time-words.ts'
import { Usdc } from './network-figures.tsx'
import { Part } from './part.tsx'

/** How many bounties are in each state, in the order of their life. */
export function BountyFigures({ bounties }: { bounties: Overview['bounties'] }) {
  const none = { count: 0, usdc: '0.00', oldest_seconds: null, late: 0 }
  const rows = bountyStates.map((state) => ({
    ...(bounties.find((one) => one.state === state) ?? none),
    state,
  }))
  return (
    <Part id="bounties" title="Bounties by state">
      <DataTable
        caption="Bounties by state"
        rows={bounties.length === 0 ? [] : rows}
        idOf={({ state }) => state}
        empty="No bounty was ever paid for."
        columns={[
          {
            name: 'State',
            cell: ({ state }) => <Link href={`/operator/bounties?state=${state}`}>{stateText(state)}</Link>,
            text: ({ state }) => state,
          },
          {
            name: 'Bounties',
            isNumber: true,
            cell: ({ count }) => <Faint isNone={count === 0}>{count}</Faint>,
            text: ({ count }) => count,
          },
          {
            name: 'Sum',
            isNumber: true,
            cell: ({ count, usdc }) => (
              <Faint isNone={count === 0}>
                <Usdc amount={usdc} />
              </Faint>
            ),
            text: ({ usdc }) => usdc,
          },
          {
            name: 'Longest in it',
            isNumber: true,
            cell: ({ state, oldest_seconds }) =>
              isEnded(state) || oldest_seconds === null ? '–' : durationText(oldest_seconds),
            text: ({ oldest_seconds }) => oldest_seconds ?? '',
          },
          {
            name: 'Late',
            isNumber: true,
            cell: ({ state, late }) =>
              isEnded(state) ? '–' : late > 0 ? <StateWord is="wrong">{late} late</StateWord> : '0',
            text: ({ late }) => late,
          },
        ]}
      />
    </Part>
  )
}

/** What is not there at all does not ask to be looked at. */
function Faint({ isNone, children }: { isNone: boolean; children: ReactNode }) {
  return <span className={isNone ? 'text-soft' : ''}>{children}</span>
}
