import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bountyStates } from '../../lib/domain/bounty/bounty.ts'
import { bytes } from './columns.ts'
import { chainTx } from './outbox.ts'
import { payment } from './payment.ts'

/** The order that a bounty's payment pays for. Stored before any money moves, so that any process that finds the payment settled can create the bounty. */
export const bountyOrder = pgTable('bounty_order', {
  paymentId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => payment.id),
  title: text().notNull(),
  brief: text().notNull(),
  amountUsdc: integer().notNull(),
  deadlineDays: smallint().notNull(),
  /** Receives the bounty's webhooks. */
  webhookUrl: text(),
  createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
})

/** Bounties that workers handle: those in progress, and open ones whose number in the contract may still change. The predicate of an index. */
export const isUnderWay = sql`state in ('paid', 'creating', 'accepting', 'cancelling', 'expired') or (state = 'open' and not post_is_final)`

/** Its money is about to move. */
export const isOnItsWay = sql`state in ('paid', 'creating', 'accepting', 'cancelling', 'expired')`
export const isNotEnded = sql`state not in ('accepted', 'cancelled', 'expired_refunded', 'failed')`
/** For full-text search. */
export const bountyWords = sql`to_tsvector('simple', title || ' ' || brief)`

/**
 * A commissioned capture. Its state decides where its money goes and is written by `transition.ts` alone. Triggers refuse other
 * changes of state and any change of its terms (`drizzle/sql/bounty.sql`).
 */
export const bounty = pgTable(
  'bounty',
  {
    /** Opaque; derived from the payment. */
    bountyId: text().primaryKey(),
    paymentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => payment.id),
    state: text({ enum: bountyStates }).notNull(),
    title: text().notNull(),
    brief: text().notNull(),
    /** Where to film, from the brief: a geohash of one to six characters, and the centre of that cell in degrees. */
    placeGeohash: text('place_geohash'),
    placeLatitude: doublePrecision('place_latitude'),
    placeLongitude: doublePrecision('place_longitude'),
    amountUsdc: integer().notNull(),
    /** Counted from the block of the settlement, in whole seconds, as in the contract. */
    deadline: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    chainId: integer().notNull(),
    /** The wallet that paid, in lower case. Refunds go there. */
    payer: text().notNull(),
    /** 32 bytes, derived from the payment: the reference in the contract, and the nonce of a payback. */
    ref: bytes().notNull(),
    /** The escrow contract of this bounty, in lower case, until it ends. New bounties may use another one. */
    escrow: text().notNull(),
    onchainId: bigint({ mode: 'number' }),
    /** True once `onchain_id` was read from a final block. */
    postIsFinal: boolean().notNull().default(false),
    acceptedSubmissionId: text(),
    /** Hashes of confirmed transactions, by the contract's names for their effects. */
    paymentTx: bytes().notNull(),
    createTx: bytes(),
    acceptTx: bytes(),
    cancelTx: bytes(),
    refundTx: bytes(),
    payoutTx: bytes(),
    /** The latest transaction requested from the outbox for each effect, and the number requested so far. */
    postChainTxId: bigint({ mode: 'number' }).references(() => chainTx.id),
    postTries: integer().notNull().default(0),
    exitChainTxId: bigint({ mode: 'number' }).references(() => chainTx.id),
    exitTries: integer().notNull().default(0),
    paybackChainTxId: bigint({ mode: 'number' }).references(() => chainTx.id),
    paybackTries: integer().notNull().default(0),
    paidAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    /** When an operator last requested an immediate retry: transactions that failed before then are retried without waiting. */
    retryAskedAt: timestamp({ withTimezone: true }),
    updatedAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    unique('bounty_payment').on(table.paymentId),
    unique('bounty_ref').on(table.ref),
    check(
      'bounty_state',
      sql`${table.state} in (${sql.raw(bountyStates.map((state) => `'${state}'`).join(', '))})`,
    ),
    check(
      'bounty_place',
      sql`num_nonnulls(${table.placeGeohash}, ${table.placeLatitude}, ${table.placeLongitude}) in (0, 3) and ${table.placeGeohash} ~ '^[0-9b-hjkmnp-z]{1,6}$' and ${table.placeLatitude} between -90 and 90 and ${table.placeLongitude} between -180 and 180`,
    ),
    check('bounty_amount', sql`${table.amountUsdc} > 0`),
    // No number if a reorganisation undid the post for good: the number may belong to another bounty by then.
    check(
      'bounty_posted_has_number',
      sql`${table.state} in ('paid', 'creating', 'failed') or (${table.onchainId} is not null and ${table.createTx} is not null) or (${table.state} in ('cancelled', 'expired_refunded') and ${table.onchainId} is null and ${table.createTx} is null)`,
    ),
    check('bounty_released_has_tx', sql`(${table.state} = 'accepted') = (${table.acceptTx} is not null)`),
    check(
      'bounty_paid_out_has_tx',
      sql`(${table.state} in ('cancelled', 'expired_refunded', 'failed')) = (${table.payoutTx} is not null)`,
    ),
    check(
      'bounty_accepted_one',
      sql`(${table.state} in ('accepting', 'accepted')) <= (${table.acceptedSubmissionId} is not null)`,
    ),
    index('bounty_under_way').on(table.chainId, table.bountyId).where(isUnderWay),
    // Final numbers only: before that, a reorganisation may exchange the numbers of two bounties.
    uniqueIndex('bounty_onchain_id')
      .on(table.chainId, table.escrow, table.onchainId)
      .where(sql`post_is_final`),
    // The two orders of the board. The expiry of bounties reads the first.
    index('bounty_open_by_deadline').on(table.deadline, table.bountyId).where(sql`state = 'open'`),
    index('bounty_open_by_payment').on(table.paidAt, table.bountyId).where(sql`state = 'open'`),
    // A poster's track record.
    index('bounty_of_payer')
      .on(table.payer)
      .where(
        sql`state in ('accepting', 'accepted', 'cancelling', 'cancelled', 'expired', 'expired_refunded')`,
      ),
    // The operators' list: newest first, or longest unchanged first, with each of its filters.
    index('bounty_newest').on(table.paidAt, table.bountyId),
    index('bounty_newest_in_state').on(table.state, table.paidAt, table.bountyId),
    index('bounty_newest_on_chain').on(table.chainId, table.paidAt, table.bountyId),
    index('bounty_newest_of_payer').on(table.payer, table.paidAt, table.bountyId),
    index('bounty_unmoved').on(table.updatedAt, table.bountyId).where(isNotEnded),
    index('bounty_unmoved_in_state').on(table.state, table.updatedAt, table.bountyId),
    index('bounty_on_its_way').on(table.updatedAt, table.bountyId).where(isOnItsWay),
    index('bounty_words').using('gin', bountyWords),
  ],
)

