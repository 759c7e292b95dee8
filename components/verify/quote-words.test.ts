import { expect, test } from 'vitest'
import type { Report } from '#lib/client/check'
import { singleLeafProof } from '#testing/single-leaf-proof'
import { quoteText, type StatedResult } from './quote-words.ts'

const proof = singleLeafProof(new Uint8Array([1]))
const { sha256 } = proof
const report = {
  ...{ verdict: 'verified', sha256, proof },
  chain: { outcome: 'confirmed', time: Date.parse('2026-11-23T23:34:09Z') / 1_000 },
} as unknown as Report
const hash = `${sha256.slice(0, 8)}…${sha256.slice(-8)}`
const tree = proof.tree.tree_id
const of = (subject: Parameters<typeof quoteText>[1]['subject'], more: Partial<Report> = {}) =>
  quoteText({ ...report, ...more }, { subject, isDemo: false })

test('the sentence to quote is true without the page: what is unchanged, since when in UTC, where it is anchored, and what is only claimed', () => {
  expect(of('photo')).toBe(
    `This photo (SHA-256 ${hash}) is unchanged since at least 23 Nov 2026, 23:34 UTC, when its hash was anchored on Base (tree ${tree}). Place and time of capture are claimed, not proven.`,
  )
  expect(of('model')).toMatch(
    /^This 3D model \(SHA-256 of its manifest .* when that hash was anchored on Base/,
  )
})

test('of a record, nothing is called unchanged, because no file was checked', () => {
  expect(of('fingerprint')).toMatch(
    /^A file with the SHA-256 \S+ existed by 23 Nov 2026, 23:34 UTC, .* Only the record was checked, not a file\./,
  )
  expect(of('fingerprint')).not.toContain('unchanged')
})

test('a contradiction in the file, a withdrawal and a demonstration are part of what is quoted', () => {
  const stated = (result: StatedResult) =>
    quoteText(report, { subject: 'photo', isDemo: false, stated: result })
  const place = { leastM: 1, middleM: 1, mostM: 1 } as never
  expect(stated({ place, times: ['2014-06-07T10:24:24'], clocks: undefined })).toMatch(
    /The file’s own data name another place and another time\.$/,
  )
  expect(stated('unread')).toMatch(/were not compared with those claims\.$/)
  expect(stated('none')).toBe(of('photo'))
  expect(of('photo', { withdrawnAt: '2026-12-01T00:00:00Z' })).toMatch(
    /The service withdrew the record on 1 Dec 2026, 00:00 UTC\.$/,
  )
  const demo = quoteText(report, { subject: 'photo', isDemo: true })
  expect(demo).toContain('anchored on a test chain on this machine')
  expect(demo).toMatch(/no evidence\.$/)
})

test('nothing is quoted of a check that did not succeed', () => {
  for (const verdict of ['unknown', 'could_not_check', 'pending', 'does_not_match'] as const)
    expect(of('photo', { verdict })).toBeUndefined()
})
