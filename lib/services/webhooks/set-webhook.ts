import 'server-only'
import type { TransactionSql } from 'postgres'
import type { Context } from '#lib/adapters/context'
import { fieldError } from '#lib/domain/errors'
import type { SetWebhook, Webhook } from '#lib/schemas/webhook'
import { getWebhook } from '#lib/services/webhooks/get-webhook'
import { type Receivers, receiverOf, type WebhookOwner } from '#lib/services/webhooks/receivers'
import { overlapHours } from '#lib/services/webhooks/webhook-secret'

/** Valid secrets of one receiver, so that the signatures of a message stay few. */
const maxSecrets = 4

/**
 * Sets the receiver of the messages of a bounty or contributor from now on. `null` removes the receiver and drops waiting messages.
 * Rotates the secret with which they are signed.
 *
 * @throws CairnError `invalid_request` if there is no receiver whose secret could be rotated
 */
export async function setWebhook(args: {
  ctx: Pick<Context, 'env' | 'sql'>
  input: SetWebhook & WebhookOwner
}): Promise<Webhook> {
  const { ctx, input } = args
  const { sql } = ctx
  const { receivers, ownerId } = receiverOf(input)
  const { hooks, owner } = receivers
  const { url } = input
  // One transaction: a removal at the same moment comes before or after both changes.
  await sql.begin(async (tx) => {
    if (url === null) await tx`delete from ${tx(hooks)} where ${tx(owner)} = ${ownerId}`
    else if (url !== undefined)
      await tx`
        insert into ${tx(hooks)} (${tx(owner)}, url) values (${ownerId}, ${url})
        on conflict (${tx(owner)}) do update set url = excluded.url`
    if (input.rotate_secret) await rotate(tx, receivers, ownerId)
  })
  return getWebhook({ ctx, input })
}

/** The secrets before this go on signing for a day from now, those of earlier rotations within a day among them. */
async function rotate(tx: TransactionSql, { hooks, owner, noun }: Receivers, ownerId: string): Promise<void> {
  const { count } = await tx`
    update ${tx(hooks)}
    set secret_salts = (case
          when secret_rotated_at > now() - make_interval(hours => ${overlapHours})
          then secret_salts[greatest(1, cardinality(secret_salts) - ${maxSecrets - 2}):]
          else secret_salts[cardinality(secret_salts):]
        end) || gen_random_uuid(),
        secret_rotated_at = now()
    where ${tx(owner)} = ${ownerId}`
  if (count === 0) throw fieldError('rotate_secret', `this ${noun} has no webhook; set its url first`)
}
