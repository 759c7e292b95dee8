import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KeptValue } from './kept-value.ts'
import { sendSigned } from './send-signed.ts'
import type { SignedRequest } from './signed-request.ts'

const signed: SignedRequest = {
  path: '/api/v1/bounties',
  body: '{}',
  title: 'A square',
  page: '/bounties/new',
  amount_atomic: '50000000',
  network: 'eip155:8453',
  payment: 'signed',
  signed_at: '2026-11-29T09:00:00Z',
} as const

let stored: SignedRequest | undefined
const place = {
  read: () => stored,
  write: (value: SignedRequest | undefined) => {
    stored = value
  },
} as KeptValue<SignedRequest | undefined>

beforeEach(() => {
  stored = signed
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const refusal = (status: number, body: object, headers: Record<string, string> = {}) =>
  Response.json(
    { error: 'unavailable', message: 'Not now.', request_id: 'a'.repeat(32), ...body },
    { status, headers },
  )
const send = async (answers: Response[], onWait = (_: string) => {}) => {
  const fetched = vi.fn(async () => answers.shift()!)
  vi.stubGlobal('fetch', fetched)
  const sending = sendSigned({
    signed,
    place,
    status: 201,
    parse: (text: string) => JSON.parse(text) as unknown,
    keep: () => {},
    noAnswer: 'No answer.',
    onWait,
  }).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return { result: await sending, tries: fetched.mock.calls.length }
}

test('a payment that the service says it did not take is forgotten at once, so that the reader can pay on another network', async () => {
  const message =
    'Payments on Base are paused right now. Nothing was charged by this request. Pay on another network.'
  const paused = refusal(503, { reason: 'network_paused', message }, { 'retry-after': '60' })
  const { result, tries } = await send([paused])
  expect(result).toMatchObject({ message: 'Payments on Base are paused right now. Nothing was charged.' })
  expect([tries, stored]).toEqual([1, undefined])
})

test('a refusal that names no reason may come after the payment was taken, so the payment is kept', async () => {
  const { result, tries } = await send([refusal(403, {})])
  expect(result).toMatchObject({ status: 403 })
  expect([tries, stored]).toEqual([1, signed])
})

test('a short wait is waited for, and a long one is left to the reader', async () => {
  const waits: string[] = []
  const answered = await send(
    [refusal(503, {}, { 'retry-after': '2' }), Response.json({ bounty_id: 'bty_1' }, { status: 201 })],
    (said) => waits.push(said),
  )
  expect(answered).toMatchObject({ tries: 2, result: { answer: { bounty_id: 'bty_1' } } })
  expect([waits, stored]).toEqual([['Not now.'], undefined])
  stored = signed
  const frozen = await send([refusal(503, {}, { 'retry-after': '60' })])
  expect([frozen.tries, stored]).toEqual([1, signed])
})
