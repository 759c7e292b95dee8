import { expect, test } from 'vitest'
import type { OperatorPayment, OperatorPaymentDetail } from '#lib/schemas/operator-payment'
import { adviceOf, stateText } from './payment-words.ts'

const transaction = `0x${'5e'.repeat(32)}`
const said = (of: Partial<Pick<OperatorPayment, 'state' | 'is_watched' | 'moved_on'>>) =>
  stateText({ state: 'settled', is_watched: false, moved_on: null, ...of })

test('the state of a settled payment says what became of the money afterwards', () => {
  expect(said({})).toBe('Settled')
  expect(said({ moved_on: { to: 'payer', transaction } })).toBe('Settled, then refunded')
  expect(said({ moved_on: { to: 'contributor', transaction } })).toBe('Settled, then paid out')
  expect(said({ moved_on: { to: 'escrow', transaction } })).toBe('Settled, then escrowed')
})

test('a void payment may be sent again only while it is valid', () => {
  const at = '2026-11-27T12:00:00Z'
  const advice = (valid_before: string | null) =>
    adviceOf({ state: 'void', valid_before } as OperatorPaymentDetail, Date.parse(at))
  for (const valid of [null, '2026-11-27T12:00:01Z'])
    expect(advice(valid)).toMatch('the client may send the same payment again')
  expect(advice(at)).toMatch('It has expired')
  expect(advice(at)).not.toMatch('same payment again')
})
