import { expect, test } from 'vitest'
import type { Bounty } from '#lib/schemas/bounty'
import { stateText } from './bounty-words.tsx'
import { byNeed, needOf } from './need-of.ts'

const bounty = (status: Bounty['status'], deadline: string, model?: string) => ({
  bounty: {
    status,
    deadline: `2026-12-${deadline}T00:00:00Z`,
    submissions: (model === undefined ? [] : [{ reconstruction_status: model }]) as Bounty['submissions'],
  },
})

test('films to choose from come first, the nearest deadline before later ones, and what ended last', () => {
  const late = bounty('open', '20', 'none')
  const soon = bounty('open', '02', 'none')
  const empty = bounty('open', '01')
  const making = bounty('accepted', '03', 'running')
  const ready = bounty('accepted', '04', 'ready')
  const [old, refunded] = [bounty('cancelled', '01'), bounty('expired_refunded', '09')]
  const unknown = { bounty: undefined }
  const sorted = [old, ready, unknown, refunded, late, making, empty, soon].sort(byNeed)
  expect(sorted).toEqual([soon, late, empty, making, unknown, ready, refunded, old])
})

test('a bounty whose films are all declined waits for another take', () => {
  const declined = { reason: 'blurred', text: null, at: '2026-12-01T00:00:00Z' }
  const of = (...all: object[]) => ({ status: 'open' as const, submissions: all as Bounty['submissions'] })
  expect(needOf(of({ declined }))).toBe('wait')
  expect(needOf(of({ declined }, { declined: null }))).toBe('choose')
})

test('a film that nobody can watch does not call for a choice, and is not counted as one to review', () => {
  const unseen = { declined: null, preview_status: 'failed' }
  const ready = { declined: null, preview_status: 'ready' }
  const of = (...all: object[]) => ({ status: 'open', submissions: all }) as Bounty
  expect(needOf(of(unseen))).toBe('wait')
  expect(stateText(of(unseen))).toBe('1 film without a preview')
  expect(needOf(of(unseen, ready))).toBe('choose')
  expect(stateText(of(unseen, ready))).toBe('1 film to review')
  expect(stateText(of({ ...ready, preview_status: 'pending' }))).toBe('1 film to review')
})

test.each([
  ['paid', undefined, 'wait'],
  ['open', undefined, 'wait'],
  ['open', 'none', 'choose'],
  ['accepting', 'queued', 'wait'],
  ['accepted', 'failed', 'deliver'],
  ['failed', undefined, 'ended'],
] as const)('a bounty that is %s with a model %s needs: %s', (status, model, need) => {
  expect(needOf(bounty(status, '01', model).bounty)).toBe(need)
})
