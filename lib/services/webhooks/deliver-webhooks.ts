import 'server-only'
import type { Context } from '#lib/adapters/context'
import { sendWebhook } from '#lib/adapters/send-webhook'
import { isoSeconds } from '#lib/domain/iso-time'
import { nextTryAfter } from '#lib/domain/webhook'
import { signWebhook } from '#lib/services/webhooks/webhook-secret'

const atOnce = 20
/** Longer than a try may take: should its worker die, another one tries again. */
const leaseSeconds = 30
const keptDays = 30
const goneStatus = 410

type Ctx = Pick<Context, 'sql' | 'env' | 'log'>
type Due = {
  id: string
  message_id: string
  bounty_id: string
  url: string
  type: string
  /** JSON. */
  data: string
  occurred_seconds: number
  attempts: number
}

/**
 * Sends what is due, each bounty's oldest first, several bounties at once. A receiver may get a message twice, when a worker dies
 * between its answer and our note of it; it has one `webhook-id` all the same.
 *
 * @returns how many were tried
 */
export async function deliverWebhooks({ ctx }: { ctx: Ctx }): Promise<{ tried: number }> {
  const due = await takeDue(ctx)
  await Promise.all(due.map((one) => deliver(ctx, one)))
  return { tried: due.length }
}

/** Deletes what was told long ago. */
export async function forgetDelivered({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<void> {
  await ctx.sql`
    delete from webhook_delivery
    where state <> 'pending' and last_attempt_at < now() - make_interval(days => ${keptDays})`
}

function takeDue({ sql }: Ctx): Promise<Due[]> {
  return sql<Due[]>`
    with due as (
      select d.id from webhook_delivery d
      where d.state = 'pending' and d.next_attempt_at <= now() and not exists (
        select 1 from webhook_delivery before
        where before.bounty_id = d.bounty_id and before.id < d.id and before.state = 'pending'
      )
      order by d.next_attempt_at
      limit ${atOnce}
      for update skip locked
    )
    update webhook_delivery d
    set attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    from due, bounty_webhook w
    where d.id = due.id and w.bounty_id = d.bounty_id
    returning d.id, d.message_id, d.bounty_id, w.url, d.type, d.data::text as data,
              extract(epoch from d.occurred_at)::float8 as occurred_seconds, d.attempts`
}

async function deliver(ctx: Ctx, due: Due): Promise<void> {
  const { status, result } = await attempt(ctx, due)
  const isTaken = status !== undefined && status >= 200 && status < 300
  const waitSeconds = isTaken || status === goneStatus ? undefined : nextTryAfter(due.attempts)
  const state = isTaken ? 'delivered' : waitSeconds === undefined ? 'given_up' : 'pending'
  // Another worker may have tried since, should this one have been held up: its word counts then.
  await ctx.sql`
    update webhook_delivery
    set state = ${state}, last_attempt_at = now(), last_result = ${result},
        next_attempt_at = now() + make_interval(secs => ${waitSeconds ?? 0})
    where id = ${due.id} and attempts = ${due.attempts} and state = 'pending'`
  if (state === 'given_up')
    ctx.log.warn({ bountyId: due.bounty_id, type: due.type, result }, 'webhook given up')
}

async function attempt(ctx: Ctx, due: Due): Promise<{ status?: number; result: string }> {
  const message = {
    messageId: due.message_id,
    timestamp: Math.floor(Date.now() / 1_000),
    body: JSON.stringify({
      type: due.type,
      timestamp: isoSeconds(Math.floor(due.occurred_seconds)),
      data: JSON.parse(due.data),
    }),
  }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Cairn',
    'webhook-id': message.messageId,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': signWebhook(ctx, due.bounty_id, message),
  }
  try {
    const { url } = due
    const status = await sendWebhook({
      url,
      headers,
      body: message.body,
      mayBeLocal: ctx.env.mode === 'sandbox',
    })
    return { status, result: String(status) }
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException
    return {
      result:
        name === 'TimeoutError' || code === 'ABORT_ERR'
          ? 'no answer in 10 seconds'
          : (reasons[code ?? ''] ?? 'no connection'),
    }
  }
}

/** Nothing of our own network is told; only what its owner can mend. */
const reasons: Record<string, string> = {
  EFORBIDDENADDRESS: 'the address is not on the open internet',
  ENOTFOUND: 'the name was not found',
  ECONNREFUSED: 'the connection was refused',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is not one of a known authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not one of a known authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is not one of a known authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
}
