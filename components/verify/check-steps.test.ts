import { expect, test } from 'vitest'
import type { Found, Report } from '#lib/client/check'
import { type CheckStage, checkSteps } from './check-steps.ts'

const sha256 = 'ab'.repeat(32)
const found = (broken: string[] = []) =>
  ({
    proof: { proof: ['0x1', '0x2', '0x3'], attestation: { chain_id: 8453 } },
    recomputed: {
      steps: ['file', 'fields', 'leaf', 'path', 'root'].map((name) => ({
        name,
        holds: !broken.includes(name),
      })),
      holds: broken.length === 0,
    },
  }) as unknown as Found
const chain = (outcome: string) => ({ outcome }) as Report['chain'] & {}
const done = (report: Partial<Report>): CheckStage => ({
  is: 'done',
  report: { verdict: 'could_not_check', sha256, ...report },
})
const told = (stage: CheckStage, isFile = true) =>
  checkSteps(stage, { isFile, chainId: 8453 }).map(({ name, state, result }) =>
    [name, state, result].join(': '),
  )

test('each check is named, with the result of what was really checked', () => {
  expect(told(done({ verdict: 'verified', ...found(), chain: chain('confirmed') }))).toEqual([
    'The file: grown: matches',
    'Claimed place and time: set: as recorded',
    'Entry in the tree (leaf): set: matches',
    'Path to the root (Merkle proof): set: 3 steps',
    'Root of the tree: set: matches',
    'Attestation on Base, read by your browser: set: valid',
  ])
})

test('stones lie only as far as the check is: none while hashing, five while the chain is read', () => {
  const states = (stage: CheckStage) =>
    checkSteps(stage, { isFile: true, chainId: 8453 }).map(({ state }) => state)
  expect(states({ is: 'hashing', share: 0.439 })).toEqual(['busy', ...Array(5).fill('open')])
  expect(told({ is: 'hashing', share: 0.439 })[0]).toBe('The file: busy: reading, 43%')
  expect(states({ is: 'asking', found: undefined })).toEqual(['busy', ...Array(5).fill('open')])
  expect(states({ is: 'asking', found: found() })).toEqual([...Array(5).fill('set'), 'busy'])
})

test('a chain that was not read leaves the last step open', () => {
  const steps = told(done(found()))
  expect(steps[0]).toBe('The file: set: matches')
  expect(steps[5]).toBe('Attestation on Base: open: not checked')
})

test('what failed is broken, and a revoked attestation is', () => {
  expect(told(done({ verdict: 'does_not_match', ...found(['file', 'leaf', 'root']) })).slice(0, 3)).toEqual([
    'The file: broken: differs',
    'Claimed place and time: set: as recorded',
    'Entry in the tree (leaf): broken: differs',
  ])
  expect(told(done({ ...found(), chain: chain('revoked') }))[5]).toBe(
    'Attestation on Base, read by your browser: broken: revoked',
  )
})

test('without a record there are no checks to show; a pending one is on record and no more', () => {
  expect(told(done({ verdict: 'unknown' }))).toEqual([])
  expect(told(done({ verdict: 'could_not_check' }))).toEqual([])
  expect(told(done({ verdict: 'pending' }))[0]).toBe('The file: set: on record')
  expect(told(done({ verdict: 'pending' }))[5]).toBe('Attestation on Base: open: not yet')
})

test('of a fingerprint without its file it is said that no file was compared', () => {
  expect(told(done({ verdict: 'verified', ...found(), chain: chain('confirmed') }), false)[0]).toBe(
    'The fingerprint: grown: no file compared',
  )
})

test('an entry that is alone in its tree has no path to be counted', () => {
  const { proof, recomputed } = found()
  const alone = { proof: { ...proof!, proof: [] }, recomputed: recomputed! }
  expect(told(done(alone))[3]).toBe('Path to the root (Merkle proof): set: only entry')
})
