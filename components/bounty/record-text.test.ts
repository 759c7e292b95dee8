import { expect, test } from 'vitest'
import { recordText, uncountedText } from './record-text.ts'

const nothing = { submitted: 0, accepted: 0, declined: 0 }
const none = { ...nothing, posters: 0, yours: nothing, unproven: nothing, connected: nothing }

test('the record is told by the films for established posters, and by how many of them accepted one', () => {
  const record = { ...none, submitted: 14, accepted: 12, declined: 1, posters: 5 }
  expect(recordText(record)).toBe('5 established posters accepted 12 of 14 films, and 1 was declined.')
  expect(recordText({ ...record, accepted: 1, posters: 1 })).toContain(
    '1 established poster accepted 1 of 14 films,',
  )
  expect(recordText({ ...record, accepted: 0, posters: 0 })).toBe(
    'Established posters accepted none of 14 films yet, and 1 was declined.',
  )
  expect(recordText({ ...record, declined: 0 })).toMatch(/ 12 of 14 films\.$/)
  expect(recordText({ ...record, declined: 2 })).toMatch(/, and 2 were declined\.$/)
  expect(uncountedText(record)).toBeNull()
})

test('a first film is a first film, and one after films for other posters is not', () => {
  expect(recordText({ ...none, submitted: 1 })).toBe('New here: the first film of this wallet.')
  const others = { ...none, submitted: 1, unproven: { submitted: 3, accepted: 0, declined: 3 } }
  expect(recordText(others)).toBe('No established poster has accepted or declined a film of this wallet yet.')
})

test('a contributor reads the own record in words about itself', () => {
  expect(recordText(none, true)).toBe('No poster has decided on a film of yours yet.')
  const others = { ...none, unproven: { submitted: 3, accepted: 3, declined: 0 } }
  expect(recordText(others, true)).toBe(
    'No established poster has accepted or declined a film of your wallet yet.',
  )
})

test('without any decision of another poster, none is said to be lacking of an established one', () => {
  const waiting = { ...none, submitted: 1, unproven: { submitted: 2, accepted: 0, declined: 0 } }
  expect(recordText(waiting)).toBe('No poster has accepted or declined a film of this wallet yet.')
})

test('a poster reads its own decisions apart, and never as those of an established poster', () => {
  const yours = { submitted: 3, accepted: 1, declined: 1 }
  const own = { ...none, ...yours, posters: 1, yours }
  expect(recordText(own)).toBe(
    'For your bounties: 3 films, 1 accepted, 1 declined. No other poster has accepted or declined a film of this wallet yet.',
  )
  expect(recordText({ ...own, submitted: 12, accepted: 6, posters: 3 })).toBe(
    'For your bounties: 3 films, 1 accepted, 1 declined. 2 other established posters accepted 5 of 9 films.',
  )
  const undecided = { submitted: 3, accepted: 0, declined: 0 }
  expect(recordText({ ...none, ...undecided, yours: undecided })).toMatch(
    /^For your bounties: 3 films, none accepted or declined yet\./,
  )
  const first = { submitted: 1, accepted: 0, declined: 0 }
  expect(recordText({ ...none, ...first, yours: first })).toBe('New here: the first film of this wallet.')
  expect(recordText({ ...none, submitted: 4, accepted: 2, posters: 1, yours: first })).toBe(
    '1 established poster accepted 2 of 3 films.',
  )
})

test('films that wallets of one owner may have accepted from each other are told apart, and never in the record', () => {
  const washed = {
    ...none,
    unproven: { submitted: 9, accepted: 9, declined: 0 },
    connected: { submitted: 1, accepted: 1, declined: 0 },
  }
  expect(recordText(washed)).toBe('No established poster has accepted or declined a film of this wallet yet.')
  expect(uncountedText(washed)).toBe(
    'Not counted yet: 9 films accepted by posters who are not established. Never counted: 1 film accepted by the contributor’s own wallet or one it has paid, because one person can have several wallets.',
  )
  const own = uncountedText(washed, true)
  expect(own).toContain('1 film accepted by your own wallet or one you have paid, because')
  expect(own).toContain('You are paid for these films all the same.')
  expect(uncountedText(none, true)).toBeNull()
  expect(uncountedText({ ...none, unproven: { submitted: 1, accepted: 1, declined: 0 } }, true)).toBe(
    'Not counted yet: 1 film accepted by a poster who is not established. You are paid for this film all the same.',
  )
})
