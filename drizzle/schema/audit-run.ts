import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'

/**
 * Audits of the money. Consecutive audits with the same findings share one row, whose figures are those of the last one.
 * All times are real time, not the service's: they show whether audits still run.
 */
export const auditRun = pgTable(
  'audit_run',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    verdict: text({ enum: ['sound', 'violated', 'unchecked'] }).notNull(),
    firstAt: timestamp({ withTimezone: true }).notNull(),
    lastAt: timestamp({ withTimezone: true }).notNull(),
    /** Number of audits in this row. */
    times: integer().notNull().default(1),
    /** What ran the latest audit of this row: a worker, the scheduler's route, or the command. */
    lastBy: text({ enum: ['worker', 'scheduler', 'command'] }).notNull(),
    findings: jsonb().notNull(),
    networks: jsonb().notNull(),
    /** SHA-256 of the findings by which audits are grouped into rows. */
    sameness: bytes().notNull(),
  },
  (table) => [
    check('audit_run_verdict', sql`${table.verdict} in ('sound', 'violated', 'unchecked')`),
    check('audit_run_by', sql`${table.lastBy} in ('worker', 'scheduler', 'command')`),
    check('audit_run_order', sql`${table.firstAt} <= ${table.lastAt}`),
    index('audit_run_last').on(table.lastAt),
  ],
)
