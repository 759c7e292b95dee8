import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { chainTxStates } from '../../lib/domain/chain-tx.ts'
import { atomicAmount, bytes } from './columns.ts'

/** The next nonce of each key on each chain; its row lock is the lane. */
export const chainAccount = pgTable(
  'chain_account',
  {
    chainId: integer().notNull(),
    address: text().notNull(),
    nextNonce: bigint({ mode: 'number' }).notNull(),
    /** While set, nothing new gets a nonce. What has one is followed to its end. */
    frozenAt: timestamp({ withTimezone: true }),
    /** Who froze it (a wallet in lower case, or a part of the service), and why, in their words. */
    frozenBy: text(),
    frozenReason: text(),
    /** What the workers that hold the key write down, in real time: what it is used for, who looked last, what hindered that look. */
    roles: text().array().notNull().default(sql`'{}'`),
    passedAt: timestamp({ withTimezone: true }),
    passedBy: text(),
    passError: text(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.address] }),
    check(
      'chain_account_frozen',
      sql`(${table.frozenAt} is null) = (${table.frozenBy} is null) and (${table.frozenAt} is null) = (${table.frozenReason} is null)`,
    ),
  ],
)

/** A transaction we want on a chain. It gets one nonce, once, and never another. */
export const chainTx = pgTable(
  'chain_tx',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    chainId: integer().notNull(),
    sender: text().notNull(),
    kind: text().notNull(),
    /** One effect, one key: asking twice is asking once. */
    idemKey: text().notNull(),
    recipient: text().notNull(),
    data: bytes().notNull(),
    value: atomicAmount().notNull().default(sql`0`),
    gasLimit: bigint({ mode: 'number' }),
    state: text({ enum: chainTxStates }).notNull(),
    nonce: bigint({ mode: 'number' }),
    minedHash: bytes(),
    minedBlock: bigint({ mode: 'number' }),
    /** What the mined form of it cost, in wei. */
    feeWei: atomicAmount(),
    /** Head when another transaction was first seen to have used the nonce. */
    nonceGoneBlock: bigint({ mode: 'number' }),
    /** The most per gas, in wei, that an operator allows for this one; the network's own limit when `null`. */
    feeCap: atomicAmount(),
    /** An operator wants more offered at once. Taken back by the worker that has done it. */
    bumpAskedAt: timestamp({ withTimezone: true }),
    /** An operator wants an empty transaction in its place, at its nonce. Taken back when the call itself is mined after all. */
    cancelAskedAt: timestamp({ withTimezone: true }),
    error: text(),
    /** W3C trace context in which it was asked for. */
    traceparent: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    updatedAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    unique('chain_tx_idem_key').on(table.chainId, table.idemKey),
    unique('chain_tx_nonce').on(table.chainId, table.sender, table.nonce),
    check(
      'chain_tx_nonce_when_sent',
      sql`${table.state} in ('queued', 'rejected') or ${table.nonce} is not null`,
    ),
    index('chain_tx_open')
      .on(table.chainId, table.sender, table.id)
      .where(sql`state in ('queued', 'sent', 'mined')`),
    index('chain_tx_without_effect')
      .on(table.state, table.id)
      .where(sql`state in ('reverted', 'rejected', 'lost')`),
    index('chain_tx_sender').on(table.sender, table.id),
    index('chain_tx_kind').on(table.kind, table.id),
  ],
)

/** Each signed form of a transaction, stored before it is broadcast; all of them share the nonce. */
export const chainAttempt = pgTable(
  'chain_attempt',
  {
    hash: bytes().primaryKey(),
    txId: bigint({ mode: 'number' })
      .notNull()
      .references(() => chainTx.id),
    raw: bytes().notNull(),
    /** An empty one to ourselves, in the place of the call. */
    cancels: boolean().notNull().default(false),
    maxFeePerGas: atomicAmount().notNull(),
    maxPriorityFeePerGas: atomicAmount().notNull(),
    /** Real time, as `createdAt`: the network does not follow the sandbox's clock. */
    broadcastAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('chain_attempt_tx').on(table.txId)],
)
