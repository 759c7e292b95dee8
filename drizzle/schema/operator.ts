import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The chain id of an action from the command line. */
export const commandLineChainId = 0

/**
 * The log of operators' actions. Append-only (`drizzle/sql/append-only.sql`). An entry is written in the transaction of its action.
 */
export const operatorAction = pgTable(
  'operator_action',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    /**
     * The operator's wallet, in lower case, and the chain on which its signature was valid. The zero address on chain 0, with an empty
     * request id: carried out from the command line. No migration was needed for it, and earlier versions can list it.
     */
    operator: text().notNull(),
    chainId: bigint({ mode: 'number' }).notNull(),
    /** For example `retry_bounty`. */
    action: text().notNull(),
    /** The kind and id of the object, by the console's names. */
    subject: text().notNull(),
    subjectId: text().notNull(),
    input: jsonb().notNull(),
    /** Given by the operator. */
    reason: text().notNull(),
    /** The effect that the preview described to the operator. */
    effect: text().notNull(),
    /** Contains no secrets. */
    result: jsonb().notNull(),
    requestId: text().notNull(),
    /** For an action that moves money: the message that the operator signed for it, and the signature. */
    message: text(),
    signature: text(),
  },
  (table) => [
    check('operator_action_operator', sql`${table.operator} ~ '^0x[0-9a-f]{40}$'`),
    check('operator_action_signed', sql`(${table.message} is null) = (${table.signature} is null)`),
    check('operator_action_reason', sql`btrim(${table.reason}) <> ''`),
    index('operator_action_subject').on(table.subject, table.subjectId, table.id),
    // For the log's other filters, newest first.
    index('operator_action_kind').on(table.subject, table.id),
    index('operator_action_name').on(table.action, table.id),
    index('operator_action_operator').on(table.operator, table.id),
  ],
)
