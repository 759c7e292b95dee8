import 'server-only'
import { errorText } from '#lib/adapters/chain/error-text'
import { assertBudget } from '#lib/services/limits/assert-budget'
import { chargeBudget } from '#lib/services/limits/charge-budget'
import { spentWallets } from '#lib/services/limits/spent-wallets'
import type { PaymentContext } from '#lib/services/payments/types'

const budget = 'failed_payments'
/** One query a second in each process, instead of one for each payment. */
const refreshMs = 1_000

type Spent = { until: number; wallets: Promise<ReadonlySet<string>> }
const known = new WeakMap<object, Spent>()

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

function spentOf(ctx: PaymentContext): Promise<ReadonlySet<string>> {
  const cached = known.get(ctx.db)
  if (cached && performance.now() < cached.until) return cached.wallets
  const wallets = spentWallets({ ctx, input: { budget } }).then((all) => new Set(all))
  const entry = { until: performance.now() + refreshMs, wallets }
  known.set(ctx.db, entry)
  wallets.catch(() => {
    if (known.get(ctx.db) === entry) known.delete(ctx.db)
  })
  return wallets
}
