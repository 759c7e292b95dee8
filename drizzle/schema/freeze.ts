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

/** The block up to which each network was replayed, and when (ISO 8601), by CAIP-2 id. */
export type Replayed = Record<string, { block: number; at: string }>

/**
 * Periods in which the service was frozen, and why. While a row has no end, triggers refuse to sign, sell or decide anything
 * (`drizzle/sql/freeze.sql`).
 */
export const serviceFreeze = pgTable(
  'service_freeze',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * copy: this database is not the copy that was used last. chain: a chain has transactions of ours that this database does
     * not have. operator: an operator froze it.
     */
    cause: text({ enum: ['copy', 'chain', 'operator'] }).notNull(),
    /** For people: what was found. */
    reason: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    /** The head of each chain when it was first read after the freeze began. Once that block is final, so is everything we did before. */
    heads: jsonb().$type<Record<string, number>>().notNull().default({}),
    replayed: jsonb().$type<Replayed>().notNull().default({}),
    /** Findings of the last replay, and what it is waiting for. */
    report: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    endedAt: timestamp({ withTimezone: true }),
    endedBy: text(),
    /** Digest of the audit's findings that the operator accepted; `null` if there were none. */
    accepted: text(),
  },
  (table) => [
    check('service_freeze_cause', sql`${table.cause} in ('copy', 'chain', 'operator')`),
    check('service_freeze_end', sql`(${table.endedAt} is null) = (${table.endedBy} is null)`),
    uniqueIndex('service_freeze_one').on(sql`(true)`).where(sql`ended_at is null`),
  ],
)

/**
 * The identity of the database that the service last trusted: one row. In a copy made by dump and restore, by
 * `create database … template` or by recovery to a point in time, the row no longer matches the database.
 */
export const serviceIncarnation = pgTable(
  'service_incarnation',
  {
    one: boolean().primaryKey().default(true),
    /** Identifies the cluster; from `pg_control_system()`. */
    systemIdentifier: text().notNull(),
    /** Timeline of the write-ahead log. Each recovery or promotion starts a new one. */
    timeline: integer().notNull(),
    databaseOid: bigint({ mode: 'number' }).notNull(),
    /** The oid of this table. */
    tableOid: bigint({ mode: 'number' }).notNull(),
    seenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('service_incarnation_one_row', sql`${table.one}`)],
)

/** Nonces of our keys that another copy of this database used, according to the chain. A replay has read what they did. */
export const replayedNonces = pgTable(
  'replayed_nonces',
  {
    chainId: integer().notNull(),
    /** In lower case. */
    sender: text().notNull(),
    /** Inclusive range. */
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
