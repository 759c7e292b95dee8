import { expect, test } from 'vitest'
import type { OperatorPayment } from '#lib/schemas/operator-payment'
import { stateText } from './payment-words.ts'

const transaction = `0x${'5e'.repeat(32)}`
const said = (of: Partial<Pick<OperatorPayment, 'state' | 'is_watched' | 'moved_on'>>) =>
  stateText({ state: 'settled', is_watched: false, moved_on: null, ...of })

test('the state of a settled payment says what became of the money afterwards', () => {
  expect(said({})).toBe('Settled')
  expect(said({ moved_on: { to: 'payer', transaction } })).toBe('Settled, then refunded')
  expect(said({ moved_on: { to: 'contributor', transaction } })).toBe('Settled, then paid out')
  expect(said({ moved_on: { to: 'escrow', transaction } })).toBe('Settled, then escrowed')
})
