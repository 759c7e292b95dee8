import { encodePaymentRequiredHeader } from '@x402/core/http'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readBountyKeys } from '#lib/client/bounty-keys'
import { placeOrder, signOrder } from '#lib/client/post-bounty'
import { type SignedOrder, signedOrders } from '#lib/client/signed-order'

const network = 'eip155:8453'
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const order = { title: 'The old gate', brief: 'Walk through it, slowly.', amount_usdc: 60, deadline_days: 7 }

type Request = { body: string; payment: string | null }
type Answer = () => Response
let asked: Request[]
let answers: Answer[]
let kept: Map<string, string>
let full: string | undefined
let signatures: number

beforeEach(() => {
  asked = []
  answers = []
  kept = new Map()
  full = undefined
  signatures = 0
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => {
      if (full === '*') throw new Error('The request is denied for this document.')
      return kept.get(name) ?? null
    },
    removeItem: (name: string) => kept.delete(name),
    setItem: (name: string, value: string) => {
      if (name === full || full === '*') throw new Error('The quota has been exceeded.')
      kept.set(name, value)
    },
  })
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    asked.push({ body: String(init.body), payment: new Headers(init.headers).get('PAYMENT-SIGNATURE') })
    const answer = answers.shift()
    if (!answer) throw new Error('one request more than expected')
    return answer()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  expect(answers).toEqual([])
})

const lost: Answer = () => {
  throw new TypeError('Failed to fetch')
}
const refused =
  (status: number, error = 'internal', headers: Record<string, string> = {}): Answer =>
  () =>
    Response.json({ error, message: `What ${error} says.`, request_id: 'r' }, { status, headers })

const quoted =
  (amount: string, change: Record<string, unknown> = {}): Answer =>
  () => {
    const header = encodePaymentRequiredHeader({
      x402Version: 2,
      error: 'PAYMENT-SIGNATURE header is required',
      resource: { url: 'https://cairn.test/api/v1/bounties', description: '', mimeType: 'application/json' },
      accepts: [
        {
          scheme: 'exact',
          network,
          asset: usdc,
          amount,
          payTo: '0x2222222222222222222222222222222222222222',
          maxTimeoutSeconds: 60,
          extra: { name: 'USD Coin', version: '2' },
          ...change,
        },
      ],
    })
    return Response.json({}, { status: 402, headers: { 'PAYMENT-REQUIRED': header } })
  }

const created: Answer = () =>
  Response.json(
    {
      bounty_id: 'bty_1',
      agent_token: `cairn_bounty_${'t'.repeat(43)}`,
      status: 'paid',
      amount_usdc: 60,
      deadline: '2026-11-27T12:00:00Z',
      title: order.title,
      brief: order.brief,
      onchain_id: null,
      board_url: null,
      payer: account.address,
      network,
      payment_tx: `0x${'33'.repeat(32)}`,
      create_tx: null,
      accept_tx: null,
      cancel_tx: null,
      refund_tx: null,
      payout_tx: null,
      poll_url: 'https://cairn.test/api/v1/bounties/bty_1',
      submissions: [],
    },
    { status: 201 },
  )

function sign(): Promise<SignedOrder> {
  const signTypedData = (message: Parameters<typeof account.signTypedData>[0]) => {
    signatures += 1
    return account.signTypedData(message)
  }
  const payer = { address: account.address, signTypedData: signTypedData as never }
  return signOrder({ order, network, networkName: 'Base', usdc, payer })
}

async function signed(): Promise<SignedOrder> {
  answers = [quoted('60000000')]
  const done = await sign()
  asked = []
  return done
}

/** Sends the order without the delays. */
async function place(signedOrder: SignedOrder) {
  const waits: string[] = []
  const settled = placeOrder(signedOrder, (message) => waits.push(message)).then(
    (bounty) => ({ bounty, error: undefined, waits }),
    (error: Error & { status?: number }) => ({ bounty: undefined, error, waits }),
  )
  let isDone = false
  void settled.then(() => {
    isDone = true
  })
  while (!isDone) await vi.advanceTimersByTimeAsync(1_000)
  return settled
}

test('the signed order is exactly that of the form, and is stored before it is sent', async () => {
  const done = await signed()
  expect(signedOrders.read()).toEqual(done)
  const payment = JSON.parse(atob(done.payment)) as { payload: { authorization: Record<string, string> } }
  expect(payment.payload.authorization).toMatchObject({ from: account.address, value: '60000000' })
  expect(JSON.parse(done.body)).toEqual(order)
})

test('while an order waits for its answer, no wallet is asked to sign another', async () => {
  await signed()
  await expect(sign()).rejects.toThrow(/waiting for its answer/)
  expect(signatures).toBe(1)
  expect(asked).toEqual([])
})

