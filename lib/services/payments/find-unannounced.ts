import 'server-only'
import type { Context } from '#lib/adapters/context'

/** Work that requests store without a notification, because a notification for each sale would wake every step of every worker. */
export type Unannounced = {
  /** The sender queues with open transactions, as `senderQueueName` names them. */
  queues: ReadonlySet<string>
  /** Milliseconds until `reconcilePayments` has to look up a payment; negative if it is due, `undefined` if none is open. */
  paymentDueMs: number | undefined
}

/** Finds it with one statement, which reads only the rows that are open. */
export async function findUnannounced({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<Unannounced> {
  // The times are those of the condition in `reconcilePayments`.
  const [row] = await ctx.sql<{ queues: string[] | null; ms: number | null }[]>`
    select
      (select array_agg(distinct chain_id || ' ' || sender) from chain_tx where state in ('queued', 'sent', 'mined')) as queues,
      (select extract(epoch from min(case state
          when 'claimed' then claimed_until
          when 'settling' then greatest(claimed_until, again)
          else coalesce(again, now())
        end) - now()) * 1000
        from payment cross join lateral (select looked_at + (looked_at - claimed_until) / 10 as again)
        where closed_at is null and state in ('claimed', 'settling', 'failed'))::float8 as ms`
  return { queues: new Set(row!.queues), paymentDueMs: row!.ms ?? undefined }
}

export function senderQueueName(chainId: number, sender: string): string {
  return `${chainId} ${sender.toLowerCase()}`
}
