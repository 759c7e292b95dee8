'use client'
import type { OperatorBountyDetail } from '#lib/schemas/operator-bounty'
import { type Column, DataTable } from '../data-table.tsx'
import { StateWord } from '../state-word.tsx'
import { Time } from '../time-format.tsx'
import { capitalised } from '../words.ts'

const marks = { pending: 'now', delivered: 'done', given_up: 'wrong' } as const

type Webhook = NonNullable<OperatorBountyDetail['webhook']>
type Delivery = Webhook['deliveries'][number]

/** What its poster's receiver was told, and whether it took it. */
export function BountyDeliveries({ webhook }: { webhook: OperatorBountyDetail['webhook'] }) {
  if (!webhook) return <p className="text-soft">Its poster named no address to be told at.</p>
  const columns: Column<Delivery>[] = [
    {
      name: 'Message',
      cell: ({ type }) => <code className="text-sm">{type}</code>,
      text: ({ type }) => type,
    },
    {
      name: 'State',
      cell: ({ state, attempts }) => (
        <span className="whitespace-nowrap">
          <StateWord is={marks[state]}>{capitalised(state)}</StateWord>
          {attempts > 0 && (
            <span className="block text-xs text-soft">
              after {attempts === 1 ? 'one attempt' : `${attempts} attempts`}
            </span>
          )}
        </span>
      ),
      text: ({ state }) => state,
    },
    {
      name: 'Last answer',
      cell: ({ last_result }) => last_result ?? '–',
      text: ({ last_result }) => last_result ?? '',
    },
    {
      name: 'Happened',
      cell: ({ occurred_at }) => <Time iso={occurred_at} />,
      text: ({ occurred_at }) => occurred_at,
    },
    {
      name: 'Last sent',
      cell: ({ last_attempt_at }) => (last_attempt_at ? <Time iso={last_attempt_at} /> : '–'),
      text: ({ last_attempt_at }) => last_attempt_at ?? '',
    },
    {
      name: 'Next',
      cell: ({ next_attempt_at }) => (next_attempt_at ? <Time iso={next_attempt_at} /> : '–'),
      text: ({ next_attempt_at }) => next_attempt_at ?? '',
    },
    {
      name: 'Id of the message',
      cell: ({ message_id }) => <code className="text-xs">{message_id}</code>,
      text: ({ message_id }) => message_id,
    },
  ]
  return (
    <div className="grid gap-3">
      <p>
        To <code className="text-sm [overflow-wrap:anywhere]">{webhook.host}</code>. The rest of the address
        is its owner’s.
      </p>
      <DataTable
        caption="Messages"
        columns={columns}
        rows={webhook.deliveries}
        idOf={({ id }) => String(id)}
        empty="There was nothing to tell yet."
      />
    </div>
  )
}
