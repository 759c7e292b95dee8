import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, pgView, text, timestamp } from 'drizzle-orm/pg-core'
import { atomicAmount, bytes, uint256 } from './columns.ts'
import { chainTx } from './outbox.ts'
import { journalColumns } from './payment.ts'

/**
 * Payments for look-ups that were settled long ago, moved here from `payment` and `settlement`, in a third of the space. A row is
 * written in the transaction that deletes the one of `payment`, and never changes. Addresses, nonces and networks are stored as
 * bytes and numbers; the view `payment_journal` shows them as `payment` does.
 */
export const archivedPayment = pgTable(
  'archived_payment',
  {
    /** The `id` that it had in `payment`. */
    id: bigint({ mode: 'number' }).primaryKey(),
    /** The transaction that settled the payment; null if an external facilitator sent it. */
    chainTxId: bigint({ mode: 'number' }).references(() => chainTx.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    closedAt: timestamp({ withTimezone: true }).notNull(),
    claimedUntil: timestamp({ withTimezone: true }).notNull(),
    lookedAt: timestamp({ withTimezone: true }),
    /** The number in `eip155:8453`. */
    chainId: integer().notNull(),
    attempt: integer().notNull(),
    asset: bytes().notNull(),
    payer: bytes().notNull(),
    payTo: bytes().notNull(),
    nonce: bytes().notNull(),
    requestHash: bytes().notNull(),
    payloadHash: bytes().notNull(),
    settleTx: bytes().notNull(),
    amountAtomic: atomicAmount().notNull(),
    validBefore: uint256().notNull(),
    operation: text().notNull(),
  },
  (table) => [
    // With this check, PostgreSQL skips the archive in searches for orders.
    check('archived_payment_is_no_order', sql`${table.operation} <> 'createBounty'`),
    // On the expressions of the view. A hash index has four bytes of each key; the row that it finds is compared in full.
    index('archived_payment_nonce').using('hash', sql`('0x' || encode(${table.nonce}, 'hex'))`),
    index('archived_payment_settle_tx').using('hash', table.settleTx),
    index('archived_payment_payer').on(sql`('0x' || encode(${table.payer}, 'hex'))`),
    index('archived_payment_chain_tx').on(table.chainTxId),
  ],
)

/** How far the archive has processed each table, oldest rows first. A worker locks the row while it processes a batch. */
export const archiveProgress = pgTable('archive_progress', {
  name: text({ enum: ['payment', 'chain_attempt'] }).primaryKey(),
  /** The highest id that was processed. */
  untilId: bigint({ mode: 'number' }).notNull(),
})

/** Every payment, with the columns of `payment`: those in `payment`, and those that were moved to `archived_payment`. */
export const paymentJournal = pgView('payment_journal', {
  id: bigint({ mode: 'number' }).notNull(),
  ...journalColumns(),
}).existing()

/** The transaction of our facilitator for each payment that it settled, of `settlement` and of `archived_payment`. */
export const settlementJournal = pgView('settlement_journal', {
  network: text().notNull(),
  asset: text().notNull(),
  payer: text().notNull(),
  nonce: text().notNull(),
  chainTxId: bigint({ mode: 'number' }),
}).existing()
