import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bounty } from './bounty.ts'

/** The columns that every kind of receiver has: the same code serves them all. Each table needs columns of its own. */
const receiverColumns = () => ({
  url: text().notNull(),
  setAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  /** The signing secrets are derived from these; the current one is last. For a day after a rotation, messages are also signed with the others. */
  secretSalts: uuid().array().notNull().default(sql`array[gen_random_uuid()]`),
  secretRotatedAt: timestamp({ withTimezone: true }),
})

const messageIds = () => ({
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Identifies the message to the receiver; the same in every attempt. */
  messageId: uuid().notNull().defaultRandom(),
})

/** The columns that the messages of every kind have. */
const messageColumns = () => ({
  type: text().notNull(),
  data: jsonb().notNull(),
  /** In the service's time, unlike the other times. */
  occurredAt: timestamp({ withTimezone: true }).notNull(),
  state: text({ enum: ['pending', 'delivered', 'given_up'] })
    .notNull()
    .default('pending'),
  attempts: integer().notNull().default(0),
  nextAttemptAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** When the last attempt was answered or failed. */
  lastAttemptAt: timestamp({ withTimezone: true }),
  /** The result of the last attempt, for the owner: the HTTP status, or the error if there was no response. */
  lastResult: text(),
})

/** The receiver of a bounty's webhooks. */
export const bountyWebhook = pgTable('bounty_webhook', {
  bountyId: text()
    .primaryKey()
    .references(() => bounty.bountyId),
  ...receiverColumns(),
})

/**
 * A webhook message, written by a trigger in the transaction of the change that it reports (`drizzle/sql/webhooks.sql`). The
 * messages of a bounty are sent one after the other, in the order of the changes.
 */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    ...messageIds(),
    bountyId: text()
      .notNull()
      .references(() => bountyWebhook.bountyId, { onDelete: 'cascade' }),
    ...messageColumns(),
  },
  (table) => [
    check('webhook_delivery_state', sql`${table.state} in ('pending', 'delivered', 'given_up')`),
    index('webhook_delivery_due').on(table.nextAttemptAt).where(sql`state = 'pending'`),
    index('webhook_delivery_of_bounty').on(table.bountyId, table.id),
  ],
)

/** The receiver of a contributor's notices. */
export const noticeWebhook = pgTable(
  'notice_webhook',
  {
    /** Lower case. */
    contributor: text().primaryKey(),
    ...receiverColumns(),
  },
  (table) => [check('notice_webhook_contributor', sql`${table.contributor} ~ '^0x[0-9a-f]{40}$'`)],
)

/**
 * A notice as a webhook message, written with the notice (`drizzle/sql/notices.sql`). The messages of a contributor are sent one after
 * the other.
 */
export const noticeMessage = pgTable(
  'notice_message',
  {
    ...messageIds(),
    contributor: text()
      .notNull()
      .references(() => noticeWebhook.contributor, { onDelete: 'cascade' }),
    ...messageColumns(),
  },
  (table) => [
    check('notice_message_state', sql`${table.state} in ('pending', 'delivered', 'given_up')`),
    index('notice_message_due').on(table.nextAttemptAt).where(sql`state = 'pending'`),
    index('notice_message_of_contributor').on(table.contributor, table.id),
  ],
)
