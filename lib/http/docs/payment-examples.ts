import 'server-only'
import type { SettleResponse } from '@x402/core/types'
import { realClock } from '#lib/adapters/clock'
import type { Env } from '#lib/adapters/env'
import { listingOf } from '#lib/http/api/listing'
import { queryObservations } from '#lib/operations/observations'
import { fixedPriceAtomic } from '#lib/operations/price'
import type { ExactPayment } from '#lib/schemas/x402'
import { requirementsOf } from '#lib/services/payments/quote-payment'
import { receiptFor } from '#lib/services/payments/types'

// The three headers of a payment for a query, made by the code that makes and reads them. Random values are shown as `…`.

const payer = '0x2222222222222222222222222222222222222222'
const transaction = `0x${'a1'.repeat(32)}` as const

function offersOf(env: Env): ExactPayment['accepted'][] {
  const priceAtomic = fixedPriceAtomic(queryObservations, env)
  const terms = { flow: 'authorization', payTo: 'revenue', priceAtomic } as const
  const ctx = { env, clock: realClock }
  return env.networks.map(
    (network) => requirementsOf({ ctx, network, terms, challenge: '…' }) as ExactPayment['accepted'],
  )
}

/** `PAYMENT-REQUIRED`, without its extensions. */
export function requiredExample(env: Env): object {
  const resource = {
    url: env.baseUrl + queryObservations.path,
    ...listingOf(queryObservations, env).resource,
  }
  return { x402Version: 2, resource, accepts: offersOf(env) }
}

/** `PAYMENT-SIGNATURE`. */
export function payloadExample(env: Env): ExactPayment {
  const accepted = offersOf(env)[0]!
  return {
    x402Version: 2,
    accepted,
    payload: {
      signature: '0x…',
      authorization: {
        from: payer,
        to: accepted.payTo,
        value: accepted.amount,
        validAfter: '0',
        validBefore: '1795248060',
        nonce: '0x…',
      },
    },
  }
}

/** `PAYMENT-RESPONSE`, without its extensions. */
export function responseExample(env: Env): SettleResponse {
  return receiptFor(payloadExample(env), { transaction })
}
