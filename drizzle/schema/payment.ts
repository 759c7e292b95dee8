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

/**
 * The payment journal: one row for each authorization that was ever accepted for settlement.
 *
 * claimed: its answer is being computed, no money can move. settling: the answer is kept, money may move at any
 * moment. settled: money moved. failed: it did not move when we tried. void: we refused to settle (the answer was an
 * error).
 */
export const payment = pgTable(
  'payment',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** CAIP-2, `eip155:8453`. */
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
    /** SHA-256 over method, path and the body's value: what was bought. */
    requestHash: bytes().notNull(),
    /** SHA-256 over the canonical payload, the secret challenge included: who may ask for the answer again. */
    payloadHash: bytes().notNull(),
    state: text({ enum: ['claimed', 'settling', 'settled', 'failed', 'void'] }).notNull(),
    /** Counts the takers of the row; an update of an earlier taker finds no row. */
    attempt: integer().notNull().default(1),
    /** Real time, not the sandbox's: it tells whether the taker may still be alive. */
    claimedUntil: timestamp({ withTimezone: true }).notNull(),
    settleTx: bytes(),
    /** Why it is failed or void; nothing else has one. */
    reason: text(),
    /** W3C trace context of the request that took it, so that what workers do for it is seen with it. */
    traceparent: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    /** Real time at which the reconciliation last found the row still open. */
    lookedAt: timestamp({ withTimezone: true }),
    /** Set when we watch no more: settled, void, or failed and past its time at finality or watched long enough. */
    closedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    // The nonce first: operators look for that alone, too.
    unique('payment_authorization').on(table.nonce, table.payer, table.asset, table.network),
    check('payment_state', sql`${table.state} in ('claimed', 'settling', 'settled', 'failed', 'void')`),
    check('payment_settled_has_tx', sql`${table.state} <> 'settled' or ${table.settleTx} is not null`),
    index('payment_open').on(table.id).where(sql`closed_at is null`),
    // How operators look for one: by who paid, its transaction, or in pages of a kind. None of them has a column that changes
    // between claim and settlement: that update, which every sale makes, then writes to no index.
    index('payment_of_payer').on(table.payer, table.id),
    index('payment_settle_tx').on(table.settleTx).where(sql`settle_tx is not null`),
    index('payment_of_operation').on(table.operation, table.id),
    index('payment_of_network').on(table.network, table.id),
    index('payment_not_made').on(table.id).where(sql`reason is not null`),
  ],
)

/** The answer a payment bought, kept so that the same request is answered again without a second charge. */
export const paymentAnswer = pgTable('payment_answer', {
  paymentId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => payment.id),
  status: smallint().notNull(),
  /** JSON, gzip. */
  body: bytes().notNull(),
  /** Of its own, beside those of every answer. */
  headers: jsonb().$type<Record<string, string>>(),
  createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
})

/**
 * Which payment is good for a name that its payer gave it (x402 extension `payment-identifier`). Another one of the same name
 * is never taken beside it. Once that payment is void or has failed, the name may pass to another.
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
