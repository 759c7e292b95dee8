import { beforeEach, expect, test, vi } from 'vitest'
import type { PaidAnswer } from './paid-answer-schema.ts'
import { keepAnswer, listAnswers } from './paid-answers.ts'

/** The part of IndexedDB that one request needs. */
beforeEach(() => {
  const stored = new Map<string, PaidAnswer>()
  const values = {
    getAll: () => ({ result: [...stored.values()] }),
    put: (answer: PaidAnswer) => ({ result: stored.set(answer.payment, answer) }),
    delete: (payment: string) => ({ result: stored.delete(payment) }),
  }
  const soon = <Target>(target: Target, then: (target: Target) => void): Target => {
    queueMicrotask(() => then(target))
    return target
  }
  const transaction = () =>
    soon({ objectStore: () => values, oncomplete: () => {} }, (one) => one.oncomplete())
  const open = () =>
    soon({ result: { transaction, close: () => {} }, onsuccess: () => {} }, (one) => one.onsuccess())
  vi.stubGlobal('indexedDB', { open })
  return () => vi.unstubAllGlobals()
})

const answer = (payment: string, asked_at: string): PaidAnswer => ({
  payment,
  asked_at,
  title: 'Around 48, 2',
  body: '{}',
  page: '/explore',
  amount_atomic: '10000',
  network: 'eip155:8453',
  result: { window: { from: '2026-11-14T01:00:00Z', to: '2026-11-21T01:00:00Z' }, observations: [] },
})

test('the oldest answers are deleted, but never the one that was just paid, whatever its date', async () => {
  for (let day = 1; day <= 30; day++)
    await keepAnswer(answer(`of day ${day}`, `2026-11-${String(day).padStart(2, '0')}T01:00:00.000Z`))
  await keepAnswer(answer('by a clock that is behind', '2026-10-01T01:00:00.000Z'))
  const kept = (await listAnswers())!.map(({ payment }) => payment)
  expect(kept).toHaveLength(30)
  expect(kept).toContain('by a clock that is behind')
  expect(kept).not.toContain('of day 1')
})
