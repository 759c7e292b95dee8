import 'server-only'
import { desc, eq } from 'drizzle-orm'
import { bountyWebhook, webhookDelivery } from '#db/schema/webhook'
import type { Context } from '#lib/adapters/context'
import { isoTime } from '#lib/domain/text/iso-time'
import type { OperatorBountyDetail } from '#lib/schemas/operator-bounty'

const maxShown = 50

/** Lists the webhook deliveries to the owner's receiver, newest first; `null` if it has no receiver. */
export async function listDeliveries(args: {
  ctx: Pick<Context, 'db'>
  bountyId: string
}): Promise<OperatorBountyDetail['webhook']> {
  const { ctx, bountyId } = args
  const [hook] = await ctx.db
    .select({ url: bountyWebhook.url })
    .from(bountyWebhook)
    .where(eq(bountyWebhook.bountyId, bountyId))
  if (!hook) return null
  const rows = await ctx.db
    .select()
    .from(webhookDelivery)
    .where(eq(webhookDelivery.bountyId, bountyId))
    .orderBy(desc(webhookDelivery.id))
    .limit(maxShown)
  return {
    // Path and query often contain a secret.
    host: new URL(hook.url).host,
    deliveries: rows.map((row) => ({
      id: row.id,
      message_id: row.messageId,
      type: row.type,
      state: row.state,
      attempts: row.attempts,
      occurred_at: isoTime(row.occurredAt),
      next_attempt_at: row.state === 'pending' ? isoTime(row.nextAttemptAt) : null,
      last_attempt_at: row.lastAttemptAt && isoTime(row.lastAttemptAt),
      last_result: row.lastResult,
    })),
  }
}
