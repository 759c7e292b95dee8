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
import { chainTxStates } from '../../lib/domain/chain/chain-tx.ts'
import { atomicAmount, bytes } from './columns.ts'

/** The next nonce of each key on each chain; an update of its row gives out the nonces one at a time. */
export const chainAccount = pgTable(
  'chain_account',
  {
    chainId: integer().notNull(),
    address: text().notNull(),
    nextNonce: bigint({ mode: 'number' }).notNull(),
    /** While set, no transaction gets a nonce. Those that already have one are completed. */
    frozenAt: timestamp({ withTimezone: true }),
    /** The wallet (in lower case) or part of the service that froze it, and the reason that it gave. */
    frozenBy: text(),
    frozenReason: text(),
    /** Written by the workers that hold the key, in real time: what the key is used for, the last pass, its worker, and its error. */
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

/** A transaction to be sent. It gets one nonce, which never changes. */
export const chainTx = pgTable(
  'chain_tx',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    chainId: integer().notNull(),
    sender: text().notNull(),
    kind: text().notNull(),
    /** Idempotency key: requesting the same effect twice creates one row. */
    idemKey: text().notNull(),
    recipient: text().notNull(),
    /** Empty for a settlement that was final long ago (`outbox-bytes.ts`). */
    data: bytes().notNull(),
    value: atomicAmount().notNull().default(sql`0`),
    gasLimit: bigint({ mode: 'number' }),
    state: text({ enum: chainTxStates }).notNull(),
    nonce: bigint({ mode: 'number' }),
    minedHash: bytes(),
    minedBlock: bigint({ mode: 'number' }),
    /** Fee of the mined attempt, in wei. */
    feeWei: atomicAmount(),
    /** The chain's head when the nonce was first seen used, by any transaction. */
    nonceGoneBlock: bigint({ mode: 'number' }),
    /** The highest fee per gas, in wei, that an operator allows for this transaction; `null`: the network's limit. */
    feeCap: atomicAmount(),
    /** Set when an operator requests a higher fee at once; cleared by the worker that raised it. */
    bumpAskedAt: timestamp({ withTimezone: true }),
    /** Set when an operator requests to replace it by an empty transaction with its nonce; cleared if the original is mined. */
    cancelAskedAt: timestamp({ withTimezone: true }),
    error: text(),
    /** W3C trace context of the request. */
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

/** The signed attempts at a transaction, each stored before it is broadcast. They share its nonce. */
export const chainAttempt = pgTable(
  'chain_attempt',
  {
    hash: bytes().primaryKey(),
    txId: bigint({ mode: 'number' })
      .notNull()
      .references(() => chainTx.id),
    /** Empty for a settlement that was final long ago. */
    raw: bytes().notNull(),
    /** True for an empty transaction to ourselves that replaces the call. */
    cancels: boolean().notNull().default(false),
    maxFeePerGas: atomicAmount().notNull(),
    maxPriorityFeePerGas: atomicAmount().notNull(),
    /** Real time, like `createdAt`: the network does not follow the sandbox's clock. */
    broadcastAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('chain_attempt_tx').on(table.txId)],
)
