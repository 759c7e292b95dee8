import 'server-only'
import type { Context } from '#lib/adapters/context'
import { encryptPush } from '#lib/adapters/encrypt-push'
import type { PushConfig } from '#lib/adapters/env-push'
import { metrics } from '#lib/adapters/metrics/registry'
import { sendWebhook } from '#lib/adapters/send-webhook'
import { ForbiddenAddress } from '#lib/adapters/webhook-address'
import { type NoticeKind, pushMessage, pushOutcome } from '#lib/domain/notice'
import { type DeliveryChoice, type DeliveryLimits, nextTryAfter } from '#lib/domain/webhook'
import { chooseDue } from '#lib/services/webhooks/choose-due'
import { type Deliverer, openSlots } from '#lib/services/webhooks/open-slots'

/** Longer than an attempt may take. When its worker dies, another one claims the message after this. */
const leaseSeconds = 30

type Push = {
  id: string
  subscription_id: string
  notice_id: string
  endpoint: string
  p256dh: Uint8Array
  auth: Uint8Array
  kind: NoticeKind
  /** Including this attempt. Its result is stored only while it is the latest attempt. */
  attempts: number
}

type Ctx = Pick<Context, 'sql' | 'env' | 'log'>

/**
 * Sends notices to browsers, each browser's oldest first. It has its own slots, separate from those of webhooks: neither delays the other.
 */
export function openPushDeliverer(args: {
  ctx: Ctx
  push: PushConfig
  limits?: DeliveryLimits
  onEnd?: () => void
}): Deliverer {
  const { ctx, push, ...options } = args
  const queue = {
    findDue: (limits: DeliveryLimits) => findDue(ctx, limits),
    claim: (ids: readonly string[]) => claim(ctx, ids),
    attempt: (one: Push) => attempt(ctx, push, one),
    nextDueMs: async () => {
      const [row] = await ctx.sql<{ ms: number | null }[]>`
        select (extract(epoch from min(next_attempt_at) - now()) * 1000)::float8 as ms from push_delivery`
      return row?.ms ?? undefined
    },
  }
  return openSlots({ ...options, queue, log: ctx.log })
}

function findDue({ sql }: Pick<Ctx, 'sql'>, limits: DeliveryLimits): Promise<DeliveryChoice[]> {
  const due = sql`
    select d.id, p.endpoint as url, d.next_attempt_at, d.attempts
    from push_delivery d join push_subscription p on p.id = d.subscription_id
    where d.next_attempt_at <= now() and not exists (
      select 1 from push_delivery before
      where before.subscription_id = d.subscription_id and before.id < d.id
    )`
  return chooseDue({ sql }, due, limits)
}

async function claim({ sql }: Pick<Ctx, 'sql'>, ids: readonly string[]): Promise<Push[]> {
  if (ids.length === 0) return []
  return sql<Push[]>`
    update push_delivery d
    set attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    from push_subscription p, notice n
    where p.id = d.subscription_id and n.id = d.notice_id and d.id in (
      select id from push_delivery
      where id = any(${`{${ids.join()}}`}::bigint[]) and next_attempt_at <= now()
      for update skip locked
    )
    returning d.id, d.subscription_id, d.notice_id, p.endpoint, p.p256dh, p.auth, n.kind, d.attempts`
}

async function attempt(ctx: Ctx, push: PushConfig, one: Push): Promise<void> {
  const { status, isForbidden } = await send(ctx, push, one)
  // A push service is on the public internet.
  const outcome = isForbidden ? 'gone' : pushOutcome(status)
  if (outcome === 'gone') {
    await ctx.sql`delete from push_subscription where id = ${one.subscription_id}`
    return
  }
  const waitSeconds = outcome === 'again' ? nextTryAfter(one.attempts) : undefined
  if (waitSeconds === undefined) {
    await ctx.sql`delete from push_delivery where id = ${one.id} and attempts = ${one.attempts}`
    if (outcome !== 'delivered') {
      metrics().pushesGivenUp.inc({ status: String(status ?? 'none') })
      ctx.log.warn({ status, kind: one.kind }, 'notification given up')
    }
    return
  }
  // If this worker was delayed, another one has tried since, and its result counts.
  await ctx.sql`
    update push_delivery set next_attempt_at = now() + make_interval(secs => ${waitSeconds})
    where id = ${one.id} and attempts = ${one.attempts}`
}

async function send(
  { env }: Ctx,
  { key, contact }: PushConfig,
  one: Push,
): Promise<{ status?: number; isForbidden: boolean }> {
  const message = pushMessage({ noticeId: one.notice_id, kind: one.kind })
  try {
    const { headers, body } = encryptPush({ subscription: one, message, key, contact })
    const mayBeLocal = env.mode === 'sandbox'
    return {
      status: await sendWebhook({ url: one.endpoint, headers, body, mayBeLocal }),
      isForbidden: false,
    }
  } catch (error) {
    return { isForbidden: error instanceof ForbiddenAddress }
  }
}
