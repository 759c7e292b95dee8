import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from './call-api.ts'
import { isBeingRead, retryWhileRead } from './film-reading.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const refusal = (status: number, body: object, retryAfter?: string) =>
  Response.json(
    { error: 'unavailable', message: 'upload_id is being read.', request_id: 'req_1', ...body },
    { status, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } },
  )
const beingRead = (retryAfter?: string) => refusal(503, { field: 'upload_id' }, retryAfter)

/** Submits as the page does. @param answers answers of the server; the last one repeats */
function handIn(...answers: (() => Response)[]) {
  const sentAt: number[] = []
  const start = Date.now()
  vi.stubGlobal('fetch', async () => {
    sentAt.push((Date.now() - start) / 1_000)
    return (answers[sentAt.length - 1] ?? answers.at(-1)!)()
  })
  const attempt = new MutationObserver(new QueryClient(), {
    mutationFn: () =>
      callApi({ path: '/api/board/bounties/bty_1/submissions', method: 'POST', schema: undefined }),
    ...retryWhileRead,
  })
  attempt.mutate().catch(() => {})
  return { attempt, sentAt }
}

test('a film that is being read is submitted again when the server says, until it is accepted', async () => {
  const taken = () => new Response(null, { status: 201 })
  const { attempt, sentAt } = handIn(
    () => beingRead('7'),
    () => beingRead(),
    taken,
  )
  await vi.advanceTimersByTimeAsync(1)
  expect(attempt.getCurrentResult()).toMatchObject({ isPending: true, isError: false })
  expect(isBeingRead(attempt.getCurrentResult().failureReason)).toBe(true)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(sentAt).toEqual([0, 7, 12])
  expect(attempt.getCurrentResult()).toMatchObject({ isSuccess: true, failureReason: null })
})

test.each([
  ['the place is missing', () => refusal(400, { error: 'invalid_request', field: 'location' })],
  ['a limit is reached', () => refusal(429, { error: 'rate_limited', field: 'upload_id' }, '60')],
  ['the service stands still', () => refusal(503, {}, '5')],
])('other refusals are shown at once: %s', async (_, answer) => {
  const { attempt, sentAt } = handIn(answer)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sentAt).toEqual([0])
  expect(attempt.getCurrentResult().isError).toBe(true)
})

test('after some minutes of reading the refusal is shown', async () => {
  const { attempt, sentAt } = handIn(() => beingRead('5'))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sentAt).toHaveLength(25)
  expect(attempt.getCurrentResult().isError).toBe(true)
})
