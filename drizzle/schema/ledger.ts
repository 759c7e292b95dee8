import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { atomicAmount, bytes } from './columns.ts'

/**
 * The ledger: every transfer of a network's USDC from or to the treasury or the escrow, read from the token's log in final
 * blocks. Append-only, and can be rebuilt from the chain. Transfers to `PAY_TO` are included only if they had no settled
 * payment at the time, because these may have to be answered or sent back.
 */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    chainId: integer().notNull(),
    block: bigint({ mode: 'number' }).notNull(),
    txHash: bytes().notNull(),
    /** Index of the `Transfer` event. */
    logIndex: integer().notNull(),
    /**
     * posted, released, cancelled, refunded: as the escrow's own event says. escrow_in, escrow_out: to or from the escrow without
     * such an event. treasury_in, treasury_out: any other transfer to or from the treasury. revenue_in: to `PAY_TO`, by an EIP-3009
     * authorization without a settled payment.
     */
    kind: text({
      enum: [
        'treasury_in',
        'treasury_out',
        'posted',
        'released',
        'cancelled',
        'refunded',
        'escrow_in',
        'escrow_out',
        'revenue_in',
      ],
    }).notNull(),
    /** In lower case, like all addresses here. */
    fromAddress: text().notNull(),
    toAddress: text().notNull(),
    amountAtomic: atomicAmount().notNull(),
    /** 32 bytes. posted: the reference in the contract. treasury_in, treasury_out, revenue_in: the EIP-3009 nonce, if any. */
    ref: bytes(),
    /** The bounty's number in its escrow contract, which is `to_address` of a post and `from_address` of the other kinds. */
    onchainId: bigint({ mode: 'number' }),
    /** posted: receives the money if no contributor does. */
    refundTo: text(),
    /** Real time. */
    writtenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.txHash, table.logIndex] }),
    check(
      'ledger_entry_kind',
      sql`${table.kind} in ('treasury_in', 'treasury_out', 'posted', 'released', 'cancelled', 'refunded', 'escrow_in', 'escrow_out', 'revenue_in')`,
    ),
    check('ledger_entry_revenue', sql`${table.kind} <> 'revenue_in' or ${table.ref} is not null`),
    check('ledger_entry_amount', sql`${table.amountAtomic} > 0`),
    check(
      'ledger_entry_of_bounty',
      sql`(${table.kind} in ('posted', 'released', 'cancelled', 'refunded')) = (${table.onchainId} is not null)`,
    ),
    check(
      'ledger_entry_posted',
      sql`${table.kind} <> 'posted' or (${table.ref} is not null and ${table.refundTo} is not null)`,
    ),
    index('ledger_entry_in_order').on(table.chainId, table.block, table.logIndex),
    index('ledger_entry_ref').on(table.chainId, table.ref).where(sql`ref is not null`),
    index('ledger_entry_onchain_id').on(table.chainId, table.onchainId).where(sql`onchain_id is not null`),
  ],
)

/** The last block that was read into a network's ledger, and the addresses that the ledger is about. */
export const ledgerCursor = pgTable('ledger_cursor', {
  chainId: integer().primaryKey(),
  block: bigint({ mode: 'number' }).notNull(),
  blockHash: bytes().notNull(),
  /** In lower case. A change of any of these addresses requires a new ledger. */
  token: text().notNull(),
  /** All escrow contracts of the network, separated by commas; the one for new bounties first. */
  escrow: text().notNull(),
  treasury: text().notNull(),
  /** Real time. */
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
