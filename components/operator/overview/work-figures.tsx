'use client'
import Link from 'next/link'
import type { Overview } from '#lib/schemas/operator-overview'
import { DataTable } from '../data-table.tsx'
import { Age, Time } from '../time-format.tsx'
import { durationText } from '../time-words.ts'
import { NotKnown, Part } from './part.tsx'

const places: Record<string, string> = {
  transactions: '/operator/chains',
  payments: '/operator/payments',
  webhooks: '/operator/jobs',
}
const runNames: Record<Overview['runs'][number]['name'], string> = {
  audit: 'Audit of the money',
  expire_bounties: 'Closing overdue bounties',
  reconcile_payments: 'Looking up open payments',
}

/** What waits, and how long already. */
export function QueueFigures({ queues }: { queues: Overview['queues'] }) {
  return (
    <Part id="queues" title="Queues">
      <DataTable
        caption="Queues"
        rows={queues}
        idOf={({ name }) => name}
        empty="There is no queue yet."
        columns={[
          {
            name: 'Queue',
            cell: ({ name }) => (
              <Link
                href={places[name] ?? '/operator/jobs'}
                className="text-link underline underline-offset-4"
              >
                {name}
              </Link>
            ),
            text: ({ name }) => name,
          },
          { name: 'Waiting', isNumber: true, cell: ({ waiting }) => waiting, text: ({ waiting }) => waiting },
          { name: 'Under way', isNumber: true, cell: ({ active }) => active, text: ({ active }) => active },
          {
            name: 'Dead',
            isNumber: true,
            cell: ({ dead }) => (dead > 0 ? <strong className="text-bad">{dead}</strong> : 0),
            text: ({ dead }) => dead,
          },
          {
            name: 'Oldest',
            isNumber: true,
            cell: ({ oldest_seconds }) => (oldest_seconds === null ? '–' : durationText(oldest_seconds)),
            text: ({ oldest_seconds }) => oldest_seconds ?? '',
          },
        ]}
      />
    </Part>
  )
}

/** When what must happen again and again last did. */
export function RunFigures({ runs }: { runs: Overview['runs'] }) {
  return (
    <Part id="runs" title="Last runs">
      <DataTable
        caption="Last runs"
        rows={runs}
        idOf={({ name }) => name}
        empty="Nothing ran yet."
        columns={[
          { name: 'What', cell: ({ name }) => runNames[name], text: ({ name }) => name },
          {
            name: 'Last',
            cell: ({ ran_at }) =>
              ran_at === null ? (
                <NotKnown>never</NotKnown>
              ) : (
                <>
                  <Age iso={ran_at} /> ago
                </>
              ),
            text: ({ ran_at }) => ran_at ?? '',
          },
          {
            name: 'Last found',
            cell: ({ name, found, found_at }) => {
              if (name === 'audit') return `${found} ${found === 1 ? 'finding' : 'findings'}`
              if (found_at === null) return 'nothing yet'
              return (
                <>
                  {found}, <Age iso={found_at} /> ago
                </>
              )
            },
            text: ({ found }) => found,
          },
        ]}
      />
    </Part>
  )
}

/** Who works, and when each last said so. */
export function WorkerFigures({ workers }: { workers: Overview['workers'] }) {
  return (
    <Part id="workers" title="Workers">
      <DataTable
        caption="Workers"
        rows={workers}
        idOf={({ worker_id }) => worker_id}
        empty="No worker runs: nothing moves until one does. Nothing is lost meanwhile."
        columns={[
          {
            name: 'Worker',
            cell: ({ worker_id }) => <code className="text-sm">{worker_id}</code>,
            text: ({ worker_id }) => worker_id,
          },
          {
            name: 'Last beat',
            isNumber: true,
            cell: ({ beat_seconds }) =>
              beat_seconds > 60 ? (
                <strong className="text-bad">{durationText(beat_seconds)} ago</strong>
              ) : (
                `${durationText(beat_seconds)} ago`
              ),
            text: ({ beat_seconds }) => beat_seconds,
          },
          {
            name: 'Started',
            cell: ({ started_at }) => <Time iso={started_at} />,
            text: ({ started_at }) => started_at,
          },
        ]}
      />
    </Part>
  )
}
