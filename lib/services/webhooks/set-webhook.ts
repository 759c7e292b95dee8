import 'server-only'
import { eq } from 'drizzle-orm'
import { bountyWebhook } from '#db/schema/webhook'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import type { SetWebhook, Webhook } from '#lib/schemas/webhook'
import { getWebhook } from '#lib/services/webhooks/get-webhook'
import { overlapHours } from '#lib/services/webhooks/webhook-secret'

/** Valid secrets of one receiver, so that the signatures of a message stay few. */
const maxSecrets = 4

/**
 * Sets the receiver of a bounty's messages from now on. `null` removes the receiver and drops waiting messages. Rotates the secret with
 * which they are signed.
 *
 * @throws CairnError `invalid_request` if there is no receiver whose secret could be rotated
 */
export async function setWebhook(args: {
  ctx: Pick<Context, 'db' | 'env' | 'sql'>
  input: SetWebhook & { bountyId: string }
}): Promise<Webhook> {
  const { ctx, input } = args
  const { bountyId, url } = input
  if (url === null) await ctx.db.delete(bountyWebhook).where(eq(bountyWebhook.bountyId, bountyId))
  else if (url !== undefined)
    await ctx.db
      .insert(bountyWebhook)
      .values({ bountyId, url })
      .onConflictDoUpdate({ target: bountyWebhook.bountyId, set: { url } })
  if (input.rotate_secret) await rotate(ctx, bountyId)
  return getWebhook({ ctx, input })
}

/** The secrets before this go on signing for a day from now, those of earlier rotations within a day among them. */
async function rotate({ sql }: Pick<Context, 'sql'>, bountyId: string): Promise<void> {
  const { count } = await sql`
    update bounty_webhook
    set secret_salts = (case
          when secret_rotated_at > now() - make_interval(hours => ${overlapHours})
          then secret_salts[greatest(1, cardinality(secret_salts) - ${maxSecrets - 2}):]
          else secret_salts[cardinality(secret_salts):]
        end) || gen_random_uuid(),
        secret_rotated_at = now()
    where bounty_id = ${bountyId}`
  if (count === 0)
    throw new CairnError('invalid_request', 'rotate_secret: this bounty has no webhook; set its url first', {
      field: 'rotate_secret',
    })
}
