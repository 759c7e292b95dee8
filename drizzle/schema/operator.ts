import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * What operators did, append-only (a trigger refuses change). Written in the transaction in which it is done: there is none
 * without the other.
 */
export const operatorAction = pgTable(
  'operator_action',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    /** The wallet, lower case, and the chain where its signature held. */
    operator: text().notNull(),
    chainId: bigint({ mode: 'number' }).notNull(),
    /** `retry_bounty`. */
    action: text().notNull(),
    /** What it was done to, as the console names it. */
    subject: text().notNull(),
    subjectId: text().notNull(),
    input: jsonb().notNull(),
    /** In the operator's words. */
    reason: text().notNull(),
    /** What it was said to do when it was decided on. */
    effect: text().notNull(),
    /** What came of it; never a secret. */
    result: jsonb().notNull(),
    requestId: text().notNull(),
    /** Of what moves money: the message that was signed for it alone, and its signature. */
    message: text(),
    signature: text(),
  },
  (table) => [
    check('operator_action_operator', sql`${table.operator} ~ '^0x[0-9a-f]{40}$'`),
    check('operator_action_signed', sql`(${table.message} is null) = (${table.signature} is null)`),
    check('operator_action_reason', sql`btrim(${table.reason}) <> ''`),
    index('operator_action_subject').on(table.subject, table.subjectId, table.id),
    // The log's other filters, newest first.
    index('operator_action_kind').on(table.subject, table.id),
    index('operator_action_name').on(table.action, table.id),
    index('operator_action_operator').on(table.operator, table.id),
  ],
)
