import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { chainTx } from './outbox.ts'

/**
 * The built-in facilitator's own memory: which transaction carries an authorization. It makes `settle` idempotent:
 * asking again finds the transaction instead of sending another.
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
    createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    primaryKey({ columns: [table.network, table.asset, table.payer, table.nonce] }),
    index('settlement_chain_tx').on(table.chainTxId),
  ],
)
