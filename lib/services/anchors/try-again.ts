import 'server-only'
import { sql } from 'drizzle-orm'
import { chainTx } from '#db/schema/outbox'

type ChainTxState = typeof chainTx.$inferSelect.state

const waitSeconds = 60

/** A transaction that can never take effect any more, so that another may be asked for. */
export function endedWithoutEffect(state: ChainTxState): boolean {
  return state === 'rejected' || state === 'reverted' || state === 'lost'
}

/** Column: whether the end is long enough ago to try again. */
export const mayTryAgain = sql<boolean>`${chainTx.updatedAt} < service_now() - make_interval(secs => ${waitSeconds})`
