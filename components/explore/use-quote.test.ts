import { expect, test } from 'vitest'
import { ApiRefusal } from '#lib/client/api-refusal'
import { refusedQuote } from './use-quote.ts'

const refusal = (status: number, field?: string) =>
  refusedQuote(
    new ApiRefusal({ status, code: 'any', message: 'The area is too large.', ...(field && { field }) }),
  )

test.each([
  [0, true],
  [400, false],
  [413, false],
  [429, true],
  [503, true],
])('a quote refused with status %i can be retried: %s', (status, canRetry) => {
  expect(refusal(status)).toMatchObject({ is: 'refused', canRetry })
})

test('a refused query names its field, and a lost request says that nothing was paid', () => {
  expect(refusal(400, 'aoi')).toMatchObject({ field: 'aoi', message: 'The area is too large.' })
  expect(refusedQuote(new TypeError('fetch failed'))).toEqual({
    is: 'refused',
    message: 'There is no price yet. Nothing was paid.',
    field: undefined,
    canRetry: true,
    isPassing: false,
  })
})

test('a refusal of an unavailable service is temporary, and one for too many requests is not', () => {
  expect(refusal(503)).toMatchObject({ isPassing: true })
  expect(refusal(429)).toMatchObject({ isPassing: false })
})
