import 'server-only'
import type { Context } from '#lib/adapters/context'
import { sendWebhook, webhookTimeoutMs } from '#lib/adapters/send-webhook'
import { isoSeconds } from '#lib/domain/text/iso-time'
import { nextTryAfter } from '#lib/domain/webhook'
import type { Delivery } from '#lib/services/webhooks/claim-deliveries'
import type { Receivers } from '#lib/services/webhooks/receivers'
import { signWebhook } from '#lib/services/webhooks/webhook-secret'

type Ctx = Pick<Context, 'sql' | 'env' | 'log'>

const goneStatus = 410

/** Sends a claimed message once, and stores what became of it. */
export async function tryDelivery(
  ctx: Ctx,
  receivers: Receivers,
  delivery: Delivery,
  timeoutMs = webhookTimeoutMs,
): Promise<void> {
  const { sql } = ctx
  const { status, result } = await send(ctx, delivery, timeoutMs)
  const isTaken = status !== undefined && status >= 200 && status < 300
  const waitSeconds = isTaken || status === goneStatus ? undefined : nextTryAfter(delivery.attempts)
  const state = isTaken ? 'delivered' : waitSeconds === undefined ? 'given_up' : 'pending'
  // If this worker was delayed, another one has tried since, and its result counts.
  const { count } = await sql`
    update ${sql(receivers.deliveries)}
    set state = ${state}, last_attempt_at = now(), last_result = ${result},
        next_attempt_at = now() + make_interval(secs => ${waitSeconds ?? 0})
    where id = ${delivery.id} and attempts = ${delivery.attempts} and state = 'pending'`
  if (state === 'given_up' && count > 0)
    ctx.log.warn({ [receivers.logName]: delivery.owner, type: delivery.type, result }, 'webhook given up')
}

async function send(
  ctx: Ctx,
  delivery: Delivery,
  timeoutMs: number,
): Promise<{ status?: number; result: string }> {
  const message = {
    messageId: delivery.message_id,
    // The database's time, because this machine's clock may be wrong, and receivers refuse messages with a wrong time.
    timestamp: Math.floor(delivery.claimed_seconds),
    body: JSON.stringify({
      type: delivery.type,
      timestamp: isoSeconds(Math.floor(delivery.occurred_seconds)),
      data: JSON.parse(delivery.data),
    }),
  }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Cairn',
    'webhook-id': message.messageId,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': signWebhook(ctx, delivery, message),
  }
  try {
    const { url } = delivery
    const mayBeLocal = ctx.env.mode === 'sandbox'
    const status = await sendWebhook({ url, headers, body: message.body, mayBeLocal, timeoutMs })
    return { status, result: String(status) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { result: reasons[code ?? ''] ?? 'no connection' }
  }
}

/** Shown to the owner: only problems that the owner can fix, and nothing about our own network. */
const reasons: Record<string, string> = {
  EFORBIDDENADDRESS: 'the address is not on the open internet',
  ENOTFOUND: 'the name was not found',
  ECONNREFUSED: 'the connection was refused',
  ETIMEDOUT: `no answer in ${webhookTimeoutMs / 1_000} seconds`,
  ENOANSWER: 'the connection was closed without an answer',
  ECONNRESET: 'the connection was closed without an answer',
  EINFORMATIONAL: 'too many informational responses (1xx) before the answer',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is not one of a known authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not one of a known authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is not one of a known authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
}
