import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiRefusal } from './api-refusal.ts'
import { callApi } from './call-api.ts'

afterEach(() => vi.unstubAllGlobals())

const answer = z.object({ bounty_id: z.string() })
const ask = (response: Response) => {
  vi.stubGlobal('fetch', async () => response)
  return callApi({ path: '/api/board/bounties', schema: answer }).catch((error: unknown) => error)
}
const broken = (status: number) =>
  new Response(new ReadableStream({ pull: (body) => body.error(new Error('the line broke')) }), { status })

test('an answer is parsed by the schema', async () => {
  expect(await ask(Response.json({ bounty_id: 'bty_1' }))).toEqual({ bounty_id: 'bty_1' })
})

test('an answer that breaks off is reported like a missing one', async () => {
  const refusal = await ask(broken(200))
  expect(refusal).toBeInstanceOf(ApiRefusal)
  expect(refusal).toMatchObject({ status: 0, code: 'unreachable' })
})

test('a refusal whose body is lost still has its status', async () => {
  expect(await ask(broken(401))).toMatchObject({ name: 'ApiRefusal', status: 401 })
})

test.each(['{"bounty_id":1}', '<html>', ''])(
  'an invalid answer is reported in words for people: %j',
  async (text) => {
    const refusal = await ask(new Response(text))
    expect(refusal).toBeInstanceOf(ApiRefusal)
    expect((refusal as Error).message).toMatch(/Reload/)
  },
)

test('the message for people leaves out the name of the member', () => {
  const refusal = (message: string, field?: string) =>
    new ApiRefusal({ status: 400, code: 'invalid_request', message, field }).text
  expect(refusal('location must be a place', 'location')).toBe('must be a place')
  expect(refusal('location: say where', 'location')).toBe('say where')
  expect(refusal('locations differ', 'location')).toBe('locations differ')
  expect(refusal('There is no such bounty.')).toBe('There is no such bounty.')
  expect(refusal('The place is unknown.', 'location')).toBe('The place is unknown.')
})
