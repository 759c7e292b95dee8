import 'server-only'
import { gzipSync } from 'node:zlib'
import type { Context } from '#lib/adapters/context'
import type { Sql } from '#lib/adapters/db'
import type { Claim } from '#lib/services/payments/claim-payment'
import { journalLane } from '#lib/services/payments/journal-lane'
import type { Answer } from '#lib/services/payments/types'

/** Longer than any facilitator of ours waits for a block. */
export const settleSeconds = 30

type Kept = Claim & { answer: Answer }
const keep = {
  durable: journalLane((sql, kept: readonly Kept[]) => store(sql, kept, 'on')),
  lazy: journalLane((sql, kept: readonly Kept[]) => store(sql, kept, 'off')),
}

/**
 * claimed → settling, with the answer kept: from here on money may move, and whoever asks again must get this answer.
 * False when the claim was lost to someone else.
 *
 * `durable` says that the commit must reach the disk by itself. Without it the next synchronous commit takes this one
 * along: the write-ahead log is flushed in order.
 */
export function keepAnswer(args: {
  ctx: Pick<Context, 'sql'>
  input: Kept & { durable: boolean }
}): Promise<boolean> {
  return keep[args.input.durable ? 'durable' : 'lazy'](args.ctx.sql, args.input)
}

async function store(sql: Sql, kept: readonly Kept[], commit: 'on' | 'off'): Promise<boolean[]> {
  const rows = kept.map(({ id, attempt, answer }) => ({
    id,
    attempt,
    status: answer.status,
    body: gzipSync(answer.body, { level: 1 }).toString('base64'),
    headers: answer.headers ?? null,
  }))
  // Asked of each row of the list, the setting has the planner probe the index too; `close-payment.ts` says why.
  const moved = await sql<{ id: string }[]>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given (id bigint, attempt int, status smallint, body text, headers jsonb)
      where set_config('synchronous_commit', ${commit}, true) = ${commit}
    ), moved as (
      update payment
      set state = 'settling', claimed_until = now() + make_interval(secs => ${settleSeconds})
      from given
      where payment.id = given.id and payment.attempt = given.attempt and payment.state = 'claimed'
      returning payment.id, given.status, given.body, given.headers
    )
    insert into payment_answer (payment_id, status, body, headers)
    select id, status, decode(body, 'base64'), headers from moved
    on conflict (payment_id) do update
    set status = excluded.status, body = excluded.body, headers = excluded.headers
    returning payment_id as id`
  const ids = new Set(moved.map((row) => Number(row.id)))
  return kept.map((entry) => ids.has(entry.id))
}
