import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'

/**
 * The audits of the money, whoever ran them. One row for as long as they find the same; its figures are those of the last.
 * Real time throughout: it tells whether somebody still looks.
 */
export const auditRun = pgTable(
  'audit_run',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    verdict: text({ enum: ['sound', 'violated', 'unchecked'] }).notNull(),
    firstAt: timestamp({ withTimezone: true }).notNull(),
    lastAt: timestamp({ withTimezone: true }).notNull(),
    /** How many audits found this. */
    times: integer().notNull().default(1),
    /** Who ran the last: a worker, the scheduler's route, or the command. */
    lastBy: text({ enum: ['worker', 'scheduler', 'command'] }).notNull(),
    findings: jsonb().notNull(),
    networks: jsonb().notNull(),
    /** SHA-256 of what audits in one row have in common. */
    sameness: bytes().notNull(),
  },
  (table) => [
    check('audit_run_verdict', sql`${table.verdict} in ('sound', 'violated', 'unchecked')`),
    check('audit_run_by', sql`${table.lastBy} in ('worker', 'scheduler', 'command')`),
    check('audit_run_order', sql`${table.firstAt} <= ${table.lastAt}`),
    index('audit_run_last').on(table.lastAt),
  ],
)
