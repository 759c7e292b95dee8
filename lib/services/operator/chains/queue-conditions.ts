import 'server-only'
import { sql } from 'drizzle-orm'

const longSeconds = 120

// Columns in subqueries are written in full: drizzle omits the table name when a query has a single table, and within a subquery the bare
// name would refer to the inner table.

/** Condition: the transaction is the next of its sender queue that the chain can mine. */
export const isNext = sql`chain_tx.state = 'sent' and not exists (
  select from chain_tx before
  where before.chain_id = chain_tx.chain_id and before.sender = chain_tx.sender
    and before.state = 'sent' and before.nonce < chain_tx.nonce)`

/** Condition: its sender queue is frozen, so that nothing in it gets a nonce. */
export const queueIsFrozen = sql`exists (
  select from chain_account queue
  where queue.chain_id = chain_tx.chain_id and queue.address = chain_tx.sender and queue.frozen_at is not null)`

/** Condition: the transaction has been under way for longer than is normal. */
export const waitsLong = sql`chain_tx.created_at < service_now() - make_interval(secs => ${longSeconds})`
