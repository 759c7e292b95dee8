import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { bountyWebhook, webhookDelivery } from '#db/schema/webhook'
import type { Context } from '#lib/adapters/context'
import { isoTime } from '#lib/domain/text/iso-time'
import type { Webhook } from '#lib/schemas/webhook'
import { overlapHours, webhookSecret } from '#lib/services/webhooks/webhook-secret'

/** Returns the URL for a bounty's messages, their signing secret, and the result of the last delivery. */
export async function getWebhook(args: {
  ctx: Pick<Context, 'db' | 'env'>
  input: { bountyId: string }
}): Promise<Webhook> {
  const { ctx, input } = args
  const { bountyId } = input
  const [hook] = await ctx.db
    .select({
      url: bountyWebhook.url,
      salts: bountyWebhook.secretSalts,
      rotatedAt: bountyWebhook.secretRotatedAt,
      isOverlapping: sql<boolean>`coalesce(${bountyWebhook.secretRotatedAt} > now() - make_interval(hours => ${overlapHours}), false)`,
    })
    .from(bountyWebhook)
    .where(eq(bountyWebhook.bountyId, bountyId))
  if (!hook)
    return {
      ...{ url: null, secret: null, previous_secrets_until: null },
      ...{ pending: 0, given_up: 0, last_attempt: null },
    }
  const [counts] = await ctx.db
    .select({
      pending: sql<number>`count(*) filter (where ${webhookDelivery.state} = 'pending')::int`,
      givenUp: sql<number>`count(*) filter (where ${webhookDelivery.state} = 'given_up')::int`,
    })
    .from(webhookDelivery)
    .where(eq(webhookDelivery.bountyId, bountyId))
  const [last] = await ctx.db
    .select({ at: webhookDelivery.lastAttemptAt, result: webhookDelivery.lastResult })
    .from(webhookDelivery)
    .where(sql`${webhookDelivery.bountyId} = ${bountyId} and ${webhookDelivery.lastAttemptAt} is not null`)
    .orderBy(sql`${webhookDelivery.lastAttemptAt} desc`)
    .limit(1)
  return {
    url: hook.url,
    secret: webhookSecret(ctx, { bountyId, salts: hook.salts }),
    previous_secrets_until:
      hook.rotatedAt && hook.isOverlapping
        ? isoTime(new Date(hook.rotatedAt.getTime() + overlapHours * 3_600_000))
        : null,
    pending: counts!.pending,
    given_up: counts!.givenUp,
    last_attempt: last?.at ? { at: isoTime(last.at), result: last.result ?? '' } : null,
  }
}
