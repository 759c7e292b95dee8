import type { Env } from '#lib/adapters/env'
import { formatUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { AnyOperation, FixedPrice } from '#lib/operations/define-operation'

/** USDC as decimal text. */
export type Price = { mode: 'fixed'; amount: string } | { mode: 'range'; min: string; max: string }

/** The price of one call, in atomic units. @throws Error for an operation without a fixed price */
export function fixedPriceAtomic(
  { name, payment }: { name: string; payment?: { price: FixedPrice } },
  env: Pick<Env, 'prices'>,
): bigint {
  if (!payment) throw new Error(`${name} has no fixed price`)
  return env.prices[payment.price.setting] ?? payment.price.usualAtomic
}

/** The price of an operation, or its range if it depends on the request; `undefined`: free. */
export function priceOf(operation: AnyOperation, env: Pick<Env, 'bounty' | 'prices'>): Price | undefined {
  if (!('payment' in operation) || !operation.payment) return undefined
  const { payment } = operation
  if (payment.flow === 'authorization')
    return { mode: 'fixed', amount: formatUsdc(fixedPriceAtomic({ name: operation.name, payment }, env)) }
  const { minUsdc, maxUsdc } = env.bounty
  return { mode: 'range', min: formatUsdc(wholeUsdc(minUsdc)), max: formatUsdc(wholeUsdc(maxUsdc)) }
}
