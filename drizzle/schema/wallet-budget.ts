import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

export const walletBudgetNames = ['bytes', 'cpu', 'failed_payments', 'sign_ins'] as const

/**
 * How much of its daily budgets each wallet has used. A budget refills evenly over a day, so one time is enough: the used share is
 * the part of a day by which `spent_until` is ahead of the clock.
 */
export const walletBudget = pgTable(
  'wallet_budget',
  {
    /** In lower case. */
    wallet: text().notNull(),
    budget: text({ enum: walletBudgetNames }).notNull(),
    spentUntil: timestamp({ withTimezone: true }).notNull(),
    /** When a request was last refused because the budget was used up. */
    refusedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.wallet, table.budget] }),
    check('wallet_budget_wallet', sql`${table.wallet} ~ '^0x[0-9a-f]{40}$'`),
    index('wallet_budget_spent_until').on(table.budget, table.spentUntil),
  ],
)