/**
 * The response to the request that accepted or cancelled a bounty, if that request had an `Idempotency-Key`. A repetition with the
 * same key gets it again. Both actions are final, so a bounty has at most one row.
 */
export const bountyAnswer = pgTable('bounty_answer', {
  bountyId: text()
    .primaryKey()
    .references(() => bounty.bountyId),
  action: text({ enum: ['accept', 'cancel'] }).notNull(),
  /** SHA-256 of the `Idempotency-Key`. */
  keyHash: bytes().notNull(),
  /** The accepted submission; `null` for a cancel. */
  submissionId: text(),
  /** The response body. */
  body: text().notNull(),
  answeredAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
})

/** SHA-256 of each token that gives access to a bounty. The tokens are not stored. */
export const agentToken = pgTable('agent_token', {
  tokenHash: bytes().primaryKey(),
  bountyId: text()
    .notNull()
    .references(() => bounty.bountyId),
  createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
})

/**
 * New tokens that the wallet which paid asked for. The newest one of a bounty replaces all its tokens before. The nonce of a signed
 * challenge is used once. Append-only.
 */
export const tokenRecovery = pgTable(
  'token_recovery',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    bountyId: text()
      .notNull()
      .references(() => bounty.bountyId),
    nonceHash: bytes().notNull(),
    tokenHash: bytes()
      .notNull()
      .references(() => agentToken.tokenHash),
    recoveredAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    unique('token_recovery_nonce').on(table.nonceHash),
    index('token_recovery_of_bounty').on(table.bountyId, table.id),
  ],
)
