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

/** When each thing that must happen again and again last did, by whomever. Real time. */
export const lastRun = pgTable('last_run', {
  name: text({ enum: ['expire_bounties', 'reconcile_payments'] }).primaryKey(),
  ranAt: timestamp({ withTimezone: true }).notNull(),
  /** When it last found something to do, and how much that was. */
  foundAt: timestamp({ withTimezone: true }),
  found: integer().notNull().default(0),
})

/**
 * How a network stood, every five minutes by the service's clock; what is older than 90 days is kept by the hour. What could
 * not be known is null, and never zero.
 */
export const figureSample = pgTable(
  'figure_sample',
  {
    /** Begin of its five minutes. */
    slot: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    /** CAIP-2. */
    network: text().notNull(),
    /** By state: `{"open": {"count": 3, "usdc": 150}}`. */
    bounties: jsonb().notNull(),
    /** How long the bounty under way that waits longest has been in its state. */
    oldestBountySeconds: integer(),
    transactions: integer().notNull(),
    oldestTransactionSeconds: integer(),
    /** As the last audit has them: atomic units. */
    escrowAtomic: uint256(),
    treasuryAtomic: uint256(),
    inFlightAtomic: uint256(),
    /** By address, in wei as text; a key that could not be asked for is not there. */
    gas: jsonb().notNull(),
    /** Up to which payment it counted, and what settled since the sample before, in how many seconds. */
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
