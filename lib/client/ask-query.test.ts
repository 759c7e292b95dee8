import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchAnswer, queryPath, signedQueries } from '#lib/client/ask-query'
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
afterEach(() => vi.unstubAllGlobals())

test('an answer comes with its receipt, and where nothing can be kept that is said', async () => {
  answers = [Response.json(result, { headers: { 'PAYMENT-RESPONSE': btoa(JSON.stringify(receipt)) } })]
  // There is no IndexedDB here, as in a browser that keeps nothing.
  const { answer, isKept } = await fetchAnswer(signed, () => {})
  expect(answer).toMatchObject({ result, receipt, title: signed.title, asked_at: signed.signed_at })
  expect(isKept).toBe(false)
  expect(signedQueries.read()).toBeUndefined()
})

test('a receipt that cannot be read takes nothing from the answer', async () => {
  answers = [Response.json(result, { headers: { 'PAYMENT-RESPONSE': 'not base64' } })]
  const { answer } = await fetchAnswer(signed, () => {})
  expect(answer).not.toHaveProperty('receipt')
  expect(answer.result).toEqual(result)
})

test('a payment that was not taken is told in words for people, and forgotten', async () => {
  const message =
    'The wallet holds less than 0.01 USDC on Base. Nothing was charged by this request. Add funds, then sign one of the offers in the PAYMENT-REQUIRED header.'
  answers = [Response.json({ error: 'payment_required', message, request_id: 'r' }, { status: 402 })]
  await expect(fetchAnswer(signed, () => {})).rejects.toThrow(
    /^The wallet holds less than 0.01 USDC on Base\. Nothing was charged\.$/,
  )
  expect(signedQueries.read()).toBeUndefined()
})

test('a refusal that says nothing of the payment keeps the query', async () => {
  answers = [
    Response.json({ error: 'aoi_too_large', message: 'Split it.', request_id: 'r' }, { status: 400 }),
  ]
  await expect(fetchAnswer(signed, () => {})).rejects.toThrow('Split it.')
  expect(signedQueries.read()).toEqual(signed)
})
