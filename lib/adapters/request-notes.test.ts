import { expect, test } from 'vitest'
import { apartFromRequest, currentRequest, noteRequest, withinRequest } from '#lib/adapters/request-notes'

test('what is noted anywhere below a request is of that request, and of no other under way', async () => {
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

test('what a request opens for all of them is none of its own', async () => {
  const seen = await withinRequest({ requestId: 'first', notes: {} }, () =>
    apartFromRequest(() => new Promise((tell) => setTimeout(() => tell(currentRequest()), 0))),
  )
  expect(seen).toBeUndefined()
})
