import { index, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'

/** How far ahead of the clock each client has spent its allowance. Unlogged: what a crash forgets is a minute of counting. */
export const rateLimit = pgTable(
  'rate_limit',
  {
    /** Keyed hash of policy and client: addresses themselves are kept nowhere. */
    keyHash: bytes().primaryKey(),
    spentUntil: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('rate_limit_spent_until').on(table.spentUntil)],
)
