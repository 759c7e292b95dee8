import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differingMembers, explainRefusal, paymentRefusals } from '#lib/domain/payment/payment-refusal'

const offer = { price: '0.01', contractPayerMin: '0.005', network: 'Base' }
const lib = join(import.meta.dirname, '../..')
const sources = ['services/payments', 'adapters/facilitator'].flatMap((folder) =>
  readdirSync(join(lib, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(lib, folder, name), 'utf8')),
)

test('every reason in the code that takes payments has a sentence of its own', () => {
  // A reason stands after `reason:`, `errorReason ??` and the like, or in a list of patterns.
  const given = new Set(
    sources.flatMap((source) => [
      ...[...source.matchAll(/[rR]eason(?::| \?\?)\s+'([a-z0-9_]+)'/g)].map(([, reason]) => reason!),
      ...[...source.matchAll(/'((?:invalid|challenge|eip6492)_[a-z0-9_]+)'/g)].map(([, reason]) => reason!),
    ]),
  )
  expect(given.size).toBeGreaterThan(15)
  expect([...given].filter((reason) => !paymentRefusals.some((known) => known === reason))).toEqual([])
})

test.each([...paymentRefusals, 'something_new'])('%s is explained in prose', (reason) => {
  const text = explainRefusal(reason, offer)
  expect(text).toMatch(/^[A-Z].*\. Nothing was charged by this request\. [A-Z].*\.$/)
  // No code: the only words with an underscore would be one.
  expect(text).not.toMatch(/\w_\w/)
  expect(text.length).toBeLessThan(450)
})

test('all reasons have different texts', () => {
  const texts = paymentRefusals.map((reason) => explainRefusal(reason, offer))
  expect(new Set(texts).size).toBe(texts.length)
})

test('the text for a wallet with too little money says how much is missing, where, and what to do', () => {
  const reason = 'insufficient_funds'
  expect(explainRefusal(reason, offer)).toBe(
    'The wallet holds less than 0.01 USDC on Base. Nothing was charged by this request. Add funds or pay from another wallet, then sign a new offer.',
  )
  expect(explainRefusal(reason, { ...offer, network: undefined })).toContain('on the network of the payment')
})

test('the text for a used authorization leaves open whether the money moved', () => {
  const text = explainRefusal('invalid_exact_evm_nonce_already_used', offer)
  expect(text).not.toContain('did not pay')
  expect(text).toContain('If it did pay us, report its transaction')
})

test('the text of a facilitator is not repeated', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('toString', '__proto__', 'constructor')), (reason) => {
      fc.pre(!paymentRefusals.some((known) => known === reason))
      expect(explainRefusal(reason, offer)).toBe(explainRefusal('unknown', offer))
    }),
  )
})

test('a payment of another offer is told which members differ', () => {
  const ours = { network: 'eip155:8453', asset: '0xAA', payTo: '0xbb', amount: '10000' }
  expect(differingMembers({ ...ours, asset: '0xaa' }, [ours])).toEqual([])
  expect(differingMembers({ ...ours, payTo: '0xcc', amount: '1' }, [ours])).toEqual(['payTo', 'amount'])
  expect(differingMembers({ ...ours, network: 'eip155:1' }, [ours])).toEqual([])
  const text = (differing: string[]) => explainRefusal('no_matching_requirements', { ...offer, differing })
  expect(text(['amount'])).toContain('on its network: `accepted.amount` differs.')
  expect(text(['payTo', 'amount'])).toContain('`accepted.payTo` and `accepted.amount` differ.')
})
