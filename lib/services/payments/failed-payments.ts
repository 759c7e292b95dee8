import 'server-only'
import { cacheFor } from '#lib/adapters/cache-for'
import { errorText } from '#lib/adapters/chain/error-text'
import { assertBudget } from '#lib/services/limits/assert-budget'
import { chargeBudget } from '#lib/services/limits/charge-budget'
import { spentWallets } from '#lib/services/limits/spent-wallets'
import type { PaymentContext } from '#lib/services/payments/types'

// Counts the failed payments of a payer, and refuses one with too many (`WALLET_FAILED_PAYMENTS_PER_DAY`).

const budget = 'failed_payments'
/** One query a second in each process, instead of one for each payment. */
const refreshMs = 1_000

const spentOf = cacheFor(
  refreshMs,
  (ctx: PaymentContext) => ctx.db,
  async (ctx): Promise<ReadonlySet<string>> => new Set(await spentWallets({ ctx, input: { budget } })),
)

/**
 * Refuses a payer with too many failed payments today (`WALLET_FAILED_PAYMENTS_PER_DAY`). Call it before a payment is claimed,
 * only when its signature was verified, and never when its money has moved.
 *
 * @param payer lower case
 * @throws CairnError `rate_limited`
 */
export async function assertPayerMayTry(ctx: PaymentContext, payer: string): Promise<void> {
  const spent = await spentOf(ctx)
  if (spent.has(payer)) await assertBudget({ ctx, input: { wallet: payer, budget } })
}

/** Counts a verified payment that bought nothing. Never throws: the refusal it belongs to stands. */
export async function countFailedPayment(ctx: PaymentContext, payer: string): Promise<void> {
  await chargeBudget({ ctx, input: { wallet: payer, budget, amount: 1 } }).catch((error: unknown) => {
    ctx.log.warn({ error: errorText(error) }, 'failed payment not counted')
  })
}
