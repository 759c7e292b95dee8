import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { apiKey } from './api-key.ts'
import { bytes } from './columns.ts'

/**
 * The last position in the feed: one row. A publication locks it until it commits, so positions have no gaps, and a reader that
 * sees a position sees all earlier ones.
 */
export const feedHead = pgTable(
  'feed_head',
  {
    one: boolean().primaryKey().default(true),
    position: bigint({ mode: 'number' }).notNull().default(0),
    /**
     * Random, and new with every change of what is published, which triggers write (`sql/published-version.sql`). A server with the same
     * value has the same published observations.
     */
    publishedVersion: uuid().notNull().default('00000000-0000-0000-0000-000000000000'),
    /** The version before the last change. A shard that has not received that one missed a change, and stops (`drizzle/shard.sql`). */
    previousVersion: uuid().notNull().default('00000000-0000-0000-0000-000000000000'),
  },
  (table) => [check('feed_head_one_row', sql`${table.one}`)],
)

/** Published observations in order. Rows are deleted once listeners can no longer resume from them. */
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

/** Open streams. Each process renews the leases of its own, so that the limit of a key holds across processes. */
export const streamLease = pgTable(
  'stream_lease',
  {
    leaseId: uuid().primaryKey(),
    keyId: bigint({ mode: 'number' })
      .notNull()
      .references(() => apiKey.id),
    /** Real time, not the sandbox's: the leases of a killed process expire soon after. */
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** When a key's limit is lowered, its newest streams are closed first. */
    openedAt: timestamp({ withTimezone: true }).notNull().default(sql`now()`),
  },
  (table) => [index('stream_lease_of_key').on(table.keyId, table.expiresAt)],
)
