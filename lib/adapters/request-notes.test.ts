import { expect, test } from 'vitest'
import { apartFromRequest, currentRequest, noteRequest, withinRequest } from '#lib/adapters/request-notes'

test('notes are added to the request of their async context only', async () => {
  const first = { requestId: 'first', notes: {} }
  const second = { requestId: 'second', notes: {} }
  await Promise.all([
    withinRequest(first, async () => {
      await Promise.resolve()
      noteRequest({ paymentId: 1 })
    }),
    withinRequest(second, async () => noteRequest({ paymentId: 2 })),
  ])
  expect([first.notes, second.notes]).toEqual([{ paymentId: 1 }, { paymentId: 2 }])
  noteRequest({ paymentId: 3 })
  expect(currentRequest()).toBeUndefined()
})

test('apartFromRequest runs code outside the request', async () => {
  const seen = await withinRequest({ requestId: 'first', notes: {} }, () =>
    apartFromRequest(() => new Promise((tell) => setTimeout(() => tell(currentRequest()), 0))),
  )
  expect(seen).toBeUndefined()
})
