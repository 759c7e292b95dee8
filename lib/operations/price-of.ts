import type { Env } from '#lib/adapters/env'
import { formatUsdc, wholeUsdc } from '#lib/domain/money'
import type { AnyOperation } from '#lib/operations/catalog'

/** USDC as decimal text. */
export type Price = { mode: 'fixed'; amount: string } | { mode: 'range'; min: string; max: string }

/** What an operation costs, as far as that is known before a request; `undefined`: nothing. */
export function priceOf(operation: AnyOperation, env: Pick<Env, 'bounty' | 'price'>): Price | undefined {
  if (!('payment' in operation) || !operation.payment) return undefined
  const { payment } = operation
  if (payment.flow === 'upfront') {
    const { minUsdc, maxUsdc } = env.bounty
    return { mode: 'range', min: formatUsdc(wholeUsdc(minUsdc)), max: formatUsdc(wholeUsdc(maxUsdc)) }
  }
  return { mode: 'fixed', amount: formatUsdc(payment.priceAtomic({ env: env as Env, input: {} })) }
}
