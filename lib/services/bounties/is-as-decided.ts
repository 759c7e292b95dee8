import 'server-only'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'

type Decided = Pick<
  typeof bounty.$inferSelect,
  'state' | 'postChainTxId' | 'exitChainTxId' | 'paybackChainTxId' | 'postIsFinal'
>

/** Guard: state and transactions have not changed since the decision. */
export function isAsDecided(row: Decided): SQL | undefined {
  return and(
    eq(bounty.state, row.state),
    sql`${bounty.postChainTxId} is not distinct from ${row.postChainTxId}`,
    sql`${bounty.exitChainTxId} is not distinct from ${row.exitChainTxId}`,
    sql`${bounty.paybackChainTxId} is not distinct from ${row.paybackChainTxId}`,
    eq(bounty.postIsFinal, row.postIsFinal),
  )
}
