import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/** Up to which block a network was replayed, and when (ISO 8601). By CAIP-2 id. */
export type Replayed = Record<string, { block: number; at: string }>

/**
 * When the service stood still, and why. While a row has no end nothing is signed, sold or decided: triggers on the outbox, the
 * journal and the bounties refuse it, whichever process tries.
 */
export const serviceFreeze = pgTable(
  'service_freeze',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * copy: this database is another copy than the one that was used last. chain: the chain has what we did and this database
     * does not. operator: by hand.
     */
    cause: text({ enum: ['copy', 'chain', 'operator'] }).notNull(),
    /** For people: what was seen. */
    reason: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    /** The head of each chain when it was first looked at after this began: what was done before is final once that is. */
    heads: jsonb().$type<Record<string, number>>().notNull().default({}),
    replayed: jsonb().$type<Replayed>().notNull().default({}),
    /** What the last replay found, and what hinders it. */
    report: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    endedAt: timestamp({ withTimezone: true }),
    endedBy: text(),
    /** Digest of what the audit found and the operator accepted; `null`: it found nothing. */
    accepted: text(),
  },
  (table) => [
    check('service_freeze_cause', sql`${table.cause} in ('copy', 'chain', 'operator')`),
    check('service_freeze_end', sql`(${table.endedAt} is null) = (${table.endedBy} is null)`),
    uniqueIndex('service_freeze_one').on(sql`(true)`).where(sql`ended_at is null`),
  ],
)

/**
 * Where this database lay when the service last trusted it. A copy made by dump and restore, by `create database … template`
 * or by recovery to a point in time carries the row along, and then it does not fit. One row.
 */
export const serviceIncarnation = pgTable(
  'service_incarnation',
  {
    one: boolean().primaryKey().default(true),
    /** Of `pg_control_system()`: the cluster. */
    systemIdentifier: text().notNull(),
    /** Of the write-ahead log: every recovery and every promotion begins a new one. */
    timeline: integer().notNull(),
    databaseOid: bigint({ mode: 'number' }).notNull(),
    /** Of this very table. */
    tableOid: bigint({ mode: 'number' }).notNull(),
    seenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('service_incarnation_one_row', sql`${table.one}`)],
)

/** Nonces of our keys that another copy of this database used, by the chain: a replay has seen what they did. */
export const replayedNonces = pgTable(
  'replayed_nonces',
  {
    chainId: integer().notNull(),
    /** Lower case. */
    sender: text().notNull(),
    /** Both ends included. */
    fromNonce: bigint({ mode: 'number' }).notNull(),
    toNonce: bigint({ mode: 'number' }).notNull(),
    freezeId: bigint({ mode: 'number' })
      .notNull()
      .references(() => serviceFreeze.id),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.sender, table.fromNonce] }),
    check('replayed_nonces_range', sql`${table.fromNonce} <= ${table.toNonce}`),
  ],
)
