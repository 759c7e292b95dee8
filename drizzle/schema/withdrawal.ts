import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { capture } from './capture.ts'
import { bytes } from './columns.ts'

/**
 * Captures that are neither sold nor shown any more. What leaves is the row of `observation`, so that no query has to look
 * here; the capture and its leaf stay, since the tree that holds them is attested.
 */
export const withdrawnCapture = pgTable(
  'withdrawn_capture',
  {
    sha256: bytes()
      .primaryKey()
      .references(() => capture.sha256),
    /** For the public count. What the operator wrote stands in the log of actions alone. */
    reason: text({ enum: ['rights', 'privacy', 'wrong_place', 'not_real', 'other'] }).notNull(),
    withdrawnAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    /** Whether it was observed before: listeners have been told of it then, and are not told again when it comes back. */
    wasObserved: boolean().notNull(),
  },
  (table) => [
    check('withdrawn_capture_sha256_length', sql`octet_length(${table.sha256}) = 32`),
    check(
      'withdrawn_capture_reason',
      sql`${table.reason} in ('rights', 'privacy', 'wrong_place', 'not_real', 'other')`,
    ),
    index('withdrawn_capture_newest').on(table.withdrawnAt, table.sha256),
    index('withdrawn_capture_by_reason').on(table.reason, table.withdrawnAt, table.sha256),
  ],
)
