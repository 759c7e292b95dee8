import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { uint256 } from './columns.ts'
import { chainTx } from './outbox.ts'

/**
 * The transaction that the built-in facilitator sent for each authorization. Makes `settle` idempotent: a repeated call finds the
 * transaction instead of sending another.
 */
export const settlement = pgTable(
  'settlement',
  {
    /** CAIP-2. */
    network: text().notNull(),
    /** Addresses and nonce in lower case. */
    asset: text().notNull(),
    payer: text().notNull(),
    nonce: text().notNull(),
    chainTxId: bigint({ mode: 'number' })
      .notNull()
      .references(() => chainTx.id),
    /** True if the payer was a contract when this was sent: its transaction then has no other settlement. */
    contractPayer: boolean().notNull().default(false),
    /** When its outcome was read from the chain; recorded for contract payers only. */
    endedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    primaryKey({ columns: [table.network, table.asset, table.payer, table.nonce] }),
    index('settlement_chain_tx').on(table.chainTxId),
    // One settlement of a contract payer at a time, across all processes.
    uniqueIndex('settlement_open_contract_payer')
      .on(table.network, table.payer)
      .where(sql`contract_payer and ended_at is null`),
  ],
)

/** A transaction that cost gas and failed because of this payer. New payments of the payer are delayed by these. */
export const failedSettlement = pgTable(
  'failed_settlement',
  {
    chainTxId: bigint({ mode: 'number' })
      .notNull()
      .references(() => chainTx.id),
    /** CAIP-2. */
    network: text().notNull(),
    /** In lower case. */
    payer: text().notNull(),
    contractPayer: boolean().notNull(),
    failedAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    primaryKey({ columns: [table.chainTxId, table.payer] }),
    index('failed_settlement_payer').on(table.network, table.payer, table.failedAt),
    index('failed_settlement_time').on(table.failedAt),
  ],
)

/** Gas that each of our keys has paid for mined transactions, by day (UTC). */
export const gasSpent = pgTable(
  'gas_spent',
  {
    chainId: integer().notNull(),
    /** In lower case. */
    sender: text().notNull(),
    day: date().notNull(),
    wei: uint256().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.sender, table.day] })],
)
