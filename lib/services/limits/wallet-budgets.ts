import 'server-only'
import type { walletBudgetNames } from '#db/schema/wallet-budget'
import type { Env } from '#lib/adapters/env'
import { CairnError } from '#lib/domain/errors'

// The daily budgets of a wallet, and the errors when one is used up.

export type WalletBudgetName = (typeof walletBudgetNames)[number]
export type WalletBudgetEnv = Pick<Env, 'walletLimits'>

export const daySeconds = 86_400

/** The daily amount of a budget that a wallet may use; 0: unlimited. */
export function dailyBudget({ walletLimits }: WalletBudgetEnv, budget: WalletBudgetName): number {
  return {
    bytes: walletLimits.bytesPerDay,
    cpu: walletLimits.cpuSecondsPerDay,
    failed_payments: walletLimits.failedPaymentsPerDay,
    sign_ins: walletLimits.signInsPerDay,
  }[budget]
}

const whatIsLimited: Record<WalletBudgetName, (perDay: number) => string> = {
  bytes: (perDay) => `One wallet may upload ${perDay} bytes a day, and this upload would be more`,
  cpu: (perDay) =>
    `Checking the films of one wallet may take ${perDay} seconds of computing time a day, and yours have taken that`,
  failed_payments: (perDay) =>
    `At most ${perDay} payments of one wallet may fail in a day, and your wallet has reached that. This payment was not attempted, and nothing was charged`,
  sign_ins: (perDay) => `One wallet may sign in ${perDay} times a day, and yours has reached that`,
}

/** @param args.seconds until enough of the budget is there again */
export function budgetRefusal(args: {
  env: WalletBudgetEnv
  budget: WalletBudgetName
  seconds: number
  /** The member or header of the request that exceeds the budget. */
  field?: string
}): CairnError {
  const { env, budget, field } = args
  const perDay = dailyBudget(env, budget)
  const retryAfterSeconds = Math.max(1, Math.ceil(args.seconds))
  return new CairnError(
    'rate_limited',
    `${whatIsLimited[budget](perDay)}. Try again in ${retryAfterSeconds} s.`,
    {
      retryAfterSeconds,
      rateLimit: { policy: `wallet-${budget.replace('_', '-')}`, quota: perDay, windowSeconds: daySeconds },
      field,
    },
  )
}
