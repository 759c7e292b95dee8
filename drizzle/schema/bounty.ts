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
import { bountyStates } from '../../lib/domain/bounty.ts'
import { bytes } from './columns.ts'
import { chainTx } from './outbox.ts'
import { payment } from './payment.ts'

/** What a payment for a bounty is for, kept before any money moves: whoever finds it settled can make the bounty. */
export const bountyOrder = pgTable('bounty_order', {
  paymentId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => payment.id),
  title: text().notNull(),
  brief: text().notNull(),
  amountUsdc: integer().notNull(),
  deadlineDays: smallint().notNull(),
  /** Where the payer wants to be told of what happens to it. */
  webhookUrl: text(),
  createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
})

/** What a worker has to look at: everything under way, and open ones whose number may change. The index is read by these words. */
export const isUnderWay = sql`state in ('paid', 'creating', 'accepting', 'cancelling', 'expired') or (state = 'open' and not post_is_final)`

/** Its money is to be somewhere else soon. */
export const isOnItsWay = sql`state in ('paid', 'creating', 'accepting', 'cancelling', 'expired')`
export const isNotEnded = sql`state not in ('accepted', 'cancelled', 'expired_refunded', 'failed')`
/** What its words are looked up by. */
export const bountyWords = sql`to_tsvector('simple', title || ' ' || brief)`

/**
 * A commissioned capture. Its state is the truth about its money and changes in one place only; a trigger refuses every
 * change the lifecycle does not have, and any change of who paid, how much, and until when.
 */
export const bounty = pgTable(
  'bounty',
  {
    /** Opaque, follows from the payment. */
    bountyId: text().primaryKey(),
    paymentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => payment.id),
    state: text({ enum: bountyStates }).notNull(),
    title: text().notNull(),
    brief: text().notNull(),
    /** Where it is to be filmed, as its brief says, one to six characters, and the middle of that cell in degrees. */
    placeGeohash: text('place_geohash'),
    placeLatitude: doublePrecision('place_latitude'),
    placeLongitude: doublePrecision('place_longitude'),
    amountUsdc: integer().notNull(),
    /** Counts from the block of the settlement; whole seconds, as in the contract. */
    deadline: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    chainId: integer().notNull(),
    /** The wallet that paid, lower case. Whatever is given back goes there. */
    payer: text().notNull(),
    /** 32 bytes: its reference in the contract, and the nonce of its payback; follows from the payment. */
    ref: bytes().notNull(),
    /** The escrow contract that it is posted to, lower case; it ends there, whichever contract takes new ones. */
    escrow: text().notNull(),
    onchainId: bigint({ mode: 'number' }),
    /** Whether that number was read from a final block. */
    postIsFinal: boolean().notNull().default(false),
    /** The submission that was accepted. */
    acceptedSubmissionId: text(),
    /** Hashes of transactions whose effect is confirmed, as the contract names them. */
    paymentTx: bytes().notNull(),
    createTx: bytes(),
    acceptTx: bytes(),
    cancelTx: bytes(),
    refundTx: bytes(),
    payoutTx: bytes(),
    /** The latest transaction asked of the outbox for each effect, and how many were asked. */
    postChainTxId: bigint({ mode: 'number' }).references(() => chainTx.id),
    postTries: integer().notNull().default(0),
    exitChainTxId: bigint({ mode: 'number' }).references(() => chainTx.id),
    exitTries: integer().notNull().default(0),
    paybackChainTxId: bigint({ mode: 'number' }).references(() => chainTx.id),
    paybackTries: integer().notNull().default(0),
    paidAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    /** When an operator last wanted it tried at once: no wait holds what ended before then. */
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
    // A post that a reorganisation undid for good leaves none: its number is another bounty's by then.
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
    // Only final numbers: until then a reorganisation may give them to one another.
    uniqueIndex('bounty_onchain_id')
      .on(table.chainId, table.escrow, table.onchainId)
      .where(sql`post_is_final`),
    // The board in its two orders; the first is the expiry's too.
    index('bounty_open_by_deadline').on(table.deadline, table.bountyId).where(sql`state = 'open'`),
    index('bounty_open_by_payment').on(table.paidAt, table.bountyId).where(sql`state = 'open'`),
    // What became of a poster's bounties.
    index('bounty_of_payer')
      .on(table.payer)
      .where(
        sql`state in ('accepting', 'accepted', 'cancelling', 'cancelled', 'expired', 'expired_refunded')`,
      ),
    // The operators' list: newest first, longest unmoved first, and behind each of its filters.
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
 * The answer to the accept or cancel that a bounty took, when its caller sent an `Idempotency-Key`: whoever repeats that request
 * with the same key gets it again. Both are final, so a bounty has at most one.
 */
export const bountyAnswer = pgTable('bounty_answer', {
  bountyId: text()
    .primaryKey()
    .references(() => bounty.bountyId),
  action: text({ enum: ['accept', 'cancel'] }).notNull(),
  /** SHA-256 of the `Idempotency-Key`. */
  keyHash: bytes().notNull(),
  /** The submission of an accept. */
  submissionId: text(),
  /** The body, as it was sent. */
  body: text().notNull(),
  answeredAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
})

/** SHA-256 of each token that opens a bounty; the token itself is kept nowhere. */
export const agentToken = pgTable('agent_token', {
  tokenHash: bytes().primaryKey(),
  bountyId: text()
    .notNull()
    .references(() => bounty.bountyId),
  createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
})
