import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

/**
 * Rounds in which captures that bounties deliver are published together, so that their times do not name their releases. The times
 * of an open round are secret.
 */
export const publicationRound = pgTable(
  'publication_round',
  {
    roundId: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Manifests of models have rounds of their own, so that the time of a film never depends on one. */
    contents: text({ enum: ['films', 'manifests'] }).notNull(),
    openedAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    /** When it ends if it has films of enough wallets, and when it ends at the latest. */
    earlyAt: timestamp({ withTimezone: true }).notNull(),
    lateAt: timestamp({ withTimezone: true }).notNull(),
    /** `null` while deliveries join it. */
    endedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    check('publication_round_contents', sql`${table.contents} in ('films', 'manifests')`),
    check(
      'publication_round_times',
      sql`${table.openedAt} <= ${table.earlyAt} and ${table.earlyAt} <= ${table.lateAt}`,
    ),
    uniqueIndex('publication_round_open').on(table.contents).where(sql`ended_at is null`),
  ],
)
