import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { reportCategories, reportedKinds } from '../../lib/domain/moderation/report.ts'
import { bounty } from './bounty.ts'
import { listed } from './columns.ts'

/**
 * Reported bounties, films, model pages and captures, one row for each. Nothing about the people who report is stored here or in the tables
 * below: no address, wallet or contact. Times are whole hours, so that no log of requests can be matched with them.
 */
export const reportCase = pgTable(
  'report_case',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: reportedKinds }).notNull(),
    /** The id of a bounty or submission; for a model, the id of its bounty, because its page changes its id; for a capture, its SHA-256. */
    subjectId: text().notNull(),
    /** The bounty that it is or belongs to; null for a capture. */
    bountyId: text().references(() => bounty.bountyId),
    /** `waiting` for a decision, `dismissed`, or `acted` on. A report after a decision makes it wait again. */
    state: text({ enum: ['waiting', 'dismissed', 'acted'] }).notNull(),
    /** Rank of the most severe category since it has waited: 0 is the most severe. */
    harm: smallint().notNull(),
    /** Reports since it has waited. */
    reports: integer().notNull().default(1),
    waitingSince: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    decidedAt: timestamp({ withTimezone: true, precision: 0 }),
  },
  (table) => [
    unique('report_case_subject').on(table.kind, table.subjectId),
    check('report_case_kind', sql`${table.kind} in (${listed(reportedKinds)})`),
    check('report_case_bounty', sql`(${table.kind} = 'capture') = (${table.bountyId} is null)`),
    check('report_case_state', sql`${table.state} in ('waiting', 'dismissed', 'acted')`),
    check('report_case_decided', sql`(${table.state} = 'waiting') = (${table.decidedAt} is null)`),
    check(
      'report_case_whole_hours',
      sql`${table.waitingSince} = date_trunc('hour', ${table.waitingSince}, 'UTC')`,
    ),
    // The queue: the most severe first, then the one that waits longest.
    index('report_case_queue').on(table.state, table.harm, table.waitingSince, table.id),
  ],
)

/** How often a subject was reported for each reason, since it has waited. */
export const reportCount = pgTable(
  'report_count',
  {
    caseId: bigint({ mode: 'number' })
      .notNull()
      .references(() => reportCase.id),
    category: text({ enum: reportCategories }).notNull(),
    count: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.category] }),
    check('report_count_category', sql`${table.category} in (${listed(reportCategories)})`),
  ],
)

/** The texts of reports, only the first ones of each waiting case. Without a time. */
export const reportText = pgTable(
  'report_text',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    caseId: bigint({ mode: 'number' })
      .notNull()
      .references(() => reportCase.id),
    category: text({ enum: reportCategories }).notNull(),
    text: text().notNull(),
  },
  (table) => [
    check('report_text_category', sql`${table.category} in (${listed(reportCategories)})`),
    index('report_text_of_case').on(table.caseId, table.id),
  ],
)
