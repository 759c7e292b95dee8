import 'server-only'
import type { Fragment } from 'postgres'
import type { Sql } from '#lib/adapters/db'
import type { DeliveryChoice, DeliveryLimits } from '#lib/domain/webhook'

/**
 * Chooses messages to send now. First tries and retries are listed separately, and for each receiver only as many as it has slots, so that
 * no backlog hides another receiver's message.
 *
 * @param due selects `id`, `url`, `next_attempt_at` and `attempts` of the messages that could be sent
 */
export async function chooseDue(
  { sql }: { sql: Sql },
  due: Fragment,
  { total, perReceiver }: DeliveryLimits,
): Promise<DeliveryChoice[]> {
  const rows = await sql<{ id: string; url: string; is_retry: boolean }[]>`
    with ranked as (
      select id, url, next_attempt_at, attempts > 0 as is_retry, row_number() over (
        partition by attempts > 0, coalesce(substring(url from '^[^:]+://[^/?#]+'), url) order by next_attempt_at, id
      ) as of_receiver
      from (${due}) due
    ), listed as (
      select *, row_number() over (partition by is_retry order by of_receiver, next_attempt_at, id) as place
      from ranked where of_receiver <= ${perReceiver}
    )
    select id, url, is_retry from listed where place <= ${total} order by next_attempt_at, id`
  return rows.map(({ id, url, is_retry }) => ({ id, receiver: new URL(url).origin, isRetry: is_retry }))
}
