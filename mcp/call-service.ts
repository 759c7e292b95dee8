import { setTimeout as sleep } from 'node:timers/promises'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import type { PaymentRequired, SettleResponse } from '@x402/core/types'
import { z } from 'zod'
import { callerWords } from '../lib/mcp/caller-words.ts'
import type { Call } from '../lib/mcp/request-of.ts'

const timeoutMs = 30_000
const defaultWaitMs = 1_000
const longestWaitMs = 5_000

/** A request to send. With a payment, its text never changes. */
export type ServiceRequest = { method: Call['method']; path: string; body: string | undefined }

/**
 * `done`: 2xx. `refused`: a final refusal of the service. `unknown`: no answer, or one that may change; a payment that was sent may have
 * been made.
 */
export type Answer = {
  outcome: 'done' | 'refused' | 'unknown'
  /** 0: the service could not be reached. */
  status: number
  text: string
  required?: PaymentRequired
  receipt?: SettleResponse
  /** What the request was understood to ask for, if this answer is a price. */
  buys?: string
  /** The free coverage shows that what this price is for is empty. */
  wouldBeEmpty?: true
  /** The arguments that the service ignored, if this answer is a price. */
  ignored?: readonly string[]
  /** The cell that an order for a bounty names, if this answer is its price; `null` if none was understood. */
  place?: string | null
  /** The `to` of the next query, if this answer was truncated. */
  nextTo?: string
  waitMs: number
}

/** The members of every refusal of the service. Any other answer comes from a proxy in between and is not final. */
const refusalBody = z.object({
  error: z.string(),
  message: z.string(),
  request_id: z.string(),
  buys: z.string().optional(),
  would_be_empty: z.literal(true).optional(),
  ignored: z.array(z.string()).optional(),
  place: z.string().nullable().optional(),
})
const temporary = new Set([408, 425, 429])

export async function callService(
  url: string,
  { method, path, body }: ServiceRequest,
  credentials: { token?: string; payment?: string } = {},
  withinMs = timeoutMs,
): Promise<Answer> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (credentials.token) headers.authorization = `Bearer ${credentials.token}`
  if (credentials.payment) headers['payment-signature'] = credentials.payment
  try {
    const response = await fetch(url + path, {
      method,
      headers,
      body: body ?? null,
      // Neither a payment nor a token may follow a redirect to another server.
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    })
    return answerOf(response, await response.text())
  } catch {
    return { outcome: 'unknown', status: 0, text: `${url} could not be reached.`, waitMs: defaultWaitMs }
  }
}

/** Sends the same request again until the answer is final, or the time is up. */
export async function callUntilAnswered(
  url: string,
  request: ServiceRequest,
  credentials: { payment: string },
  patienceMs: number,
): Promise<Answer> {
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    const withinMs = Math.min(timeoutMs, giveUpAt - Date.now())
    const answer = await callService(url, request, credentials, withinMs)
    if (answer.outcome !== 'unknown' || Date.now() + answer.waitMs >= giveUpAt) return answer
    await sleep(answer.waitMs)
  }
}

/** The message of a refusal, or its plain text. */
export function messageOf({ text, status }: Answer): string {
  const refusal = readRefusal(text)
  if (refusal) return `${callerWords('stdio', refusal.message)} (${refusal.error})`
  return status === 0 ? text : `The answer was ${status}, and none of the service's own.`
}

function answerOf(response: Response, text: string): Answer {
  const { status, headers } = response
  const offer = headers.get('payment-required')
  const receipt = headers.get('payment-response')
  const nextTo = headers.get('cairn-next-to')
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const refusal = readRefusal(text)
  const isFinal = status >= 400 && status < 500 && !temporary.has(status) && refusal !== undefined
  return {
    outcome: response.ok ? 'done' : isFinal ? 'refused' : 'unknown',
    status,
    text,
    ...(offer === null ? {} : { required: decodePaymentRequiredHeader(offer) }),
    ...(receipt === null ? {} : { receipt: decodePaymentResponseHeader(receipt) }),
    ...(nextTo === null ? {} : { nextTo }),
    ...(refusal?.buys === undefined ? {} : { buys: refusal.buys }),
    ...(refusal?.would_be_empty ? { wouldBeEmpty: true } : {}),
    ...(refusal?.ignored === undefined ? {} : { ignored: refusal.ignored }),
    ...(refusal?.place === undefined ? {} : { place: refusal.place }),
    waitMs: seconds >= 0 ? Math.min(seconds * 1_000, longestWaitMs) : defaultWaitMs,
  }
}

function readRefusal(text: string): z.output<typeof refusalBody> | undefined {
  try {
    return refusalBody.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
