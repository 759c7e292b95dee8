import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bounty } from './bounty.ts'

/** What a contributor handed in for a bounty. */
export const submission = pgTable(
  'submission',
  {
    submissionId: text().primaryKey(),
    bountyId: text()
      .notNull()
      .references(() => bounty.bountyId),
    /** The wallet that is paid when it is accepted, lower case. */
    contributor: text().notNull(),
    note: text(),
    previewStatus: text({ enum: ['pending', 'ready', 'failed'] })
      .notNull()
      .default('pending'),
    qualityStatus: text({ enum: ['pending', 'pass', 'fail'] })
      .notNull()
      .default('pending'),
    reconstructionStatus: text({ enum: ['none', 'queued', 'running', 'ready', 'failed'] })
      .notNull()
      .default('none'),
    submittedAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    check('submission_contributor', sql`${table.contributor} ~ '^0x[0-9a-f]{40}$'`),
    index('submission_of_bounty').on(table.bountyId, table.submittedAt),
  ],
)
