import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchAnswer } from '#lib/client/ask-query'
import { queryPath, signedQueries } from '#lib/client/signed-queries'
import type { SignedRequest } from '#lib/client/signed-request'

const signed: SignedRequest = {
  path: queryPath,
  body: '{"aoi":{"type":"Point","coordinates":[2,48]}}',
  title: 'Circle of 500 m around 48, 2, last 7 days',
  page: '/explore?circle=48,2,500',
  amount_atomic: '10000',
  network: 'eip155:8453',
  payment: 'the signature',
  signed_at: '2026-11-21T01:00:00.000Z',
}
const result = { window: { from: '2026-11-14T01:00:00Z', to: '2026-11-21T01:00:00Z' }, observations: [] }
const receipt = {
  network: 'eip155:8453',
  transaction: `0x${'3'.repeat(64)}`,
  payer: `0x${'1'.repeat(40)}`,
  amount: '10000',
}

let answers: Response[]
let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => kept.delete(name),
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  vi.stubGlobal('fetch', async () => answers.shift())
  signedQueries.write(signed)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Sets the clock of the device to a time after the signature. */
const answeredAfter = (seconds: number, { signed_at }: SignedRequest) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(signed_at) + seconds * 1_000 })

test('returns an answer with its receipt, and says if the browser cannot store it', async () => {
  answers = [Response.json(result, { headers: { 'PAYMENT-RESPONSE': btoa(JSON.stringify(receipt)) } })]
  // The test environment has no IndexedDB, like a browser that blocks storage.
  const { answer, isKept } = await fetchAnswer(signed, () => {})
  expect(answer).toMatchObject({ result, receipt, title: signed.title, asked_at: signed.signed_at })
  expect(isKept).toBe(false)
  expect(signedQueries.read()).toBeUndefined()
})

test('an unreadable receipt leaves the answer intact', async () => {
  answers = [Response.json(result, { headers: { 'PAYMENT-RESPONSE': 'not base64' } })]
  const { answer } = await fetchAnswer(signed, () => {})
  expect(answer).not.toHaveProperty('receipt')
  expect(answer.result).toEqual(result)
})

test('a refused payment is explained to people, and deleted', async () => {
  const message =
    'The wallet holds less than 0.01 USDC on Base. Nothing was charged by this request. Add funds, then sign one of the offers in the PAYMENT-REQUIRED header.'
  answers = [Response.json({ error: 'payment_required', message, request_id: 'r' }, { status: 402 })]
  await expect(fetchAnswer(signed, () => {})).rejects.toThrow(
    /^The wallet holds less than 0.01 USDC on Base\. Nothing was charged\.$/,
  )
  expect(signedQueries.read()).toBeUndefined()
})

test('a refusal for another reason than the payment leaves the query stored', async () => {
  answers = [
    Response.json({ error: 'aoi_too_large', message: 'Split it.', request_id: 'r' }, { status: 400 }),
  ]
  await expect(fetchAnswer(signed, () => {})).rejects.toThrow('Split it.')
  expect(signedQueries.read()).toEqual(signed)
})

test.each([
  ['a period until now, by its end', signed.body, result, undefined, '2026-11-21T01:00:00.000Z'],
  [
    'a period that ends later, by the time of the response and the time it took',
    '{"to":"2027-12-01T00:00:00Z"}',
    { ...result, window: { ...result.window, to: '2027-12-01T00:00:00Z' } },
    'Sat, 21 Nov 2026 01:00:05 GMT',
    '2026-11-21T01:00:00.000Z',
  ],
  [
    'a response without a time, by the clock of the device',
    '{"to":"2027-12-01T00:00:00Z"}',
    result,
    undefined,
    '2027-11-21T01:00:00.000Z',
  ],
])(
  'an answer that a device bought with its clock ahead is dated by the service: %s',
  async (_, body, got, date, at) => {
    answers = [Response.json(got, { headers: date === undefined ? {} : { date } })]
    const ahead = { ...signed, body, signed_at: '2027-11-21T01:00:00.000Z' }
    answeredAfter(5, ahead)
    const { answer } = await fetchAnswer(ahead, () => {})
    expect(answer.asked_at).toBe(at)
  },
)

test('an answer that a device bought with its clock behind is dated by the service', async () => {
  const behind = { ...signed, body: '{"to":"2026-11-20T00:00:00Z"}', signed_at: '2026-11-02T01:00:00.000Z' }
  answeredAfter(5, behind)
  answers = [Response.json(result, { headers: { date: 'Sat, 21 Nov 2026 01:00:05 GMT' } })]
  expect((await fetchAnswer(behind, () => {})).answer.asked_at).toBe('2026-11-21T01:00:00.000Z')
})

test.each([
  ['later', 7 * 86_400],
  ['after the clock of the device was set back', -60],
])('an answer that is sent again %s is not dated later', async (_, seconds) => {
  const body = '{"to":"2027-12-01T00:00:00Z"}'
  answeredAfter(seconds, signed)
  answers = [Response.json(result, { headers: { date: 'Sat, 28 Nov 2026 01:00:00 GMT' } })]
  const { answer } = await fetchAnswer({ ...signed, body }, () => {})
  expect(answer.asked_at).toBe(signed.signed_at)
})