test('of two pages that sign at once, the second discards its signature', async () => {
  answers = [quoted('60000000'), quoted('60000000')]
  const both = await Promise.allSettled([sign(), sign()])
  const orders = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(orders).toEqual([signedOrders.read()])
})

test.each(['60000001', '6000000000'])('a quote of %s is not signed', async (amount) => {
  answers = [quoted(amount)]
  await expect(sign()).rejects.toThrow()
  expect([signatures, signedOrders.read()]).toEqual([0, undefined])
})

test('a higher price is refused with the difference, and a lower price is signed and stored', async () => {
  answers = [quoted('60500000')]
  await expect(sign()).rejects.toMatchObject({
    name: 'PriceChanged',
    message: expect.stringMatching(/60.5.* 60/),
  })
  answers = [quoted('59000000')]
  expect(await sign()).toMatchObject({ amount_atomic: '59000000' })
  expect(signatures).toBe(1)
})

test.each([
  { asset: '0x3333333333333333333333333333333333333333' },
  { network: 'eip155:1' },
  { scheme: 'upto' },
  { amount: '-1' },
  { extra: { name: 'USD Coin', version: '2', assetTransferMethod: 'permit2' } },
])('an offer of something else is not signed: %j', async (change) => {
  answers = [quoted('60000000', change)]
  const said =
    'network' in change
      ? 'Payments on Base are paused right now. Nothing was signed.'
      : 'Cairn no longer offers what'
  await expect(sign()).rejects.toThrow(said)
  expect([signatures, signedOrders.read()]).toEqual([0, undefined])
})

test.each(['*', 'cairn.order.trial'])(
  'without storage (%s) the wallet is not asked and no request is sent',
  async (forbidden) => {
    full = forbidden
    await expect(sign()).rejects.toThrow('This browser stores nothing for this page')
    expect([signatures, signedOrders.read(), asked]).toEqual([0, undefined, []])
  },
)

test('a late answer deletes its own order, not the one that another tab has signed since', async () => {
  const first = await signed()
  kept.clear()
  const second = await signed()
  answers = [created]
  await place(first)
  expect(signedOrders.read()).toEqual(second)
  answers = [refused(402, 'payment_required')]
  await place(first)
  expect(signedOrders.read()).toEqual(second)
})

test('if the price request fails, the wallet is not asked, and the message says that nothing was paid', async () => {
  answers = [lost]
  await expect(sign()).rejects.toThrow('You signed and paid nothing.')
  expect([signatures, signedOrders.read()]).toEqual([0, undefined])
})

test('after no answer, 429 and server errors the same request is sent again until it is answered', async () => {
  const done = await signed()
  answers = [
    lost,
    refused(429, 'rate_limited', { 'Retry-After': '7' }),
    refused(503, 'settlement_pending', { 'Retry-After': '1' }),
    refused(500),
    () => new Response('<html>', { status: 502 }),
    () => new Response('{"bounty_id":', { status: 201 }),
    created,
  ]
  const { bounty, waits } = await place(done)
  expect(bounty?.bounty_id).toBe('bty_1')
  expect(asked).toHaveLength(7)
  expect(new Set(asked.map((each) => JSON.stringify(each)))).toEqual(
    new Set([JSON.stringify({ body: done.body, payment: done.payment })]),
  )
  expect(signatures).toBe(1)
  expect(waits[0]).toMatch(/not known yet/)
  expect(waits[2]).toBe('Your payment is being settled. No action needed.')
  expect(readBountyKeys()).toMatchObject([{ bounty_id: 'bty_1', title: order.title }])
  expect(signedOrders.read()).toBeUndefined()
})

test('a refused payment ends the attempts at once, and the order is deleted', async () => {
  const done = await signed()
  answers = [refused(402, 'payment_required')]
  const { error } = await place(done)
  expect(error).toMatchObject({ status: 402, message: 'What payment_required says.' })
  expect(signedOrders.read()).toBeUndefined()
})

test.each([400, 401, 404, 413])(
  'a %i does not decide a payment: the order stays stored and is not sent again',
  async (status) => {
    const done = await signed()
    answers = [refused(status)]
    const { error } = await place(done)
    expect(error).toMatchObject({ status })
    expect(signedOrders.read()).toEqual(done)
  },
)

test('after twenty tries it gives up, and the order stays stored', async () => {
  const done = await signed()
  answers = Array.from({ length: 20 }, () => lost)
  const { error } = await place(done)
  expect(error).toMatchObject({ status: 0 })
  expect(signedOrders.read()).toEqual(done)
})

test('the order stays stored until the key of its bounty is stored', async () => {
  const done = await signed()
  full = 'cairn.bounties'
  answers = [created]
  const { error } = await place(done)
  expect(error?.message).toMatch(/quota/)
  expect(signedOrders.read()).toEqual(done)
  full = undefined
  answers = [created]
  await place(done)
  expect([readBountyKeys().length, signedOrders.read()]).toEqual([1, undefined])
})
