import 'server-only'
import { eq } from 'drizzle-orm'
import { bountyWebhook } from '#db/schema/webhook'
import type { Context } from '#lib/adapters/context'
import type { Webhook } from '#lib/schemas/webhook'
import { getWebhook } from '#lib/services/webhooks/get-webhook'

/** Says where to tell what happens to a bounty from now on; with `null`, nowhere, and what still waits is dropped. */
export async function setWebhook(args: {
  ctx: Pick<Context, 'db' | 'env'>
  input: { bountyId: string; url: string | null }
}): Promise<Webhook> {
  const { ctx, input } = args
  const { bountyId, url } = input
  if (url === null) await ctx.db.delete(bountyWebhook).where(eq(bountyWebhook.bountyId, bountyId))
  else
    await ctx.db
      .insert(bountyWebhook)
      .values({ bountyId, url })
      .onConflictDoUpdate({ target: bountyWebhook.bountyId, set: { url } })
  return getWebhook({ ctx, input })
}
