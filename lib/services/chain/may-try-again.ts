import 'server-only'
import { sql } from 'drizzle-orm'
import { chainTx } from '#db/schema/outbox'

/** Column: whether the end is long enough ago to try again. */
export const mayTryAgain = endedBefore(60)

/** Column: whether a transaction has not changed for this long. */
export function endedBefore(seconds: number) {
  return sql<boolean>`${chainTx.updatedAt} < service_now() - make_interval(secs => ${seconds})`
}
