import { index, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'

/** How far ahead of the clock each client has spent its allowance. Unlogged: a crash forgets what was counted in the window, a minute for all but uploads. */
export const rateLimit = pgTable(
  'rate_limit',
  {
    /** Keyed hash of the policy and the client. Client addresses are not stored. */
    keyHash: bytes().primaryKey(),
    spentUntil: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('rate_limit_spent_until').on(table.spentUntil)],
)
