import { expect, test } from 'vitest'
import type { Authorization, OperatorPaymentDetail } from '#lib/schemas/operator-payment'
import { coinsText, lastsText } from './chains/gas-words.ts'
import { isPastDay } from './keys/key-fields.tsx'
import { isNarrowed } from './list.tsx'
import { adviceOf, authorizationText, stateText } from './payments/payment-words.ts'
import { adviceOf as adviceOfRequest } from './requests/advice.ts'
import { ageText, durationText, spokenDuration } from './time-words.ts'
import { capitalised, foundTitle } from './words.ts'

const payment = (of: Partial<OperatorPaymentDetail>) => adviceOf(of as OperatorPaymentDetail, Date.now())

test('a payment whose outcome is unknown is shown as such, and its payer is told not to pay again', () => {
  expect(stateText({ state: 'settling', is_watched: false, moved_on: null })).toBe('Not known yet')
  expect(payment({ state: 'settling', is_leased: false })).toContain('not to pay again')
})

test('a failed payment that may still arrive is said to be watched', () => {
  expect(stateText({ state: 'failed', is_watched: true, moved_on: null })).toBe('Failed, still watched')
  expect(payment({ state: 'failed', is_watched: true })).not.toBe(
    payment({ state: 'failed', is_watched: false }),
  )
})

test('a payment is of unknown state while its chain does not answer', () => {
  expect(authorizationText({ says: 'could_not_ask' } as Authorization)).toContain(
    'may or may not have happened',
  )
})

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3_599, '59 min'],
  [7_200, '2 h'],
  [172_799, '1 d'],
])('%i seconds are %s', (seconds, text) => expect(durationText(seconds)).toBe(text))

test('an age shows if a time is past or future', () => {
  const now = Date.parse('2026-03-04T12:00:00Z')
  expect(ageText('2026-03-04T11:57:00Z', now)).toBe('3 min ago')
  expect(ageText('2026-03-06T12:00:00Z', now)).toBe('in 2 d')
})

test('a duration is said in whole words in a sentence', () => {
  expect(spokenDuration(40)).toBe('40 seconds')
  expect(spokenDuration(7_200)).toBe('2 hours')
  expect(spokenDuration(60)).toBe('1 minute')
})

test('a page of a list is not a filter', () => {
  expect(isNarrowed({ cursor: 'x' })).toBe(false)
  expect(isNarrowed({ cursor: 'x', state: 'open' })).toBe(true)
  expect(isNarrowed({ state: '' })).toBe(false)
})

test('a request has advice by its code, and by its status without one', () => {
  const advice = (code: string | null, status: number) =>
    adviceOfRequest({ code, status } as Parameters<typeof adviceOfRequest>[0])
  expect(advice('settlement_pending', 503)).toContain('its outcome is unknown')
  expect(advice(null, 200)).toContain('It went well')
  expect(advice('a_code_of_tomorrow', 418)).toContain('The answer says itself')
})

test('gas is said in four digits, and in the transactions it pays for', () => {
  expect([coinsText('9999.999676'), coinsText('0.031251'), coinsText('0')]).toEqual([
    '10,000',
    '0.03125',
    '0',
  ])
  expect([lastsText(null), lastsText(1), lastsText(4_200), lastsText(2_000_000)]).toEqual([
    'none sent yet',
    '1 transaction',
    '4,200 transactions',
    'over a million transactions',
  ])
})

test('a name of ours begins a line as people write it', () => {
  expect([capitalised('retry_bounty'), capitalised('api_key')]).toEqual(['Retry bounty', 'API key'])
})

test('a search result has its number in its title, and no long id', () => {
  expect(foundTitle({ kind: 'payment', id: '12' })).toBe('Payment 12')
  expect(foundTitle({ kind: 'bounty', id: 'bty_0123' })).toBe('Bounty')
})

test('a last day is over only when it has ended in UTC', () => {
  const now = Date.parse('2026-12-31T23:30:00Z')
  expect(isPastDay('2026-12-30', now)).toBe(true)
  expect(isPastDay('2026-12-31', now)).toBe(false)
  expect(isPastDay('', now)).toBe(false)
})
