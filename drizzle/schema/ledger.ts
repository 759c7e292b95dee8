import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { atomicAmount, bytes } from './columns.ts'

/**
 * The books: each transfer of a network's USDC from or to the treasury or the escrow, as the token's own log has it, from
 * final blocks only. Append-only; all of it follows from the chain and can be written anew from there. Of the transfers to
 * PAY_TO, they have those that no settled payment explained when they were written: there are many, and only these may have
 * to be answered or sent back.
 */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    chainId: integer().notNull(),
    block: bigint({ mode: 'number' }).notNull(),
    txHash: bytes().notNull(),
    /** Of the Transfer. */
    logIndex: integer().notNull(),
    /**
     * posted, released, cancelled, refunded: the escrow's own event says so. escrow_in, escrow_out: from or to the escrow,
     * and no bounty's. treasury_in, treasury_out: anything else from or to the treasury. revenue_in: to PAY_TO, by an EIP-3009
     * authorization that the journal did not have as settled.
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
    /** Lower case, as all addresses here. */
    fromAddress: text().notNull(),
    toAddress: text().notNull(),
    amountAtomic: atomicAmount().notNull(),
    /** 32 bytes. posted: the reference in the contract. treasury_in, treasury_out, revenue_in: the EIP-3009 nonce, if that moved it. */
    ref: bytes(),
    /** The bounty's number in its escrow contract: `to_address` of a post, `from_address` of an end. */
    onchainId: bigint({ mode: 'number' }),
    /** posted: who gets the money unless a contributor does. */
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

/** Up to which block a network's books are written, and whose books they are. */
export const ledgerCursor = pgTable('ledger_cursor', {
  chainId: integer().primaryKey(),
  block: bigint({ mode: 'number' }).notNull(),
  blockHash: bytes().notNull(),
  /** Lower case. Other settings need other books. */
  token: text().notNull(),
  /** All escrow contracts of the network, the one for new bounties first, joined by commas. */
  escrow: text().notNull(),
  treasury: text().notNull(),
  /** Real time. */
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
