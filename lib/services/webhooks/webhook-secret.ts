import 'server-only'
import { createHmac } from 'node:crypto'
import type { Context } from '#lib/adapters/context'
import { deriveKey } from '#lib/adapters/derive-key'
import { signedContent, type WebhookMessage } from '#lib/domain/webhook'

type Ctx = Pick<Context, 'env'>

/** For so long after a rotation messages are signed with the secrets before it too. */
export const overlapHours = 24

/**
 * The salts from which the webhook secrets of one bounty are derived, the current one last. The secrets themselves are not
 * stored; they are derived when needed.
 */
export type SecretSalts = { bountyId: string; salts: readonly string[] }

function secretOf({ env }: Ctx, bountyId: string, salt: string): Buffer {
  const key = deriveKey({ secretKey: env.secretKey, purpose: 'webhooks' })
  return createHmac('sha256', key)
    .update(JSON.stringify([bountyId, salt]))
    .digest()
}

/** The current secret in the form that receivers store (Standard Webhooks). */
export function webhookSecret(ctx: Ctx, { bountyId, salts }: SecretSalts): string {
  return `whsec_${secretOf(ctx, bountyId, salts.at(-1)!).toString('base64')}`
}

/** The value of `webhook-signature`: one signature by each secret, the current one first. */
export function signWebhook(ctx: Ctx, { bountyId, salts }: SecretSalts, message: WebhookMessage): string {
  const content = signedContent(message)
  const signOne = (salt: string) =>
    createHmac('sha256', secretOf(ctx, bountyId, salt))
      .update(content)
      .digest('base64')
  return salts
    .toReversed()
    .map((salt) => `v1,${signOne(salt)}`)
    .join(' ')
}
