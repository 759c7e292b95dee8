import { beforeEach, expect, test, vi } from 'vitest'
import { askStore } from './browser-store.ts'
import type { PaidAnswer } from './paid-answer-schema.ts'
import { keepAnswer, listAnswers } from './paid-answers.ts'

vi.mock('./browser-store.ts', () => ({ askStore: vi.fn() }))

let stored: Map<string, PaidAnswer>
beforeEach(() => {
  stored = new Map()
  const values = {
    getAll: () => [...stored.values()],
    put: (answer: PaidAnswer) => stored.set(answer.payment, answer),
    delete: (payment: string) => stored.delete(payment),
  }
  vi.mocked(askStore).mockImplementation(async (_, __, ask) => ask(values as never) as never)
})

const answer = (payment: string, asked_at: string): PaidAnswer => ({
  ...{ payment, asked_at, title: 'Around 48, 2', body: '{}', page: '/explore', amount_atomic: '10000' },
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
