import 'server-only'
import { createHmac } from 'node:crypto'
import type { Context } from '#lib/adapters/context'
import { deriveKey } from '#lib/adapters/derive-key'
import { signedContent, type WebhookMessage } from '#lib/domain/webhook'

type Ctx = Pick<Context, 'env'>

/** For so long after a rotation messages are signed with the secrets before it too. */
export const overlapHours = 24

/**
 * The salts from which the webhook secrets of one owner, a bounty or a contributor, are derived, the current one last. The
 * secrets themselves are not stored; they are derived when needed.
 */
export type SecretSalts = { owner: string; salts: readonly string[] }

function secretOf({ env }: Ctx, owner: string, salt: string): Buffer {
  const key = deriveKey({ secretKey: env.secretKey, purpose: 'webhooks' })
  return createHmac('sha256', key)
    .update(JSON.stringify([owner, salt]))
    .digest()
}

/** The current secret in the form that receivers store (Standard Webhooks). */
export function webhookSecret(ctx: Ctx, { owner, salts }: SecretSalts): string {
  return `whsec_${secretOf(ctx, owner, salts.at(-1)!).toString('base64')}`
}

/** The value of `webhook-signature`: one signature by each secret, the current one first. */
export function signWebhook(ctx: Ctx, { owner, salts }: SecretSalts, message: WebhookMessage): string {
  const content = signedContent(message)
  const signOne = (salt: string) =>
    createHmac('sha256', secretOf(ctx, owner, salt))
      .update(content)
      .digest('base64')
  return salts
    .toReversed()
    .map((salt) => `v1,${signOne(salt)}`)
    .join(' ')
}
