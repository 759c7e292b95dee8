import 'server-only'
import type { Context } from '#lib/adapters/context'

export type WaitingPushes = {
  /** Notifications that no push service has taken yet. */
  waiting: number
  /** Of those, the ones that were tried without success. */
  failing: number
  /** How long the oldest has been due. Only the oldest of each browser can be due; `null` if no notification is. */
  oldestSeconds: number | null
}

/** How many notifications wait for push services, and for how long. @returns `null` if this service sends none */
export async function countWaitingPushes(args: {
  ctx: Pick<Context, 'sql' | 'env'>
}): Promise<WaitingPushes | null> {
  const { sql, env } = args.ctx
  if (!env.push) return null
  // A first attempt under way is not due before its claim ends.
  const [row] = await sql<{ waiting: number; failing: number; oldest: number | null }[]>`
    select count(*)::int as waiting,
      count(*) filter (where attempts > 1 or attempts = 1 and next_attempt_at <= now())::int as failing,
      extract(epoch from now() - min(next_attempt_at) filter (where next_attempt_at <= now() and not exists (
        select from push_delivery before
        where before.subscription_id = d.subscription_id and before.id < d.id)))::int as oldest
    from push_delivery d`
  return { waiting: row!.waiting, failing: row!.failing, oldestSeconds: row!.oldest }
}
