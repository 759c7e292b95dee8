import 'server-only'
import type { PaymentRequired, PaymentRequirements, ResourceInfo } from '@x402/core/types'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { createChallenge } from '#lib/services/payments/challenge'
import type { Terms } from '#lib/services/payments/types'

/** How long a client's authorization is valid: longer than the slowest settlement, and short for the payer. */
const timeoutSeconds = 60

/** The price of one request on every network that takes payments now, tied to the request by the challenge. Valid for `quoteSeconds`. */
export function quotePayment(args: {
  ctx: Pick<Context, 'env' | 'clock'>
  input: {
    terms: Terms
    requestHash: Uint8Array
    resource: ResourceInfo
    /** Extensions that fit in the header; the body of the answer has all of them. */
    extensions?: Record<string, unknown>
    /** Why the payment that came with the request was refused. */
    error?: string
    /** Ids of networks that take no payment now, and are not offered. */
    paused?: ReadonlySet<string>
  }
}): PaymentRequired {
  const { ctx, input } = args
  const challenge = createChallenge({
    secretKey: ctx.env.secretKey,
    baseUrl: ctx.env.baseUrl,
    requestHash: input.requestHash,
    priceAtomic: input.terms.priceAtomic,
    now: ctx.clock.now(),
  })
  return {
    x402Version: 2,
    ...(input.error === undefined ? {} : { error: input.error }),
    resource: input.resource,
    accepts: ctx.env.networks
      .filter(({ id }) => !input.paused?.has(id))
      .map((network) => requirementsOf({ ctx, network, terms: input.terms, challenge })),
    ...(input.extensions ? { extensions: input.extensions } : {}),
  }
}

/** One `accepts` entry. */
export function requirementsOf(args: {
  ctx: Pick<Context, 'env' | 'clock'>
  network: NetworkConfig
  terms: Terms
  challenge: unknown
}): PaymentRequirements {
  const { ctx, network, terms, challenge } = args
  const { domainName: name, domainVersion: version } = network.usdc
  return {
    scheme: 'exact',
    network: network.id,
    asset: network.usdc.address,
    amount: terms.priceAtomic.toString(),
    payTo: terms.payTo === 'treasury' ? ctx.env.treasury : network.payTo,
    // Clients count the expiry from their own clock; the sandbox's chains may be ahead of it.
    maxTimeoutSeconds: timeoutSeconds + ctx.clock.offsetSeconds(),
    // `authorization` is the default of clients; another flow has to be named.
    extra: { name, version, challenge, ...(terms.flow === 'upfront' ? { paymentFlow: terms.flow } : {}) },
  }
}
