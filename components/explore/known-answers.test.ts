import { expect, test } from 'vitest'
import type { PaidAnswer } from '#lib/client/paid-answer-schema'
import { withQuestion, withStored } from './known-answers.ts'

const bought = (payment: string, asked_at: string): PaidAnswer => ({
  payment,
  asked_at,
  title: '',
  body: '',
  page: '/explore?circle=43.7731,11.2558,500',
  amount_atomic: '10000',
  network: 'eip155:8453',
  result: { window: { from: '2026-11-13T14:00:00Z', to: '2026-11-20T14:00:00Z' }, observations: [] },
})
const older = bought('0x1', '2026-11-20T14:00:00Z')
const newer = bought('0x2', '2026-11-20T15:00:00Z')

test('an answer that another tab stored is added, newest first, and a known one stays the same object', () => {
  const known = withQuestion(older, true)
  const all = withStored([known], [older, newer])
  expect(all.map(({ payment }) => payment)).toEqual(['0x2', '0x1'])
  expect(all[1]).toBe(known)
  expect(all[0]?.question).toBe(known.question)
})

test('an answer that another tab removed is gone', () =>
  expect(withStored([withQuestion(older, true)], [])).toEqual([]))

test('an answer that could not be stored stays, so that nobody pays for it again', () => {
  const only = withQuestion(older, false)
  expect(withStored([only], [newer])).toContain(only)
  expect(withStored([only], [])).toEqual([only])
})
