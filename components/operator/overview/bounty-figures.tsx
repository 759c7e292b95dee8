'use client'
import Link from 'next/link'
import { type BountyState, bountyStates, isEnded } from '#lib/domain/bounty/bounty'
import type { Overview } from '#lib/schemas/operator-overview'
import { stateText } from '../bounties/bounty-words.ts'
import { amountColumn, numberColumn } from '../columns.tsx'
import { DataTable } from '../data-table.tsx'
import { Part } from '../part.tsx'
import { StateWord } from '../state-word.tsx'
import { durationText } from '../time-words.ts'

type Row = Omit<Overview['bounties'][number], 'state'> & { state: BountyState }

/** The number of bounties in each state, in the order of the lifecycle. */
export function BountyFigures({ bounties }: { bounties: Overview['bounties'] }) {
  const none = { count: 0, usdc: '0.00', oldest_seconds: null, late: 0 }
  const rows = bountyStates.map((state) => ({
    ...(bounties.find((one) => one.state === state) ?? none),
    state,
  }))
  return (
    <Part id="bounties" title="Bounties by state" isPlain>
      <DataTable<Row>
        caption="Bounties by state"
        rows={bounties.length === 0 ? [] : rows}
        idOf={({ state }) => state}
        empty="Nobody has paid for a bounty yet."
        columns={[
          {
            name: 'State',
            cell: ({ state }) => <Link href={`/operator/bounties?state=${state}`}>{stateText(state)}</Link>,
            text: ({ state }) => state,
          },
          numberColumn('Bounties', ({ count }) => count),
          amountColumn(({ usdc }) => usdc),
          numberColumn('Longest', ({ state, oldest_seconds: seconds }) =>
            isEnded(state) || seconds === null ? null : durationText(seconds),
          ),
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
