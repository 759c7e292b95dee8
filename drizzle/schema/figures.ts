import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { uint256 } from './columns.ts'

/** When each recurring task last ran, in any process. Real time. */
export const lastRun = pgTable('last_run', {
  name: text({ enum: ['expire_bounties', 'reconcile_payments'] }).primaryKey(),
  ranAt: timestamp({ withTimezone: true }).notNull(),
  /** When it last found work, and how many items. */
  foundAt: timestamp({ withTimezone: true }),
  found: integer().notNull().default(0),
})

/**
 * Figures of a network, every five minutes of the service's time. Samples older than 90 days are thinned to one an hour. A figure
 * that could not be read is null; zero means zero.
 */
export const figureSample = pgTable(
  'figure_sample',
  {
    /** Start of its five minutes. */
    slot: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    /** CAIP-2. */
    network: text().notNull(),
    /** By state: `{"open": {"count": 3, "usdc": 150}}`. */
    bounties: jsonb().notNull(),
    /** Time that the slowest bounty in progress has spent in its current state. */
    oldestBountySeconds: integer(),
    transactions: integer().notNull(),
    oldestTransactionSeconds: integer(),
    /** Atomic units, from the last audit of these five minutes. */
    escrowAtomic: uint256(),
    treasuryAtomic: uint256(),
    inFlightAtomic: uint256(),
    /** Balance of each key by address, in wei as text. A balance that could not be read is left out. */
    gas: jsonb().notNull(),
    /** The last payment counted; and the payments settled since the previous sample, their sum, and the seconds between the samples. */
    paymentsUntil: bigint({ mode: 'number' }).notNull(),
    payments: integer(),
    paymentsAtomic: uint256(),
    paymentsSeconds: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.network, table.slot] }),
    check(
      'figure_sample_payments',
      sql`num_nonnulls(${table.payments}, ${table.paymentsAtomic}, ${table.paymentsSeconds}) in (0, 3)`,
    ),
    index('figure_sample_slot').on(table.slot),
  ],
)
