'use client'
import Link from 'next/link'
import { counted } from '#lib/domain/text/counted'
import type { Overview } from '#lib/schemas/operator-overview'
import { numberColumn, textColumn, timeColumn } from '../columns.tsx'
import { DataTable } from '../data-table.tsx'
import { NotKnown } from '../not-known.tsx'
import { Part } from '../part.tsx'
import { StateWord } from '../state-word.tsx'
import { Age } from '../time-format.tsx'
import { durationText } from '../time-words.ts'

const places: Record<string, string> = {
  transactions: '/operator/chains',
  payments: '/operator/payments',
  webhooks: '/operator/jobs',
}
const queueNames: Record<string, string> = {
  transactions: 'Transactions',
  payments: 'Payments',
  webhooks: 'Webhooks',
  pushes: 'Notifications',
  inspect: 'Checks of films',
  preview: 'Previews of films',
  forecast: 'Forecasts of models',
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

const duration = (seconds: number | null) => (seconds === null ? null : durationText(seconds))

/** The waiting work, and how long it has waited. */
export function QueueFigures({ queues }: { queues: Overview['queues'] }) {
  return (
    <Part id="queues" title="Queues" isPlain>
      <DataTable<Overview['queues'][number]>
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
          numberColumn('Waiting', ({ waiting }) => waiting),
          numberColumn('Failing', ({ failing }) => failing),
          numberColumn('Under way', ({ active }) => active),
          {
            name: 'Dead',
            isNumber: true,
            cell: ({ dead }) => (dead > 0 ? <StateWord is="wrong">{dead}</StateWord> : 0),
            text: ({ dead }) => dead,
          },
          numberColumn('Oldest', ({ oldest_seconds }) => duration(oldest_seconds)),
        ]}
      />
    </Part>
  )
}

/** When each periodic task last ran. */
export function RunFigures({ runs }: { runs: Overview['runs'] }) {
  return (
    <Part id="runs" title="Last runs" isPlain>
      <DataTable<Overview['runs'][number]>
        caption="Last runs"
        rows={runs}
        idOf={({ name }) => name}
        empty="Nothing has run yet."
        columns={[
          textColumn('What', ({ name }) => runNames[name]),
          {
            name: 'Last',
            cell: ({ ran_at }) => (ran_at === null ? <NotKnown>never</NotKnown> : <Ago iso={ran_at} />),
            text: ({ ran_at }) => ran_at ?? '',
          },
          {
            name: 'Last found',
            cell: ({ name, found, found_at }) => {
              const [one, many] = foundNames[name]
              const what = counted(found, one, many)
              if (name === 'audit') return what
              return found_at === null ? (
                'nothing yet'
              ) : (
                <>
                  {what}, <Ago iso={found_at} />
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

function Ago({ iso }: { iso: string }) {
  return (
    <>
      <Age iso={iso} /> ago
    </>
  )
}

/** The workers, and when each last reported. */
export function WorkerFigures({ workers }: { workers: Overview['workers'] }) {
  return (
    <Part
      id="workers"
      title="Workers"
      isPlain
      note={
        <>
          Every worker does all regular tasks, such as audits, and sends notifications if it has{' '}
          <code>PUSH_KEY</code>. It processes films only where it says so, and sends transactions only with
          the keys in its settings: <Link href="/operator/chains#queues">Sender queues</Link> names the worker
          that last had each key. Webs give no signal here: your load balancer sees them by{' '}
          <code>/api/health</code>.
        </>
      }
    >
      <DataTable<Overview['workers'][number]>
        caption="Workers"
        rows={workers}
        idOf={({ worker_id }) => worker_id}
        empty="No worker is running. Work waits until one starts; nothing is lost."
        columns={[
          {
            name: 'Worker',
            cell: ({ worker_id }) => <code className="text-sm">{worker_id}</code>,
            text: ({ worker_id }) => worker_id,
          },
          {
            name: 'Last signal',
            isNumber: true,
            cell: ({ beat_seconds: seconds }) => {
              const text = `${durationText(seconds)} ago`
              return seconds > 60 ? <StateWord is="wrong">{text}</StateWord> : text
            },
            text: ({ beat_seconds }) => beat_seconds,
          },
          {
            name: 'Films',
            cell: ({ media_work }) =>
              media_work === 'unconfined' ? (
                <StateWord is="wrong" wraps>
                  {filmWords[media_work]}
                </StateWord>
              ) : (
                filmWords[media_work]
              ),
            text: ({ media_work }) => filmWords[media_work],
          },
          timeColumn('Started', ({ started_at }) => started_at),
        ]}
      />
    </Part>
  )
}

const filmWords = {
  on: 'Processes them',
  off: 'Leaves them to others',
  unconfined: 'Leaves them: programs cannot be confined',
} as const
