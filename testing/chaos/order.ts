import { setTimeout as sleep } from 'node:timers/promises'
import { decodePaymentSignatureHeader } from '@x402/core/http'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { fundUsdc } from '#sandbox/local-chain'
import type { NetworkId, ServiceFixture } from '#testing/chaos/service-fixture'
import { jsonPost, type Payer, signPayment, withPayment } from '#testing/paid-service'

export const endings = ['accept', 'cancel', 'expiry', 'failed'] as const
/** How its caller means a bounty to end. */
export type Ending = (typeof endings)[number]

/** An authorization that was signed and shown, and every answer of ours to it. */
type SignedPayment = {
  header: string
  nonce: Hex
  answers: { status: number; bountyId?: string; agentToken?: string; reason?: string }[]
}

/** One caller's bounty, as the caller knows it. */
export type Order = {
  network: NetworkId
  ending: Ending
  amountUsdc: number
  payer: Payer
  contributor: Address
  /** Payment identifier of a caller that does not store its signature and so signs each try again. */
  identifier?: string | undefined
  /** The last one is the one that counts. */
  payments: SignedPayment[]
  bountyId?: string
  agentToken?: string
  submissionId?: string
  history: string[]
}

const retryMs = 100
/** Longer than any answer of the service takes. */
const answerTimeoutMs = 45_000

/** A caller with a new wallet that has a little more than the price, and a contributor with an empty one. */
export async function createOrder(
  fixture: Pick<ServiceFixture, 'networks'>,
  terms: Pick<Order, 'network' | 'ending' | 'amountUsdc' | 'identifier'>,
): Promise<Order> {
  const payer = privateKeyToAccount(generatePrivateKey())
  const { rpcUrl, usdc } = fixture.networks[terms.network]
  await fundUsdc(rpcUrl, usdc, payer.address, fundsOf(terms.amountUsdc))
  const contributor = privateKeyToAccount(generatePrivateKey()).address
  return { ...terms, payer, contributor, payments: [], history: [] }
}

/** The initial balance of a payer: twice the price, so that a second charge would be possible and visible. */
export function fundsOf(amountUsdc: number): bigint {
  return 2n * BigInt(amountUsdc) * 1_000_000n
}

/** Notes what happened to it, with the time. */
export function note(order: Order, what: string): void {
  order.history.push(`${new Date().toISOString().slice(11, 23)} ${what}`)
}

function bodyOf(order: Order): RequestInit {
  return jsonPost({
    title: `A bounty to ${order.ending}`,
    brief: 'Film the whole square once around, in daylight.',
    amount_usdc: order.amountUsdc,
    deadline_days: 1,
  })
}

/**
 * Pays for the bounty as a stock client does: it sends one signature again after every lost connection and every "not yet". It
 * signs again only if the service refused the payment, and the checker verifies that the refused payment is never charged. A
 * caller with a payment identifier signs each time and must still be charged once.
 */
export async function pay(fixture: ServiceFixture, order: Order, giveUpAt: number): Promise<void> {
  while (order.bountyId === undefined) {
    let payment = order.payments.at(-1)
    if (!payment || isRefused(payment) || order.identifier !== undefined) {
      if (order.payments.filter(isRefused).length >= maxRefused) throw new Error('refused again and again')
      payment = await keepTrying(giveUpAt, () => sign(fixture, order))
      order.payments.push(payment)
      note(order, `signed ${payment.nonce}`)
    }
    await show(fixture, order, payment)
    if (order.bountyId === undefined) {
      if (Date.now() > giveUpAt) throw new Error(`not answered: ${JSON.stringify(payment.answers.slice(-3))}`)
      await sleep(retryMs)
    }
  }
}

const maxRefused = 5
const isRefused = ({ answers }: SignedPayment) => answers.at(-1)?.status === 402

async function sign(fixture: ServiceFixture, order: Order): Promise<SignedPayment> {
  const url = `${await fixture.webUrl()}/api/v1/bounties`
  const { payer, network, identifier } = order
  const header = await signPayment({ url, init: bodyOf(order), payer, network, identifier })
  const { nonce } = (decodePaymentSignatureHeader(header).payload as { authorization: { nonce: Hex } })
    .authorization
  return { header, nonce, answers: [] }
}

/** Sends a payment once and stores the answer, if the connection was not lost. */
export async function show(fixture: ServiceFixture, order: Order, payment: SignedPayment): Promise<void> {
  let response: Response
  let text: string
  try {
    const url = `${await fixture.webUrl()}/api/v1/bounties`
    response = await fetch(url, { ...withPayment(bodyOf(order), payment.header), signal: timeout() })
    text = await response.text()
  } catch (error) {
    note(order, `POST lost: ${(error as Error).message}`)
    return
  }
  note(order, `POST ${response.status}`)
  const body = parse(text)
  if (response.status === 201) {
    const answer = { status: 201, bountyId: String(body.bounty_id), agentToken: String(body.agent_token) }
    payment.answers.push(answer)
    order.bountyId ??= answer.bountyId
    order.agentToken ??= answer.agentToken
  } else {
    payment.answers.push({
      status: response.status,
      reason: String(body.reason ?? body.error ?? text.slice(0, 200)),
    })
  }
}

/** Calls an endpoint of the bounty with its token until one of the statuses comes. */
export async function call(
  fixture: ServiceFixture,
  order: Order,
  request: { verb?: 'accept' | 'cancel'; expect: number; giveUpAt: number },
): Promise<Record<string, unknown>> {
  const { verb, expect, giveUpAt } = request
  return keepTrying(giveUpAt, async () => {
    const url = `${await fixture.webUrl()}/api/v1/bounties/${order.bountyId}${verb ? `/${verb}` : ''}`
    const init =
      verb === undefined
        ? {}
        : verb === 'accept'
          ? jsonPost({ submission_id: order.submissionId })
          : { method: 'POST' }
    const response = await fetch(url, {
      ...init,
      headers: {
        ...(init as { headers?: Record<string, string> }).headers,
        authorization: `Bearer ${order.agentToken}`,
        // If the process dies after its commit, its answer never arrives. With this key, the retry gets the same answer.
        ...(verb ? { 'idempotency-key': verb } : {}),
      },
      signal: timeout(),
    })
    const text = await response.text()
    note(order, `${verb ?? 'GET'} ${response.status}`)
    if (response.status !== expect)
      throw new Error(`${verb ?? 'GET'} answered ${response.status}: ${text.slice(0, 300)}`)
    return parse(text)
  })
}

/** Tries until it does not throw. */
export async function keepTrying<Result>(giveUpAt: number, run: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (Date.now() > giveUpAt) throw error
      await sleep(retryMs)
    }
  }
}

function timeout(): AbortSignal {
  return AbortSignal.timeout(answerTimeoutMs)
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
