import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bounty } from './bounty.ts'

/** Where somebody wants to be told of what happens to a bounty. */
export const bountyWebhook = pgTable('bounty_webhook', {
  bountyId: text()
    .primaryKey()
    .references(() => bounty.bountyId),
  url: text().notNull(),
  setAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  /** What the signing secrets are derived from, the current one last. The others sign beside it for a day after a rotation. */
  secretSalts: uuid().array().notNull().default(sql`array[gen_random_uuid()]`),
  secretRotatedAt: timestamp({ withTimezone: true }),
})

/**
 * One thing to tell, written by the database itself (`webhook_note`) in the transaction in which it happens. Those of a bounty go
 * out one after the other, in the order in which they happened.
 */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** What the receiver knows it by, the same however often it is sent. */
    messageId: uuid().notNull().defaultRandom(),
    bountyId: text()
      .notNull()
      .references(() => bountyWebhook.bountyId, { onDelete: 'cascade' }),
    type: text().notNull(),
    data: jsonb().notNull(),
    /** By the service's clock, unlike the others. */
    occurredAt: timestamp({ withTimezone: true }).notNull(),
    state: text({ enum: ['pending', 'delivered', 'given_up'] })
      .notNull()
      .default('pending'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When it was last answered, or failed. */
    lastAttemptAt: timestamp({ withTimezone: true }),
    /** What became of the last attempt, for its owner: a status, or why there was none. */
    lastResult: text(),
  },
  (table) => [
    check('webhook_delivery_state', sql`${table.state} in ('pending', 'delivered', 'given_up')`),
    index('webhook_delivery_due').on(table.nextAttemptAt).where(sql`state = 'pending'`),
    index('webhook_delivery_of_bounty').on(table.bountyId, table.id),
  ],
)
