import { expect, test } from 'vitest'
import { nextPaymentStep, type PaymentFacts, type PaymentStep } from '#lib/domain/payment/next-payment-step'
import { emptyPaymentTally } from '#testing/simulation/payment-world'
import { simulatePayments } from '#testing/simulation/payments'

// Simulates payments around the real `nextPaymentStep`, with crashes, undone writes, a silent chain, and strangers. A seed determines a run.

const many = 20_000

test(`${many} seeds: every payment ends, is charged once, and what was paid for is answered`, {
  timeout: 120_000,
}, () => {
  const tally = emptyPaymentTally()
  for (let seed = 0; seed < many; seed += 1) {
    const violated = simulatePayments({ seed, decide: nextPaymentStep, tally })
    if (violated) expect.fail(`seed ${seed}: ${violated}`)
  }
  // A run is meaningful only if each of these happened often enough.
  for (const count of Object.values(tally)) expect(count).toBeGreaterThan(many / 200)
})

type Break = (facts: PaymentFacts, step: PaymentStep) => PaymentStep

const broken: Record<string, Break> = {
  'records a settlement without proof': (facts, step) =>
    facts.asker === 'payer' && facts.settlement === 'pending' ? { do: 'recordSettled' } : step,
  'trusts another’s facilitator': (facts, step) =>
    facts.asker === 'payer' && facts.settlement === 'settled' ? { do: 'recordSettled' } : step,
  'refuses while the chain is silent': (facts, step) =>
    step.do === 'answerPending' && facts.transfer === 'unknown' ? { do: 'refuse', reason: 'verdict' } : step,
  'sells without the identifier': (_, step) => (step.do === 'bindIdentifier' ? { do: 'store' } : step),
  'takes a failed payment again without reading the chain': (facts, step) =>
    facts.asker === 'payer' && facts.state === 'failed' && step.do === 'read' && step.fact === 'transfer'
      ? { do: 'refuse', reason: 'invalid_exact_evm_nonce_already_used' }
      : step,
  'voids what an earlier attempt stored': (_, step) =>
    step.do === 'abandon' ? { do: 'abandon', as: 'void' } : step,
  'fails a payment for good that may still be paid': (facts, step) =>
    facts.asker === 'reconciliation' && step.do === 'wait' && facts.transfer === 'unused'
      ? { do: 'close', reason: 'authorization_expired' }
      : step,
  'never closes a failed payment': (_, step) => (step.do === 'close' ? { do: 'wait' } : step),
}

test.each(Object.keys(broken))('a decision that %s is caught', (name) => {
  const decide = ((facts: PaymentFacts) =>
    broken[name]!(facts, nextPaymentStep(facts as never) as PaymentStep)) as typeof nextPaymentStep
  const caught = Array.from({ length: many }, (_, seed) => seed).some(
    (seed) => simulatePayments({ seed, decide }) !== undefined,
  )
  expect(caught).toBe(true)
})
