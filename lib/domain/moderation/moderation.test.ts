import { expect, test } from 'vitest'
import { type BountyState, bountyStates } from '#lib/domain/bounty/bounty'
import { type ModeratedFacts, moderationRefusal } from '#lib/domain/moderation/moderation'
import {
  categoriesFor,
  harmOf,
  hideableKinds,
  reportCategories,
  reportCategoryWords,
} from '#lib/domain/moderation/report'
import { withdrawalWords } from '#lib/domain/proof/withdrawal'

const facts = (more: Partial<ModeratedFacts> = {}): ModeratedFacts => ({
  kind: 'bounty',
  bountyState: 'open',
  isOver: false,
  isHidden: false,
  ...more,
})

test('a bounty is cancelled only while its poster could cancel it', () => {
  const allowed = (bountyState: BountyState, isOver: boolean) =>
    moderationRefusal('cancel', facts({ bountyState, isOver })) === null
  for (const state of bountyStates) {
    expect(allowed(state, false)).toBe(state === 'open')
    expect(allowed(state, true)).toBe(false)
  }
})

test('an accepted film is paid: its bounty can be hidden, not cancelled', () => {
  for (const bountyState of ['accepting', 'accepted'] as const) {
    expect(moderationRefusal('cancel', facts({ bountyState }))).toContain('paid')
    expect(moderationRefusal('hide', facts({ bountyState }))).toBeNull()
  }
})

test('films and model pages are hidden and never cancelled', () => {
  for (const kind of hideableKinds) {
    expect(moderationRefusal('hide', facts({ kind }))).toBeNull()
    if (kind !== 'bounty') expect(moderationRefusal('cancel', facts({ kind }))).toContain('Only a bounty')
  }
})

test('the record of a capture is withdrawn elsewhere, and neither hidden nor cancelled', () => {
  const capture = facts({ kind: 'capture', bountyState: null })
  expect(moderationRefusal('hide', capture)).toContain('withdrawn')
  expect(moderationRefusal('cancel', capture)).toContain('Only a bounty')
})

test('hiding and showing again are refused when there is nothing to do', () => {
  expect(moderationRefusal('hide', facts({ isHidden: true }))).toContain('already')
  expect(moderationRefusal('unhide', facts())).toContain('not hidden')
  expect(moderationRefusal('unhide', facts({ isHidden: true }))).toBeNull()
})

test('a child comes first, then people and homes; each category has words', () => {
  const byHarm = [...reportCategories].sort((a, b) => harmOf(a) - harmOf(b))
  expect(byHarm.slice(0, 3)).toEqual(['child', 'person_without_consent', 'private_home'])
  // An unnamed reason may be severe, so only what harms nobody comes after it.
  expect(byHarm.slice(-3)).toEqual(['other', 'wrong_place', 'not_real'])
  for (const category of reportCategories) expect(reportCategoryWords[category]).toMatch(/^[A-Z]/)
})

test('a record is reported for what records are withdrawn for, and not for dangerous filming', () => {
  const record = categoriesFor('capture')
  expect(record).toEqual(expect.arrayContaining(['wrong_place', 'not_real']))
  expect(record).not.toContain('dangerous')
  for (const reason of ['wrong_place', 'not_real'] as const)
    expect(reportCategoryWords[reason]).toBe(withdrawalWords[reason])
  for (const kind of hideableKinds) {
    expect(categoriesFor(kind)).toContain('dangerous')
    expect(categoriesFor(kind)).not.toContain('wrong_place')
  }
  expect(categoriesFor('bounty').at(-1)).toBe('other')
})
