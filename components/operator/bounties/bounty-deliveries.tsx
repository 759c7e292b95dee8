'use client'
import type { OperatorBountyDetail } from '#lib/schemas/operator-bounty'
import { textColumn, timeColumn } from '../columns.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { StateWord } from '../state-word.tsx'
import { capitalised } from '../words.ts'

const marks = { pending: 'now', delivered: 'done', given_up: 'wrong' } as const

type Webhook = NonNullable<OperatorBountyDetail['webhook']>

const columns: readonly Column<Webhook['deliveries'][number]>[] = [
  { name: 'Message', cell: ({ type }) => <code className="text-sm">{type}</code>, text: ({ type }) => type },
  {
    name: 'State',
    cell: ({ state, attempts }) => (
      <>
        <StateWord is={marks[state]}>{capitalised(state)}</StateWord>
        {attempts > 0 && (
          <span className="block text-xs text-soft">
            after {attempts === 1 ? 'one attempt' : `${attempts} attempts`}
          </span>
        )}
      </>
    ),
    text: ({ state }) => state,
  },
  textColumn('Last answer', ({ last_result }) => last_result),
  timeColumn('Happened', ({ occurred_at }) => occurred_at),
  timeColumn('Last sent', ({ last_attempt_at }) => last_attempt_at),
  timeColumn('Next', ({ next_attempt_at }) => next_attempt_at),
  {
    name: 'Message id',
    cell: ({ message_id }) => <code className="text-xs">{message_id}</code>,
    text: ({ message_id }) => message_id,
  },
]

/** The webhook deliveries to its poster's receiver, with their results. */
export function BountyDeliveries({ webhook }: { webhook: OperatorBountyDetail['webhook'] }) {
  if (!webhook) return <p className="text-soft">Its poster has set no webhook.</p>
  return (
    <div className="grid gap-3">
      <p>
        To <code className="text-sm wrap-anywhere">{webhook.host}</code>. The rest of the address is private.
      </p>
      <DataTable
        caption="Messages"
        columns={columns}
        rows={webhook.deliveries}
        idOf={({ id }) => String(id)}
        empty="Nothing has been sent yet."
      />
    </div>
  )
}
