import { expect, test } from 'vitest'
import type { Found, Report } from '#lib/client/check'
import { type CheckStage, checkSteps, hashResult } from './check-steps.ts'

const sha256 = 'ab'.repeat(32)
const found = (broken: string[] = [], isConsistent = broken.length === 0) =>
  ({
    proof: { proof: ['0x1', '0x2', '0x3'], attestation: { chain_id: 8453 } },
    recomputed: {
      steps: ['file', 'fields', 'leaf', 'path', 'root'].map((name) => ({
        name,
        holds: !broken.includes(name),
      })),
      holds: broken.length === 0,
      isConsistent,
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
    'Its line in a batch of records (leaf): set: matches',
    'The line belongs to the batch (Merkle proof): set: holds (3 steps)',
    'Hash of the whole batch (root): set: matches',
    'Note of that hash on Base (attestation), read by your browser: set: valid',
  ])
})

test('stones lie only as far as the check is: none while the record is looked up, four while the chain is read', () => {
  const states = (stage: CheckStage) =>
    checkSteps(stage, { isFile: true, chainId: 8453 }).map(({ state }) => state)
  const waiting = ['busy', ...Array(4).fill('open')]
  expect(states({ is: 'hashing', share: 0.439 })).toEqual([])
  expect(states({ is: 'asking', found: undefined })).toEqual(waiting)
  expect(states({ is: 'asking', found: found() })).toEqual([...Array(4).fill('set'), 'busy'])
})

test('a chain that was not read leaves the last step open', () => {
  const steps = told(done(found()))
  expect(steps[0]).toBe('The file: set: matches')
  expect(steps[4]).toBe('Note of that hash on Base (attestation): open: not checked')
})

test('of another file, nothing of the proof counts as passed or as failed but the file', () => {
  const other = found(['file', 'leaf', 'root'], true)
  expect(told(done({ verdict: 'does_not_match', ...other }))).toEqual([
    'The file: broken: differs',
    'Its line in a batch of records (leaf): open: of another file',
    'The line belongs to the batch (Merkle proof): open: of another file',
    'Hash of the whole batch (root): open: of another file',
    'Note of that hash on Base (attestation): open: not checked',
  ])
  const details = (['file', 'fields', 'leaf', 'path', 'root'] as const).map((name) => {
    const { state, result } = hashResult(other.recomputed, name)
    return `${name}: ${state}: ${result}`
  })
  expect(details).toEqual([
    'file: broken: not valid',
    'fields: open: of another file',
    'leaf: open: differs, as the file does',
    'path: open: leads to another root',
    'root: open: differs, as the file does',
  ])
})

test('a path that does not lead to the root is not passed, and what failed is broken', () => {
  expect(told(done({ verdict: 'does_not_match', ...found(['leaf', 'root']) })).slice(0, 4)).toEqual([
    'The file: set: matches',
    'Its line in a batch of records (leaf): broken: differs',
    'The line belongs to the batch (Merkle proof): open: leads elsewhere',
    'Hash of the whole batch (root): broken: differs',
  ])
  expect(told(done({ verdict: 'does_not_match', ...found(['file', 'leaf', 'root']) }))[1]).toBe(
    'Its line in a batch of records (leaf): broken: differs',
  )
  expect(told(done({ ...found(), chain: chain('revoked') }))[4]).toBe(
    'Note of that hash on Base (attestation), read by your browser: broken: revoked',
  )
})

test('without a record there are no checks to show; a pending one is on record and no more', () => {
  expect(told(done({ verdict: 'unknown' }))).toEqual([])
  expect(told(done({ verdict: 'could_not_check' }))).toEqual([])
  expect(told(done({ verdict: 'pending' }))[0]).toBe('The file: set: on record')
  expect(told(done({ verdict: 'pending' }))[4]).toBe('Note of that hash on Base (attestation): open: not yet')
})

test('of a fingerprint without its file it is said that no file was compared, and its stone is missing', () => {
  expect(told(done({ verdict: 'verified', ...found(), chain: chain('confirmed') }), false)[0]).toBe(
    'The fingerprint: open: no file compared',
  )
})

test('an entry that is alone in its tree has no path to be counted', () => {
  const { proof, recomputed } = found()
  const alone = { proof: { ...proof!, proof: [] }, recomputed: recomputed! }
  expect(told(done(alone))[2]).toBe(
    'The line belongs to the batch (Merkle proof): set: holds (the batch has no other entry)',
  )
})

test('the claimed place and time is never told as something that was checked', () => {
  const { recomputed } = found()
  expect(hashResult(recomputed!, 'fields')).toEqual({
    state: 'claimed',
    result: 'hash valid; claim not confirmed by Cairn',
  })
  expect(told(done(found(['fields', 'leaf', 'root'])))[1]).toBe('Claimed place and time: broken: differ')
})

test('in a demonstration the chain is not called by the name of a network', () => {
  const stage = done({ verdict: 'verified', ...found(), chain: chain('confirmed') })
  const [last] = checkSteps(stage, { isFile: true, chainId: 8453, isDemo: true }).slice(-1)
  expect(last!.name).toBe(
    'Note of that hash on a test chain on this machine (attestation), read by your browser',
  )
})
