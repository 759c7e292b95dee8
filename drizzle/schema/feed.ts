import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { apiKey } from './api-key.ts'
import { bytes } from './columns.ts'

/**
 * The last position given out. One row, locked from when a publication takes its positions until it commits: positions
 * have no gap, and whoever sees one sees all before it.
 */
export const feedHead = pgTable(
  'feed_head',
  {
    one: boolean().primaryKey().default(true),
    position: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [check('feed_head_one_row', sql`${table.one}`)],
)

/** What was published, in order, for as long as a listener may come back for it. */
export const feed = pgTable(
  'feed',
  {
    position: bigint({ mode: 'number' }).primaryKey(),
    sha256: bytes().notNull(),
    cell: integer().notNull(),
    publishedAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    index('feed_by_cell').on(table.cell, table.position),
    index('feed_published_at').on(table.publishedAt),
  ],
)

/** A stream that is open, as long as its process says so: the limit of a key holds across processes. */
export const streamLease = pgTable(
  'stream_lease',
  {
    leaseId: uuid().primaryKey(),
    keyId: bigint({ mode: 'number' })
      .notNull()
      .references(() => apiKey.id),
    /** Real time, not the sandbox's: what a killed process held is free soon after. */
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** The newest end first when a key is allowed fewer. */
    openedAt: timestamp({ withTimezone: true }).notNull().default(sql`now()`),
  },
  (table) => [index('stream_lease_of_key').on(table.keyId, table.expiresAt)],
)
