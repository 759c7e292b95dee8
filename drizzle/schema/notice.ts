import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { noticeKinds } from '../../lib/domain/notice.ts'
import { bytes } from './columns.ts'
import { submission } from './submission.ts'

/** A notice for a contributor about a film, written by a trigger in the transaction of the change (`drizzle/sql/notices.sql`). */
export const notice = pgTable(
  'notice',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Lower case. */
    contributor: text().notNull(),
    submissionId: text()
      .notNull()
      .references(() => submission.submissionId),
    kind: text({ enum: noticeKinds }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    check(
      'notice_kind',
      sql`${table.kind} in (${sql.raw(noticeKinds.map((kind) => `'${kind}'`).join(', '))})`,
    ),
    index('notice_of_contributor').on(table.contributor, table.id),
    index('notice_at').on(table.at),
  ],
)

/** The private feed of a contributor. Another address replaces the row; revoking it deletes the row. */
export const noticeFeed = pgTable(
  'notice_feed',
  {
    /** Lower case. */
    contributor: text().primaryKey(),
    /** SHA-256 of the token in its address, which is not stored. */
    tokenHash: bytes().notNull(),
    madeAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    unique('notice_feed_token').on(table.tokenHash),
    check('notice_feed_contributor', sql`${table.contributor} ~ '^0x[0-9a-f]{40}$'`),
  ],
)

/** A browser that gets the notices of a contributor by Web Push. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Lower case. */
    contributor: text().notNull(),
    /** The subscription's URL at the browser's push service. */
    endpoint: text().notNull(),
    /** The public key and the secret of the browser, which messages are encrypted for (RFC 8291). */
    p256dh: bytes().notNull(),
    auth: bytes().notNull(),
    /** The session in which the browser last subscribed. Signing out of it deletes the row; its expiry does not. */
    sessionHash: bytes().notNull(),
    subscribedAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    unique('push_subscription_endpoint').on(table.endpoint),
    check('push_subscription_contributor', sql`${table.contributor} ~ '^0x[0-9a-f]{40}$'`),
    check(
      'push_subscription_keys',
      sql`octet_length(${table.p256dh}) = 65 and octet_length(${table.auth}) = 16`,
    ),
    index('push_subscription_of_contributor').on(table.contributor, table.id),
    index('push_subscription_of_session').on(table.sessionHash),
  ],
)

/** A notice that waits for one browser. Deleted once the push service accepted it, or after the last attempt. */
export const pushDelivery = pgTable(
  'push_delivery',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    subscriptionId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pushSubscription.id, { onDelete: 'cascade' }),
    noticeId: bigint({ mode: 'number' })
      .notNull()
      .references(() => notice.id, { onDelete: 'cascade' }),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('push_delivery_due').on(table.nextAttemptAt),
    index('push_delivery_of_subscription').on(table.subscriptionId, table.id),
    index('push_delivery_of_notice').on(table.noticeId),
  ],
)
