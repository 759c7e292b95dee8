import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseDeliveries, type DeliveryChoice, nextTryAfter } from '#lib/domain/webhook'

const limits = { total: 8, perReceiver: 4 }

const messages = (prefix: string) =>
  fc
    .array(fc.record({ receiver: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), isRetry: fc.boolean() }), {
      maxLength: 40,
    })
    .map((list): DeliveryChoice[] => list.map((one, index) => ({ id: `${prefix}${index}`, ...one })))

const count = (list: readonly DeliveryChoice[], of: (one: DeliveryChoice) => boolean) =>
  list.filter(of).length

test('deliveries under way never exceed a limit, in all or for one receiver, and retries fill half of each at most', () => {
  fc.assert(
    fc.property(messages('due'), messages('later'), (first, second) => {
      const active = chooseDeliveries({ due: first, active: [], limits })
      const all = [...active, ...chooseDeliveries({ due: second, active, limits })]
      expect(all.length).toBeLessThanOrEqual(limits.total)
      expect(count(all, ({ isRetry }) => isRetry)).toBeLessThanOrEqual(limits.total / 2)
      for (const receiver of 'abcdef') {
        const own = all.filter((one) => one.receiver === receiver)
        expect(own.length).toBeLessThanOrEqual(limits.perReceiver)
        expect(count(own, ({ isRetry }) => isRetry)).toBeLessThanOrEqual(limits.perReceiver / 2)
      }
    }),
  )
})

test('retries to other receivers never delay the first try to an idle receiver', () => {
  fc.assert(
    fc.property(messages('due'), (due) => {
      const active = chooseDeliveries({
        due: due.map((one) => ({ ...one, isRetry: true })),
        active: [],
        limits,
      })
      const fresh = { id: 'fresh', receiver: 'new', isRetry: false }
      expect(chooseDeliveries({ due: [fresh], active, limits })).toEqual([fresh])
    }),
  )
})

test('nothing waits beside a free slot', () => {
  fc.assert(
    fc.property(messages('due'), (due) => {
      const chosen = chooseDeliveries({ due, active: [], limits })
      const left = due.filter((one) => !chosen.includes(one))
      expect(left.flatMap((one) => chooseDeliveries({ due: [one], active: chosen, limits }))).toEqual([])
    }),
  )
})

test('the backlog of one receiver, of any length, does not delay the others', () => {
  const backlog = Array.from({ length: 100 }, (_, index) => ({
    id: `backlog${index}`,
    receiver: 'busy',
    isRetry: false,
  }))
  const others = ['x', 'y', 'z'].map((receiver) => ({ id: receiver, receiver, isRetry: false }))
  const chosen = chooseDeliveries({ due: [...backlog, ...others], active: [], limits })
  expect(chosen.map(({ receiver }) => receiver)).toEqual(['busy', 'x', 'y', 'z', 'busy', 'busy', 'busy'])
})

test('tries go on for a day and a half, each wait longer than the last', () => {
  const waits = Array.from({ length: 8 }, (_, index) => nextTryAfter(index + 1)!)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600
  expect(hours).toBeGreaterThan(36)
  expect(nextTryAfter(9)).toBeUndefined()
})
