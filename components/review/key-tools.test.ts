import { expect, test } from 'vitest'
import { bountyStates } from '#lib/domain/bounty/bounty'
import { afterRemoval, hasNothingLeft, placesOf } from './key-tools.tsx'

test.each(bountyStates)(
  'before the key of a bounty that is %s is removed, its money is told as it is',
  (status) => {
    const text = afterRemoval(status)
    const hasEnded = ['cancelling', 'cancelled', 'expired', 'expired_refunded', 'failed'].includes(status)
    expect(text.includes('has ended')).toBe(hasEnded)
    expect(text.includes('went back')).toBe(['cancelled', 'expired_refunded', 'failed'].includes(status))
    expect(text.includes('To download the film')).toBe(['accepting', 'accepted'].includes(status))
  },
)

test('a key that was saved as a file is not said to be only in this browser', () => {
  const saved = { saved_at: '2026-11-28T12:00:00Z' }
  expect(placesOf([{}], true)).toBe('It is stored only in this browser. ')
  expect(placesOf([{}, {}], false)).toBe('They are stored only in this browser. ')
  expect(placesOf([saved, {}], false)).toMatch(/^1 of 2 is stored only in this browser/)
  for (const ofOne of [true, false])
    expect(placesOf([saved], ofOne)).toMatch(/in this browser and in the files? that you saved/)
})

test('the key of a bounty that ended without a film need not be saved', () => {
  expect(placesOf([], true)).toMatch(/^You need not save it: the bounty ended/)
  expect(placesOf([], false)).not.toContain('only in this browser')
  expect(bountyStates.filter(hasNothingLeft)).toEqual([
    ...['cancelling', 'cancelled', 'expired', 'expired_refunded', 'failed'],
  ])
})
