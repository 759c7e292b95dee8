import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { atomicAmount, bytes } from './columns.ts'
import { chainTx } from './outbox.ts'

/**
 * Returns of money that reached the treasury or `PAY_TO` without a payment, decided by an operator and sent from the treasury. One
 * row per inflow, never deleted. The nonce is derived from the inflow, so the token accepts the transfer once, even if this row
 * is lost.
 *
 * asked: decided, and not yet in a final block. returned: the ledger has the transfer. withdrawn: the inflow was explained
 * otherwise before anything was sent.
 */
export const inflowReturn = pgTable(
  'inflow_return',
  {
    chainId: integer().notNull(),
    /** The transfer to us, as in `ledger_entry`. */
    txHash: bytes().notNull(),
    logIndex: integer().notNull(),
    /** The sender, who gets the money back, in lower case. */
    sender: text().notNull(),
    amountAtomic: atomicAmount().notNull(),
    /** 32 bytes: the nonce of the EIP-3009 authorization that made the transfer, if any. A payment with it no longer creates a bounty. */
    authorization: bytes(),
    /** 32 bytes: the EIP-3009 nonce of the return. */
    nonce: bytes().notNull(),
    state: text({ enum: ['asked', 'returned', 'withdrawn'] })
      .notNull()
      .default('asked'),
    /** The latest transaction requested from the outbox, and the number requested so far. */
    chainTxId: bigint({ mode: 'number' }).references(() => chainTx.id),
    tries: integer().notNull().default(0),
    /** Why it is not in progress, or was withdrawn. */
    /** The column was named before the code said blocker. */
    blocker: text('hindrance'),
    doneTx: bytes(),
    askedAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    doneAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.txHash, table.logIndex] }),
    unique('inflow_return_nonce').on(table.chainId, table.nonce),
    check('inflow_return_state', sql`${table.state} in ('asked', 'returned', 'withdrawn')`),
    check('inflow_return_done', sql`(${table.state} = 'returned') = (${table.doneTx} is not null)`),
    check('inflow_return_withdrawn', sql`${table.state} <> 'withdrawn' or ${table.chainTxId} is null`),
    index('inflow_return_open').on(table.chainId).where(sql`state = 'asked'`),
    index('inflow_return_authorization')
      .on(table.chainId, table.sender, table.authorization)
      .where(sql`"authorization" is not null`),
  ],
)
