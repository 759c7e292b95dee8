import { sql } from 'drizzle-orm'
import { check, integer, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * What shared caches have to drop, written in the transaction of the withdrawal. Each key is purged twice: at once, and later, because an
 * answer that was on its way may have been stored after the first time. Then its row is deleted.
 */
export const cachePurge = pgTable(
  'cache_purge',
  {
    key: text().primaryKey(),
    /** Changes with each withdrawal, so that a purge that began before it does not count for it. */
    generation: integer().notNull().default(1),
    remaining: smallint().notNull().default(2),
    dueAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('cache_purge_remaining', sql`${table.remaining} in (1, 2)`)],
)
