import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { atomicAmount, bytes, uint256 } from './columns.ts'

/** The columns that a payment also has in the view of all payments, `payment_journal`. */
export const journalColumns = () => ({
  /** CAIP-2, such as `eip155:8453`. */
  network: text().notNull(),
  /** Addresses and nonce in lower case. */
  asset: text().notNull(),
  payer: text().notNull(),
  nonce: text().notNull(),
  payTo: text().notNull(),
  amountAtomic: atomicAmount().notNull(),
  /** Epoch seconds from which the token refuses the authorization; some wallets sign the largest number there is. */
  validBefore: uint256().notNull(),
  operation: text().notNull(),
  /** SHA-256 of the method, path and body of the paid request. */
  requestHash: bytes().notNull(),
  /** SHA-256 of the canonical payment payload with its secret challenge. Proves that a repeated request may get the answer again. */
  payloadHash: bytes().notNull(),
  state: text({ enum: ['claimed', 'settling', 'settled', 'failed', 'void'] }).notNull(),
  /** Incremented by each process that claims the row. Updates name the number, so those of an earlier process change nothing. */
  attempt: integer().notNull().default(1),
  /** Real time, not the sandbox's: after it, the process that claimed the row is assumed to be dead. */
  claimedUntil: timestamp({ withTimezone: true }).notNull(),
  settleTx: bytes(),
  /** Set for `failed` and `void` only. */
  reason: text(),
  createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  /** When the reconciliation last found the row still open. Real time. */
  lookedAt: timestamp({ withTimezone: true }),
  /** When the reconciliation stopped watching: settled, void, or failed and either expired in a final block or watched for long enough. */
  closedAt: timestamp({ withTimezone: true }),
})

/**
 * The payment journal: one row for each authorization that was accepted for settlement.
 *
 * claimed: the answer is being computed, and no money can move. settling: the answer is stored, and money may move at any
 * moment. settled: the money moved. failed: it did not move when we tried. void: we did not try, because the answer was an error.
 */
export const payment = pgTable(
  'payment',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ...journalColumns(),
    /** W3C trace context of the request that claimed it, so that the work of workers is part of the same trace. */
    traceparent: text(),
  },
  (table) => [
    // The nonce is first because operators search by nonce alone.
    unique('payment_authorization').on(table.nonce, table.payer, table.asset, table.network),
    check('payment_state', sql`${table.state} in ('claimed', 'settling', 'settled', 'failed', 'void')`),
    check('payment_settled_has_tx', sql`${table.state} <> 'settled' or ${table.settleTx} is not null`),
    index('payment_open').on(table.id).where(sql`closed_at is null`),
    // For the operators' searches. No index has a column that changes between claim and settlement, so that update, which every
    // sale makes, writes to no index.
    index('payment_of_payer').on(table.payer, table.id),
    index('payment_settle_tx').on(table.settleTx).where(sql`settle_tx is not null`),
    index('payment_of_operation').on(table.operation, table.id),
    index('payment_of_network').on(table.network, table.id),
    index('payment_not_made').on(table.id).where(sql`reason is not null`),
  ],
)

/**
 * The paid answer, stored so that the same request gets it again without a second charge. Partitioned by ranges of `paymentId`; answers
 * are deleted by dropping partitions (`lib/services/payments/forget-answers.ts`). No foreign key: adding or dropping a partition would
 * then lock `payment`.
 */
export const paymentAnswer = pgTable('payment_answer', {
  /** The `id` of `payment`. */
  paymentId: bigint({ mode: 'number' }).primaryKey(),
  status: smallint().notNull(),
  /** JSON, gzip. */
  body: bytes().notNull(),
  /** In addition to the headers that every answer has. */
  headers: jsonb().$type<Record<string, string>>(),
  createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
})

/**
 * The payment for an identifier that the payer chose (x402 extension `payment-identifier`). Another payment with the same
 * identifier is refused, unless this one is void or failed.
 */
export const paymentIdentifier = pgTable(
  'payment_identifier',
  {
    /** In lower case. */
    payer: text().notNull(),
    identifier: text().notNull(),
    paymentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => payment.id),
  },
  (table) => [
    primaryKey({ columns: [table.payer, table.identifier] }),
    index('payment_identifier_of_payment').on(table.paymentId),
  ],
)
