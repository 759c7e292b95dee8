import { expect, test, vi } from 'vitest'
import { frozenText } from '#lib/domain/frozen'
import { readQuote } from './read-quote.ts'

test('while payments are paused, a price is refused in words for somebody who has signed nothing', async () => {
  const body = { error: 'unavailable', message: frozenText, request_id: 'a'.repeat(32) }
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 503 }))
  const asked = readQuote({ path: '/api/v1/spatial/query', body: '{}' }, new AbortController().signal)
  const refusal = await asked.catch((error: unknown) => error)
  vi.unstubAllGlobals()
  expect(refusal).toMatchObject({ status: 503, code: 'unavailable' })
  const { message } = refusal as Error
  expect(message).toMatch(/^Payments are paused right now\..* Nothing was paid\. Try again later\.$/)
  expect(message).not.toMatch(/sign|request/)
})
