import { sql } from 'drizzle-orm'
import { check, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { bounty } from './bounty.ts'

/** The public page of a model. A withdrawal deletes the row, and the next page has another id. */
export const sharedModel = pgTable(
  'shared_model',
  {
    bountyId: text()
      .primaryKey()
      .references(() => bounty.bountyId),
    /** Random part of the page's address: anyone who has it may see the page. */
    pageId: text().notNull(),
    publishedAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    unique('shared_model_page').on(table.pageId),
    check('shared_model_page_id', sql`${table.pageId} ~ '^mdl_[0-9a-f]{32}$'`),
  ],
)
