import 'server-only'
import type { Sql } from '#lib/adapters/db'
import type { DeliveryChoice, DeliveryLimits } from '#lib/domain/webhook'
import { chooseDue } from '#lib/services/webhooks/choose-due'
import type { Receivers } from '#lib/services/webhooks/receivers'
import { overlapHours } from '#lib/services/webhooks/webhook-secret'

/** Longer than an attempt may take. If the worker dies, another one claims the message after this time. */
const leaseSeconds = 30

export type Delivery = {
  id: string
  message_id: string
  /** The bounty or contributor that it is for. */
  owner: string
  url: string
  type: string
  /** JSON. */
  data: string
  occurred_seconds: number
  /** When it was claimed, by PostgreSQL's clock. */
  claimed_seconds: number
  /** Salts of the secrets to sign with. */
  salts: string[]
  /** With this one. It fences the claim: a result is stored only while it is still the last attempt. */
  attempts: number
}

type Ctx = { sql: Sql }

/** Chooses messages to send now, without those of owners that have an older one pending. */
export function findDue(
  { sql }: Ctx,
  { deliveries, hooks, owner }: Receivers,
  limits: DeliveryLimits,
): Promise<DeliveryChoice[]> {
  const due = sql`
    select d.id, w.url, d.next_attempt_at, d.attempts
    from ${sql(deliveries)} d join ${sql(hooks)} w using (${sql(owner)})
    where d.state = 'pending' and d.next_attempt_at <= now() and not exists (
      select 1 from ${sql(deliveries)} before
      where before.${sql(owner)} = d.${sql(owner)} and before.id < d.id and before.state = 'pending'
    )`
  return chooseDue({ sql }, due, limits)
}

/** Claims messages for this worker. Those that another worker claimed first are omitted. */
export async function claimDeliveries(
  { sql }: Ctx,
  { deliveries, hooks, owner }: Receivers,
  ids: readonly string[],
): Promise<Delivery[]> {
  if (ids.length === 0) return []
  return sql<Delivery[]>`
    update ${sql(deliveries)} d
    set attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    from ${sql(hooks)} w
    where w.${sql(owner)} = d.${sql(owner)} and d.id in (
      select id from ${sql(deliveries)}
      where id = any(${`{${ids.join()}}`}::bigint[]) and state = 'pending' and next_attempt_at <= now()
      for update skip locked
    )
    returning d.id, d.message_id, d.${sql(owner)} as owner, w.url, d.type, d.data::text as data,
              extract(epoch from d.occurred_at)::float8 as occurred_seconds,
              extract(epoch from now())::float8 as claimed_seconds, d.attempts,
              case when w.secret_rotated_at > now() - make_interval(hours => ${overlapHours}) then w.secret_salts
                   else w.secret_salts[cardinality(w.secret_salts):] end as salts`
}
