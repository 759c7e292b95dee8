import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { Overview } from '#lib/schemas/operator-overview'
import { countFailedForecasts } from '#lib/services/media/forecast-status'
import { countWaitingPushes, type WaitingPushes } from '#lib/services/notices/count-pushes'
import {
  paymentUnresolvedSeconds,
  transactionStuckSeconds,
} from '#lib/services/operator/overview/alarm-limits'
import { namedAtMost } from '#lib/services/operator/overview/read-bounties'

/**
 * A transaction that had no effect is shown for this long. Its bounty or payment has its own line while it
 * waits.
 */
const failedWithinSeconds = 3_600

/** `usdc`: the money of a payment. */
export type Late = { id: string; seconds: number; about: string; usdc?: string | null }
export type Queues = {
  queues: Overview['queues']
  /** The longest waiting first; each with how many there are in all. */
  latePayments: { count: number; first: Late[] }
  lateTransactions: { count: number; first: Late[] }
  /** Reverted, rejected or lost a short while ago. */
  failedTransactions: { count: number; first: Late[] }
  /** Films of open bounties without a forecast, because of a fault of ours; those of a dead job are counted by their queue. */
  failedForecasts: number
}

type Ctx = Pick<Context, 'sql' | 'db' | 'env'>
type Row = {
  name: string
  waiting: number
  failing: number
  active: number
  dead: number
  oldest: number | null
}

/** Counts waiting transactions, jobs, webhooks and notifications, and those that have waited too long. */
export async function readQueues({ ctx }: { ctx: Ctx }): Promise<Queues> {
  const { sql } = ctx
  const [rows, pushes, failedForecasts, latePayments, lateTransactions, failedTransactions] =
    await Promise.all([
      sql<Row[]>`
      select 'transactions' as name, count(*) filter (where state = 'queued')::int as waiting, 0 as failing,
        count(*) filter (where state <> 'queued')::int as active, 0 as dead,
        extract(epoch from service_now() - min(created_at))::int as oldest
      from chain_tx where state in ('queued', 'sent', 'mined')
      union all
      select 'payments', count(*) filter (where state = 'claimed')::int, 0,
        count(*) filter (where state = 'settling')::int, 0, extract(epoch from service_now() - min(created_at))::int
      from payment where closed_at is null and state in ('claimed', 'settling')
      union all
      select 'webhooks', count(*) filter (where state = 'pending')::int,
        count(*) filter (where state = 'pending' and last_attempt_at is not null)::int, 0,
        count(*) filter (where state = 'given_up')::int,
        extract(epoch from now() - min(next_attempt_at) filter (where state = 'pending' and next_attempt_at < now()))::int
      from (
        select state, next_attempt_at, last_attempt_at from webhook_delivery where state <> 'delivered'
        union all
        select state, next_attempt_at, last_attempt_at from notice_message where state <> 'delivered'
      ) messages
      union all
      select name, count(*) filter (where state < 'active')::int, count(*) filter (where state = 'retry')::int,
        count(*) filter (where state = 'active')::int,
        count(*) filter (where state = 'failed')::int,
        extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after < now()))::int
      from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name`,
      countWaitingPushes({ ctx }),
      countFailedForecasts({ ctx }),
      late(
        sql<LateRow[]>`
        select id::text as id, operation as about, extract(epoch from service_now() - created_at)::int as seconds,
          count(*) over ()::int as count, round(amount_atomic / 1e6, 6)::text as usdc
        from payment where closed_at is null and state in ('claimed', 'settling')
          and created_at < service_now() - make_interval(secs => ${paymentUnresolvedSeconds})
        order by created_at limit ${namedAtMost}`,
      ),
      late(
        sql<LateRow[]>`
        select id::text as id, replace(kind, '_', ' ') as about,
          extract(epoch from service_now() - created_at)::int as seconds, count(*) over ()::int as count
        from chain_tx where state in ('queued', 'sent', 'mined')
          and created_at < service_now() - make_interval(secs => ${transactionStuckSeconds})
        order by created_at limit ${namedAtMost}`,
      ),
      late(
        sql<LateRow[]>`
        select id::text as id, replace(kind, '_', ' ') || ' was ' || state as about,
          extract(epoch from service_now() - updated_at)::int as seconds, count(*) over ()::int as count
        from chain_tx where state in ('reverted', 'rejected', 'lost')
          and updated_at > service_now() - make_interval(secs => ${failedWithinSeconds})
        order by id desc limit ${namedAtMost}`,
      ),
    ])
  return {
    latePayments,
    lateTransactions,
    failedTransactions,
    failedForecasts,
    queues: [...rows, ...(pushes ? [pushRow(pushes)] : [])].map(({ oldest, ...row }) => ({
      ...row,
      oldest_seconds: oldest === null ? null : Math.max(0, oldest),
    })),
  }
}

const pushRow = ({ waiting, failing, oldestSeconds }: WaitingPushes): Row => ({
  name: 'pushes',
  waiting,
  failing,
  active: 0,
  dead: 0,
  oldest: oldestSeconds,
})

type LateRow = Late & { count: number }

async function late(asked: Promise<LateRow[]>): Promise<{ count: number; first: Late[] }> {
  const rows = await asked
  return { count: rows[0]?.count ?? 0, first: rows.map(({ count: _, ...row }) => row) }
}
