import 'server-only'
import { createHmac } from 'node:crypto'
import type { Context } from '#lib/adapters/context'
import { deriveKey } from '#lib/adapters/derive-key'
import { signedContent, type WebhookMessage } from '#lib/domain/webhook'

type Ctx = Pick<Context, 'env'>

/** The key that messages about one bounty are signed with: derived, so that it can be told again and stored nowhere. */
function keyOf({ env }: Ctx, bountyId: string): Buffer {
  const key = deriveKey({ secretKey: env.secretKey, purpose: 'webhooks' })
  return createHmac('sha256', key).update(bountyId).digest()
}

/** As receivers keep it. */
export function webhookSecret(ctx: Ctx, bountyId: string): string {
  return `whsec_${keyOf(ctx, bountyId).toString('base64')}`
}

/** The value of `webhook-signature`. */
export function signWebhook(ctx: Ctx, bountyId: string, message: WebhookMessage): string {
  return `v1,${createHmac('sha256', keyOf(ctx, bountyId)).update(signedContent(message)).digest('base64')}`
}
