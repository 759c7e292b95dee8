import 'server-only'
import webPush from 'web-push'
import type { PushKey } from '#lib/adapters/push-key'

/** Push services drop a message that no browser fetched within this time. */
const lifeSeconds = 24 * 3_600

type PushRequest = { headers: Record<string, string>; body: Uint8Array }

/**
 * Encrypts a message for one browser (RFC 8291) and signs the request for its push service (RFC 8292). Sends nothing: the
 * endpoint is an untrusted URL, which only `sendWebhook` may call.
 *
 * @param args.contact mailto: or https:, for the operator of the push service
 */
export function encryptPush(args: {
  subscription: { endpoint: string; p256dh: Uint8Array; auth: Uint8Array }
  message: object
  key: PushKey
  contact: string
}): PushRequest {
  const { subscription, message, key, contact } = args
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  const { headers, body } = webPush.generateRequestDetails(
    {
      endpoint: subscription.endpoint,
      keys: { p256dh: text(subscription.p256dh), auth: text(subscription.auth) },
    },
    JSON.stringify(message),
    {
      vapidDetails: { subject: contact, publicKey: key.publicKey, privateKey: key.privateKey },
      TTL: lifeSeconds,
      contentEncoding: 'aes128gcm',
      urgency: 'normal',
    },
  )
  const { 'Content-Length': _, ...rest } = headers as Record<string, string | number>
  const named = Object.entries(rest).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  return { headers: Object.fromEntries(named), body: body! }
}
