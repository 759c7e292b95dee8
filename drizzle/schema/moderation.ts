import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { measures } from '../../lib/domain/moderation/moderation.ts'

/**
 * Measures of operators that are in force. Lifting one deletes its row; the log of actions (`operator_action`) has the history. No
 * foreign key, because the subjects are of several kinds.
 */
export const moderation = pgTable(
  'moderation',
  {
    kind: text({ enum: ['bounty', 'submission', 'model', 'wallet'] }).notNull(),
    /** The id of a bounty or submission; for a model, the id of its bounty; for a wallet, its address in lower case. */
    subjectId: text().notNull(),
    measure: text({ enum: measures }).notNull(),
    /** Written by an operator and shown to everyone concerned. */
    reason: text().notNull(),
    takenAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId, table.measure] }),
    check(
      'moderation_measure',
      sql`(${table.measure} = 'hidden' and ${table.kind} in ('bounty', 'submission', 'model')) or (${table.measure} = 'cancelled' and ${table.kind} = 'bounty') or (${table.measure} = 'banned' and ${table.kind} = 'wallet')`,
    ),
    check('moderation_reason', sql`btrim(${table.reason}) <> ''`),
  ],
)
