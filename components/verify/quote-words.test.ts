import { expect, test } from 'vitest'
import type { Report } from '#lib/client/check'
import { contradictionOf } from '#lib/domain/proof/contradiction'
import { singleLeafProof } from '#testing/single-leaf-proof'
import { colleagueText, quoteText, type StatedResult } from './quote-words.ts'

const proof = {
  ...singleLeafProof(new Uint8Array([1])),
  captured_at: '2026-11-23T15:00:00Z',
  geohash: 'u3ckuh',
}
const { sha256 } = proof
const report = {
  verdict: 'verified',
  sha256,
  proof,
  chain: { outcome: 'confirmed', time: Date.parse('2026-11-23T23:34:09Z') / 1_000 },
} as unknown as Report
const tree = proof.tree.tree_id
const origin = 'https://cairn.example'
const about = { isDemo: false, place: 'Lund, Sweden', origin }
const of = (subject: Parameters<typeof quoteText>[1]['subject'], more: Partial<Report> = {}) =>
  quoteText({ ...report, ...more }, { subject, ...about })

test('the text to quote can be checked without the page: since when in UTC, where it is anchored, what is claimed, the whole hash and the record', () => {
  expect(of('photo')).toBe(
    [
      `This photo is unchanged since at least 23 Nov 2026, 23:34 UTC, when its SHA-256 was anchored on Base (tree ${tree}). Place and time of capture are claimed, not proven: Lund, Sweden, 23 Nov 2026, 15:00 UTC.`,
      `SHA-256: ${sha256}`,
      `Record: https://cairn.example/verify/${sha256}`,
    ].join('\n'),
  )
  expect(of('model')).toMatch(/^This 3D model .* when the SHA-256 of its manifest was anchored on Base/)
  expect(of('model')).toContain(`\nSHA-256 of its manifest: ${sha256}\n`)
})

test('of a record, nothing is called unchanged, because no file was checked', () => {
  expect(of('fingerprint')).toMatch(
    /^A file with the SHA-256 below existed by 23 Nov 2026, 23:34 UTC, .* Only the record was checked: no file, and not what a file says itself\./,
  )
  expect(of('fingerprint')).not.toContain('unchanged')
})

test('a contradiction in the file is quoted with its time and distance, and a withdrawal and a demonstration are said', () => {
  const stated = (result: StatedResult) => quoteText(report, { subject: 'photo', ...about, stated: result })
  const found = contradictionOf({ geohash: 'srb0br', times: ['2014-06-07T10:24:24'] }, proof)!
  expect(stated(found)).toContain(
    'The file itself names another place (about 1,300 km away) and another time (7 Jun 2014, 10:24 by the camera’s clock, time zone not given), which are claims too.\n',
  )
  const times = ['2008-10-22T16:38:20', '2026-11-23T15:00:00Z']
  expect(stated(contradictionOf({ geohash: undefined, times }, proof)!)).toContain(
    'The file itself names two times that disagree (22 Oct 2008, 16:38 by the camera’s clock and 23 Nov 2026, 15:00 UTC by the camera’s satellite receiver)',
  )
  expect(stated('unread')).toMatch(/were not compared with those claims\.$/m)
  expect(stated('none')).toBe(of('photo'))
  expect(of('photo', { withdrawnAt: '2026-12-01T00:00:00Z' })).toMatch(
    /The service withdrew the record on 1 Dec 2026, 00:00 UTC\.$/m,
  )
  const demo = quoteText(report, { subject: 'photo', ...about, isDemo: true })
  expect(demo).toContain('anchored on a test chain on this machine')
  expect(demo).toMatch(/no evidence\.$/m)
})

test('nothing is quoted of a check that did not succeed', () => {
  for (const verdict of ['unknown', 'could_not_check', 'pending', 'does_not_match'] as const)
    expect(of('photo', { verdict })).toBeUndefined()
})

test('a message for a colleague says where the attached file is checked, and of a record that none is attached', () => {
  expect(colleagueText('Quoted.', { subject: 'photo', origin })).toBe(
    'Quoted.\n\nThe file is attached: check it at https://cairn.example/verify. That compares it with its record and with what it says itself. The file stays on your device.',
  )
  expect(colleagueText('Quoted.', { subject: 'fingerprint', origin })).toContain(
    'The file is not attached. Whoever has it can check it at https://cairn.example/verify.',
  )
})
