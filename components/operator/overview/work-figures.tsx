'use client'
import Link from 'next/link'
import { counted } from '#lib/domain/counted'
import type { Overview } from '#lib/schemas/operator-overview'
import { DataTable } from '../data-table.tsx'
import { NotKnown } from '../not-known.tsx'
import { StateWord } from '../state-word.tsx'
import { Age, Time } from '../time-format.tsx'
import { durationText } from '../time-words.ts'
import { Part } from './part.tsx'

const places: Record<string, string> = {
  transactions: '/operator/chains',
  payments: '/operator/payments',
  webhooks: '/operator/jobs',
}
const queueNames: Record<string, string> = {
  transactions: 'Transactions',
  payments: 'Payments',
  webhooks: 'Webhooks',
  inspect: 'Checks of films',
  preview: 'Previews of films',
  reconstruct: 'Models of films',
}
const queueText = (name: string) => queueNames[name] ?? name
const runNames: Record<Overview['runs'][number]['name'], string> = {
  audit: 'Audit of the money',
  expire_bounties: 'Closing overdue bounties',
  reconcile_payments: 'Looking up open payments',
}

const foundNames = {
  audit: ['finding', 'findings'],
  expire_bounties: ['bounty', 'bounties'],
  reconcile_payments: ['payment', 'payments'],
} as const

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
            cell: ({ name }) => <Link href={places[name] ?? '/operator/jobs'}>{queueText(name)}</Link>,
            text: ({ name }) => name,
          },
          { name: 'Waiting', isNumber: true, cell: ({ waiting }) => waiting, text: ({ waiting }) => waiting },
          { name: 'Under way', isNumber: true, cell: ({ active }) => active, text: ({ active }) => active },
          {
            name: 'Dead',
            isNumber: true,
            cell: ({ dead }) => (dead > 0 ? <StateWord is="wrong">{dead}</StateWord> : 0),
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
              const [one, many] = foundNames[name]
              const what = counted(found, one, many)
              if (name === 'audit') return what
              if (found_at === null) return 'nothing yet'
              return (
                <>
                  {what}, <Age iso={found_at} /> ago
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
                <StateWord is="wrong">{durationText(beat_seconds)} ago</StateWord>
              ) : (
                `${durationText(beat_seconds)} ago`
              ),
            text: ({ beat_seconds }) => beat_seconds,
          },
          {
            name: 'Films',
            cell: ({ media_work }) =>
              media_work === 'unconfined' ? (
                <StateWord is="wrong">{filmWords[media_work]}</StateWord>
              ) : (
                filmWords[media_work]
              ),
            text: ({ media_work }) => filmWords[media_work],
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

const filmWords = {
  on: 'Works on them',
  off: 'Leaves them to others',
  unconfined: 'Leaves them: programs cannot be confined',
} as const
