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
 * Money that came to the treasury or to PAY_TO without a payment, and that an operator decided to send back from the treasury:
 * one row an inflow, for ever.
 * Its nonce follows from the inflow, so the token takes it once, whatever becomes of this row.
 *
 * asked: decided, and not yet seen in a final block. returned: the books have the transfer. withdrawn: before anything was sent
 * for it, something else explained the inflow.
 */
export const inflowReturn = pgTable(
  'inflow_return',
  {
    chainId: integer().notNull(),
    /** The transfer to us, as the books name it. */
    txHash: bytes().notNull(),
    logIndex: integer().notNull(),
    /** Who sent it and gets it back, lower case. */
    sender: text().notNull(),
    amountAtomic: atomicAmount().notNull(),
    /** 32 bytes: the EIP-3009 nonce that moved it into the treasury, if one did. No payment of it makes a bounty any more. */
    authorization: bytes(),
    /** 32 bytes: the EIP-3009 nonce of the way back. */
    nonce: bytes().notNull(),
    state: text({ enum: ['asked', 'returned', 'withdrawn'] })
      .notNull()
      .default('asked'),
    /** The latest transaction asked of the outbox, and how many were. */
    chainTxId: bigint({ mode: 'number' }).references(() => chainTx.id),
    tries: integer().notNull().default(0),
    /** Why it is not under way, or was withdrawn. */
    hindrance: text(),
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
