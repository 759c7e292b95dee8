import 'server-only'
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types'
import { z } from 'zod'
import { type Facilitator, settlementPending } from '#lib/adapters/facilitator/facilitator'
import type { Logger } from '#lib/adapters/log'
import { currentTraceparent } from '#lib/adapters/trace'

const verifyTimeoutMs = 10_000
const settleTimeoutMs = 25_000

const text = z.string().max(1_000)
const verifyResponse = z.object({
  isValid: z.boolean(),
  invalidReason: text.optional(),
  invalidMessage: text.optional(),
  payer: text.optional(),
})
const settleResponse = z.object({
  success: z.boolean(),
  errorReason: text.optional(),
  errorMessage: text.optional(),
  payer: text.optional(),
  transaction: z.string().regex(/^(0x[0-9a-fA-F]{64})?$/),
})
const supportedResponse = z.object({
  kinds: z.array(
    z.object({
      x402Version: z.number(),
      scheme: text,
      network: z.custom<`${string}:${string}`>((value) => typeof value === 'string' && value.includes(':')),
    }),
  ),
  extensions: z.array(text).default([]),
  signers: z.record(z.string(), z.array(text)).default({}),
})

/**
 * A third-party facilitator, over the HTTP interface of the x402 specification. Its responses are untrusted
 * input: they are parsed, and a response to `settle` that is not a clear success or failure is an unknown
 * outcome.
 */
export function createRemoteFacilitator(options: {
  url: string
  token: string | undefined
  log: Logger
  settleTimeoutMs?: number
}): Facilitator {
  const { url, token, log } = options

  const ask = async (
    path: string,
    body: unknown,
    timeoutMs: number,
  ): Promise<{ ok: boolean; json: unknown }> => {
    const traceparent = currentTraceparent()
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(traceparent ? { traceparent } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { ok: response.ok, json: await response.json() }
  }
  const bodyOf = (paymentPayload: PaymentPayload, paymentRequirements: PaymentRequirements) => ({
    x402Version: 2,
    paymentPayload: { ...paymentPayload, accepted: withoutChallenge(paymentPayload.accepted) },
    paymentRequirements: withoutChallenge(paymentRequirements),
  })

  return {
    commitsBeforeSending: false,

    verify: async (payload, requirements) => {
      const { json } = await ask('/verify', bodyOf(payload, requirements), verifyTimeoutMs)
      return verifyResponse.parse(json)
    },

    settle: async (payload, requirements) => {
      const unknown: SettleResponse = {
        success: false,
        errorReason: settlementPending,
        transaction: '',
        network: requirements.network,
      }
      try {
        const answer = await ask(
          '/settle',
          bodyOf(payload, requirements),
          options.settleTimeoutMs ?? settleTimeoutMs,
        )
        const settled = settleResponse.safeParse(answer.json)
        // An error status may follow a transaction that was sent, so only a well-formed 2xx response is
        // final.
        if (!settled.success || !answer.ok) {
          log.error({ ok: answer.ok }, 'the facilitator gave no usable answer to the settle request')
          return unknown
        }
        if (settled.data.success && settled.data.transaction === '') return unknown
        return { ...settled.data, network: requirements.network }
      } catch (error) {
        log.error({ error: (error as Error).name }, 'the facilitator did not answer the settle request')
        return unknown
      }
    },

    supported: async () =>
      supportedResponse.parse((await ask('/supported', undefined, verifyTimeoutMs)).json),
  }
}

/**
 * Removes the challenge: a payment with its challenge authenticates the payer and gives access to a bounty's
 * token.
 */
function withoutChallenge(requirements: PaymentRequirements): PaymentRequirements {
  const { challenge: _, ...extra } = requirements.extra
  return { ...requirements, extra }
}
