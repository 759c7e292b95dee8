import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { capture } from './capture.ts'
import { bytes } from './columns.ts'

/**
 * Captures that are no longer sold or shown. A withdrawal deletes the row in `observation`, so queries do not read this table. The
 * capture and its leaf remain, because their tree is attested.
 */
export const withdrawnCapture = pgTable(
  'withdrawn_capture',
  {
    sha256: bytes()
      .primaryKey()
      .references(() => capture.sha256),
    /** For the public count. The operator's own words are in `operator_action` only. */
    reason: text({ enum: ['rights', 'privacy', 'wrong_place', 'not_real', 'other'] }).notNull(),
    withdrawnAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    /** True if it was an observation before. Listeners received it then, and do not receive it again if it is restored. */
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
