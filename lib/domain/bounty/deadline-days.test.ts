import { expect, test } from 'vitest'
import { deadlineDays } from '#lib/domain/bounty/deadline-days'

test.each([
  ['2026-11-20T10:00:00.000Z', '2026-11-23T10:00:00Z', 3],
  ['2026-11-20T10:00:00Z', '2026-12-20T10:00:00Z', 30],
  ['2026-11-20T10:00:00Z', '2026-11-20T10:05:00Z', 1],
])('a bounty paid at %s until %s was posted for %i days', (paidAt, deadline, days) => {
  expect(deadlineDays(paidAt, deadline)).toBe(days)
})
