import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { hindranceCodes } from '../../lib/domain/hindrance.ts'
import { bounty } from './bounty.ts'

/**
 * Why a bounty under way goes no further, as the worker that looked at it last found. One that goes its way has no row; a row
 * leaves with the state it was about.
 */
export const bountyHindrance = pgTable(
  'bounty_hindrance',
  {
    bountyId: text()
      .primaryKey()
      .references(() => bounty.bountyId),
    code: text({ enum: hindranceCodes }).notNull(),
    /** A sentence for operators; no secret, no address of an endpoint. */
    text: text().notNull(),
    /** Ids and what a node or contract said. */
    data: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    /** When what waits is asked for anew without anybody doing anything; `null` when that depends on something else. */
    nextTryAt: timestamp({ withTimezone: true }),
    /** Since when it is this. */
    since: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    /** When a worker found it so for the last time, give or take half a minute. */
    lookedAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    check(
      'bounty_hindrance_code',
      sql`${table.code} in (${sql.raw(hindranceCodes.map((code) => `'${code}'`).join(', '))})`,
    ),
    index('bounty_hindrance_since').on(table.since),
  ],
)
