import 'server-only'
import { sql } from 'drizzle-orm'
import { chainTx } from '#db/schema/outbox'

const waitSeconds = 60

/** Column: whether the end is long enough ago to try again. */
export const mayTryAgain = sql<boolean>`${chainTx.updatedAt} < service_now() - make_interval(secs => ${waitSeconds})`
