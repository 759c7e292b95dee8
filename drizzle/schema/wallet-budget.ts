import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

export const walletBudgetNames = ['bytes', 'cpu', 'failed_payments', 'sign_ins'] as const

/**
 * How much of its daily budgets each wallet has used. A budget refills evenly over a day, so one time says it all: used is the
 * share of a day that `spent_until` is ahead of the clock.
 */
export const walletBudget = pgTable(
  'wallet_budget',
  {
    /** Lower case. */
    wallet: text().notNull(),
    budget: text({ enum: walletBudgetNames }).notNull(),
    spentUntil: timestamp({ withTimezone: true }).notNull(),
    /** When something was last refused because too little was left. */
    refusedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.wallet, table.budget] }),
    check('wallet_budget_wallet', sql`${table.wallet} ~ '^0x[0-9a-f]{40}$'`),
    index('wallet_budget_spent_until').on(table.budget, table.spentUntil),
  ],
)
