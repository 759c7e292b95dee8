import { expect, test } from 'vitest'
import { delayText, isDelay } from '#lib/domain/bounty/delay-text'

const facts = { state: 'paid', code: 'refused', postTries: 1, isPaidBack: false, nextTryAt: null } as const
const at = '2026-05-01T12:00:00Z'

test('a post that was refused says when it is tried again, how often, and how it ends', () => {
  const text = delayText({ ...facts, nextTryAt: at })
  expect(text).toContain(`tried again at ${at}`)
  expect(text).toContain('After 3 refusals (1 so far) the whole amount goes back to the payer automatically.')
})

test('once no post is tried any more it says that the money goes back', () => {
  for (const over of [{ postTries: 3 }, { isPaidBack: true }])
    expect(delayText({ ...facts, ...over })).toContain(
      'the whole amount goes back to the payer automatically',
    )
  expect(delayText({ ...facts, postTries: 3, nextTryAt: at })).not.toContain('tried again')
})

test('a network that is away promises no time', () => {
  const text = delayText({ ...facts, code: 'chain_away' })
  expect(text).toContain('its network does not answer. It continues automatically')
  expect(text).not.toContain('refusals')
})

test('a post that waits for the treasury says that its permission is under way', () => {
  expect(delayText({ ...facts, code: 'no_allowance' })).toContain(
    'we first have to permit the escrow contract to take it, and the network has not confirmed that yet.',
  )
})

test('while the money waits to leave the escrow, the text says that it is there', () => {
  expect(delayText({ ...facts, state: 'cancelling', nextTryAt: at })).toBe(
    `The money waits in the escrow: the contract refused its transfer out of the escrow. It is tried again at ${at}.`,
  )
})

test.each([
  ['no_allowance', 1, false],
  ['no_allowance', 59, false],
  ['no_allowance', 60, true],
  ['chain_away', 30, false],
  ['not_sent', 61, true],
  ['refused', 0, true],
  ['contract_disagrees', 0, true],
] as const)('%s for %i seconds is a delay: %s', (code, seconds, isTold) => {
  const since = new Date('2026-05-01T12:00:00Z')
  expect(isDelay({ code, since }, new Date(since.getTime() + seconds * 1_000))).toBe(isTold)
})
