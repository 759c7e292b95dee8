import 'server-only'
import type { Context } from '#lib/adapters/context'
import { isoSeconds } from '#lib/domain/text/iso-time'
import type { Webhook } from '#lib/schemas/webhook'
import { receiverOf, type WebhookOwner } from '#lib/services/webhooks/receivers'
import { overlapHours, webhookSecret } from '#lib/services/webhooks/webhook-secret'

type Row = {
  url: string
  salts: string[]
  /** Until when messages are also signed with earlier secrets; `null`: only with the current one. Epoch seconds, as `lastAt`. */
  overlapsUntil: number | null
  pending: number
  givenUp: number
  lastAt: number | null
  lastResult: string | null
}

/** Returns the URL for an owner's messages, their signing secret, and the result of the last delivery. */
export async function getWebhook(args: {
  ctx: Pick<Context, 'sql' | 'env'>
  input: WebhookOwner
}): Promise<Webhook> {
  const { ctx, input } = args
  const { sql } = ctx
  const {
    receivers: { hooks, deliveries, owner },
    ownerId,
  } = receiverOf(input)
  const [hook] = await sql<Row[]>`
    select url, secret_salts as salts, counts.*, last.*,
      case when secret_rotated_at > now() - make_interval(hours => ${overlapHours})
        then extract(epoch from secret_rotated_at)::float8 + ${overlapHours} * 3600 end as "overlapsUntil"
    from ${sql(hooks)} hook
    cross join lateral (
      select count(*) filter (where state = 'pending')::int as pending,
        count(*) filter (where state = 'given_up')::int as "givenUp"
      from ${sql(deliveries)} where ${sql(owner)} = hook.${sql(owner)}
    ) counts
    left join lateral (
      select extract(epoch from last_attempt_at)::float8 as "lastAt", last_result as "lastResult"
      from ${sql(deliveries)} where ${sql(owner)} = hook.${sql(owner)} and last_attempt_at is not null
      order by last_attempt_at desc limit 1
    ) last on true
    where ${sql(owner)} = ${ownerId}`
  if (!hook)
    return {
      url: null,
      secret: null,
      previous_secrets_until: null,
      pending: 0,
      given_up: 0,
      last_attempt: null,
    }
  const iso = (seconds: number) => isoSeconds(Math.floor(seconds))
  return {
    url: hook.url,
    secret: webhookSecret(ctx, { owner: ownerId, salts: hook.salts }),
    previous_secrets_until: hook.overlapsUntil === null ? null : iso(hook.overlapsUntil),
    pending: hook.pending,
    given_up: hook.givenUp,
    last_attempt: hook.lastAt === null ? null : { at: iso(hook.lastAt), result: hook.lastResult ?? '' },
  }
}
