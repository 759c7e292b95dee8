import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { blockerCodes } from '../../lib/domain/bounty/blocker.ts'
import { bounty } from './bounty.ts'

/**
 * Why a bounty in progress is stuck (its blocker), as the last worker that handled it found. A bounty that makes progress has no row.
 * A row is deleted when its bounty changes state. The table has an older word for blocker in its name: a rename takes three releases.
 */
export const bountyBlocker = pgTable(
  'bounty_hindrance',
  {
    bountyId: text()
      .primaryKey()
      .references(() => bounty.bountyId),
    code: text({ enum: blockerCodes }).notNull(),
    /** A sentence for operators. Has no secrets or endpoint URLs. */
    text: text().notNull(),
    /** Ids, and messages of a node or contract. */
    data: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    /** When the service retries automatically; `null` if that does not depend on time. */
    nextTryAt: timestamp({ withTimezone: true }),
    /** When this reason began. */
    since: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    /** When a worker last found this reason, to within half a minute. */
    lookedAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    check(
      'bounty_hindrance_code',
      sql`${table.code} in (${sql.raw(blockerCodes.map((code) => `'${code}'`).join(', '))})`,
    ),
    index('bounty_hindrance_since').on(table.since),
  ],
)
