import 'server-only'
import { sql } from 'drizzle-orm'

const longSeconds = 120

// Columns within are spelled out: drizzle drops a table's name from what it selects of a single one, and within a subquery the
// bare name is that of the inner table.

/** Condition: of all signed and unmined ones of its lane, the next that the chain can take. */
export const isNext = sql`chain_tx.state = 'sent' and not exists (
  select from chain_tx before
  where before.chain_id = chain_tx.chain_id and before.sender = chain_tx.sender
    and before.state = 'sent' and before.nonce < chain_tx.nonce)`

/** Condition: nothing of its lane gets a nonce. */
export const laneIsFrozen = sql`exists (
  select from chain_account lane
  where lane.chain_id = chain_tx.chain_id and lane.address = chain_tx.sender and lane.frozen_at is not null)`

/** Condition: longer under way than any takes that nothing hinders. */
export const waitsLong = sql`chain_tx.created_at < service_now() - make_interval(secs => ${longSeconds})`
