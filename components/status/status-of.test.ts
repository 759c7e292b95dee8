import { expect, test } from 'vitest'
import { type Readiness, statusOf, stonesOf } from './status-of.ts'

const well: Readiness = {
  status: 'ready',
  database: { ok: true },
  worker: { ok: true },
  films: { ok: true },
  frozen: null,
  chains: ['a', 'b'].map((network) => ({
    network,
    ok: true,
    payments_paused: null,
    payouts_paused: false,
    payments_paused_since: null,
    payments_paused_until: null,
  })),
}
const since = '2026-11-28T10:00:00Z'
const say = (of: Partial<Readiness>) =>
  statusOf({ ...well, status: 'degraded', ...of }, (id) => id.toUpperCase())

test('the service is well only if every part of it is', () => {
  expect(statusOf(well, String).sentence).toBe('Everything works.')
  expect(say({ films: { ok: false } }).sentence).toBe('One thing does not work.')
  expect(statusOf({ ...well, status: 'unavailable', database: { ok: false } }, String).sentence).toBe(
    'Cairn is down right now.',
  )
})

test('what could not be checked is shown neither as working nor as broken', () => {
  const { parts } = say({ database: { ok: false }, worker: { ok: false }, films: { ok: false } })
  expect(parts.filter(({ says }) => says === 'Could not check.').map(({ is }) => is)).toEqual(['now', 'now'])
})

test('a chain that does not answer is named, and the other one works', () => {
  const [a, b] = well.chains
  const { parts } = say({ chains: [a!, { ...b!, ok: false }] })
  expect(parts.filter(({ is }) => is === 'wrong').map(({ name }) => name)).toEqual([
    'Payments and bounties on B',
  ])
})

test('a network that takes no payments or sends no payouts says which, and the other one works', () => {
  const [a, b] = well.chains
  const paused = say({ chains: [a!, { ...b!, payments_paused: 'operator' }] })
  expect(paused.sentence).toBe('One thing does not work.')
  expect(paused.parts.filter(({ is }) => is === 'wrong')).toMatchObject([
    {
      name: 'Payments and bounties on B',
      says: expect.stringMatching(/paused new payments.*before it is charged/),
    },
  ])
  const wordsOf = (of: Partial<Readiness['chains'][number]>) =>
    say({ chains: [{ ...b!, ...of }] }).parts[1]!.says
  expect(wordsOf({ payments_paused: 'operator' })).toMatch(
    /films are accepted and paid, and refunds are sent\.$/,
  )
  expect(wordsOf({ payments_paused: 'operator', payouts_paused: true })).not.toContain('stay open')
  expect(wordsOf({ payments_paused: 'gas' })).toMatch(/refused until .* has gas again/)
  expect(wordsOf({ payouts_paused: true })).toMatch(
    /payouts and refunds, waits\. The money stays in escrow\.$/,
  )
  expect(wordsOf({ payouts_paused: true })).not.toContain('payment')
})

test('a pause of payments says since when, or until when, where that is known', () => {
  const [a, b] = well.chains
  const partOf = (of: Partial<Readiness['chains'][number]>, more: Partial<Readiness> = {}) =>
    say({ chains: [a!, { ...b!, ...of }], ...more }).parts[2]!
  const byOperator = { payments_paused: 'operator', payments_paused_since: since } as const
  expect(partOf(byOperator).when).toEqual({ says: 'Payments have been paused since', iso: since })
  const midnight = '2026-11-29T00:00:00Z'
  const spent = partOf({ payments_paused: 'gas', payments_paused_until: midnight })
  expect(spent.when).toEqual({ says: 'Payments are accepted again from', iso: midnight })
  expect(spent.says).toMatch(/budget for gas of today is spent/)
  expect(partOf({ payments_paused: 'gas' }).when).toBeUndefined()
  expect(partOf({}).when).toBeUndefined()
  // The pause of everything has its own time at the top of the page.
  expect(partOf(byOperator, { frozen: { cause: 'operator', since } }).when).toBeUndefined()
})

test('a frozen service says that payments on every chain, anchoring and payouts are paused', () => {
  const { sentence, parts } = say({ frozen: { cause: 'operator', since } })
  expect(sentence).toBe('Payments are paused.')
  expect(parts.filter(({ says }) => says.startsWith('Paused')).map(({ name }) => name)).toEqual([
    'Payments and bounties on A',
    'Payments and bounties on B',
    'Anchoring and payouts',
  ])
})

test('what fails during a freeze is said besides it, at its part too', () => {
  const frozen = { cause: 'operator', since } as const
  const [a, b] = well.chains
  const one = say({ frozen, chains: [a!, { ...b!, ok: false }] })
  expect(one.sentence).toBe('Payments are paused, and one other thing does not work.')
  expect(one.parts[1]!.says).not.toContain('does not answer')
  expect(one.parts[2]!.says).toMatch(/^Paused .* The network also does not answer us\.$/)
  const two = say({ frozen, worker: { ok: false }, films: { ok: false } })
  expect(two.sentence).toBe('Payments are paused, and 2 other things do not work.')
  expect(two.parts[3]!.says).toMatch(/^Paused .* Also, no worker runs\.$/)
})

test('only a freeze that was found by a comparison is said to wait for the records', () => {
  const first = (cause: 'copy' | 'chain' | 'operator') => say({ frozen: { cause, since } }).parts[1]!.says
  expect(first('operator')).toMatch(/^Paused by an operator\./)
  expect(first('chain')).toMatch(/^Paused until our records agree with the chain\./)
  expect(first('copy')).toBe(first('chain'))
})

test('each part has a stone in the colour of its state, and the top one is green only if every part works', () => {
  const states = (of: Partial<Readiness>) => stonesOf(say(of).parts).map(({ state }) => state)
  expect(states({})).toEqual(['grown', 'set', 'set', 'set', 'set'])
  expect(states({ films: { ok: false } })).toEqual(['set', 'set', 'set', 'set', 'broken'])
  expect(states({ database: { ok: false } })).toEqual(['broken', 'broken', 'broken', 'open', 'open'])
})
