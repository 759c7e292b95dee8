import { expect, test } from 'vitest'
import type { Report } from '#lib/client/check'
import { summarise } from '#lib/client/check-view'
import { verdictNames } from '#lib/client/verdict-names'
import {
  anotherFileText,
  countText,
  explainVerdict,
  partsText,
  type Subject,
  sentenceOf,
  sentenceText,
  sharedText,
} from './verdict-copy.ts'

const sha256 = 'ab'.repeat(32)
type Part = Partial<Report> & Pick<Report, 'verdict'>
const words = (report: Part, subject: Subject = 'photo') =>
  explainVerdict({ sha256, ...report }, subject).join(' ')
const title = (report: Part, subject: Subject = 'photo') =>
  sentenceText(sentenceOf({ sha256, ...report }, subject), 'Europe/Rome')
const { empty, chain_not_read, ...wholeNames } = verdictNames
const verdicts = Object.keys(wholeNames) as Report['verdict'][]

test('a check that failed is never worded as an unknown file, and the other way round', () => {
  const failed = { verdict: 'could_not_check', reason: 'The service did not answer.' } as const
  expect(words(failed)).toBe('The service did not answer. This says nothing about the photo.')
  expect(title(failed)).toBe('This photo could not be checked')
  expect(title({ verdict: 'unknown' })).toBe('No record of exactly this photo')
  expect(words({ verdict: 'unknown' })).toContain('That does not mean it is fake.')
  expect(verdictNames.could_not_check).not.toBe(verdictNames.unknown)
})

test('of a file without a record it is said first that it is damaged, or no photo', () => {
  const unknown = { sha256, verdict: 'unknown' } as const
  const failed = { sha256, verdict: 'could_not_check' } as const
  expect(sentenceOf(unknown, 'photo', 'damaged').text).toBe('This file is damaged or incomplete')
  expect(sentenceOf(unknown, 'photo', 'not_media').text).toBe('This is not a photo or film')
  for (const finding of ['damaged', 'not_media'] as const) {
    expect(explainVerdict(unknown, 'photo', finding).join(' ')).toContain('no record of exactly these bytes')
    expect(sentenceOf(failed, 'photo', finding)).toEqual(sentenceOf(failed, 'photo'))
    expect(explainVerdict(failed, 'photo', finding)).toEqual(explainVerdict(failed, 'photo'))
  }
})

test('every verdict is a sentence of its own, and none says that a file is true or real', () => {
  const all = verdicts.map((verdict) => `${title({ verdict })} ${words({ verdict })}`)
  expect(new Set(all).size).toBe(verdicts.length)
  for (const text of all) expect(text).not.toMatch(/\b(verified|true|real|authentic|genuine)\b/i)
})

test('an unchanged file names the time of its anchor in the reader’s zone, with the date also today', () => {
  const chain = { time: Date.UTC(2026, 10, 23, 15, 34) / 1_000 } as unknown as Report['chain'] & {}
  expect(title({ verdict: 'verified', chain })).toBe('Unchanged since 23 Nov 2026, 16:34 GMT+1')
  expect(words({ verdict: 'verified', chain }, 'film')).toContain('Not one byte of this film has changed')
})

test('an unchanged file says at once that the time before its anchor is not proven', () => {
  for (const subject of ['photo', 'film', 'model', 'fingerprint'] as const)
    expect(words({ verdict: 'verified' }, subject)).toContain('Nothing is proven about the time before.')
})

test('without the file nothing is said to be unchanged but an exact copy', () => {
  const chain = { time: Date.UTC(2026, 10, 23, 15, 34) / 1_000 } as unknown as Report['chain'] & {}
  expect(title({ verdict: 'verified', chain }, 'fingerprint')).toBe(
    'On record since 23 Nov 2026, 16:34 GMT+1',
  )
  expect(words({ verdict: 'verified', chain }, 'fingerprint')).toContain(
    'an exact copy has not changed since',
  )
})

test('an unchanged file says at once that place and time are claims, with and without the file', () => {
  for (const subject of ['photo', 'film', 'file', 'fingerprint'] as const)
    expect(words({ verdict: 'verified' }, subject)).toContain(
      'Place and time are as claimed when the record was made. Cairn did not confirm them.',
    )
})

test('the download of a model is unchanged since its manifest was anchored, or says how many files differ', () => {
  expect(words({ verdict: 'verified' }, 'model')).toContain('changed since its manifest was anchored')
  const differs = { verdict: 'does_not_match', changedCount: 2 } as const
  expect(title(differs, 'model')).toBe('This model does not match its manifest')
  expect(words(differs, 'model')).toContain('2 files were changed, added or removed')
})

test('a sentence that leaves the page names UTC', () => {
  const chain = { time: Date.UTC(2026, 10, 23, 15, 34) / 1_000 } as unknown as Report['chain'] & {}
  expect(sharedText(sentenceOf({ sha256, verdict: 'verified', chain }, 'photo'))).toBe(
    'Unchanged since 23 Nov 2026, 15:34 UTC',
  )
  expect(sharedText(sentenceOf({ sha256, verdict: 'unknown' }, 'photo'))).toBe(
    'No record of exactly this photo',
  )
})

test('hashes that match without the chain are told from a file that could not be checked, and from a proven one', () => {
  const recomputed = { holds: true } as Report['recomputed'] & {}
  expect(title({ verdict: 'could_not_check', recomputed })).toBe('Matches its proof; chain not read')
  expect(title({ verdict: 'could_not_check', recomputed }, 'fingerprint')).toBe(
    'The hashes match; chain not read',
  )
  expect(words({ verdict: 'could_not_check', recomputed })).toContain(
    'Anyone can make a proof whose hashes match.',
  )
  expect(chain_not_read).not.toBe(verdictNames.could_not_check)
})

test('without a connection, a check is said to start again by itself, before and after the look-up', () => {
  const offline = { verdict: 'could_not_check', reason: 'This device is offline.', isOffline: true } as const
  const recomputed = { holds: true } as Report['recomputed'] & {}
  for (const report of [offline, { ...offline, recomputed }])
    expect(words(report)).toContain(
      'This device is offline. The check starts again by itself when the connection is back.',
    )
})

test('an empty file is named so, and is to be asked for again', () => {
  const report = { verdict: 'unsupported', isEmpty: true, reason: 'It has no content: 0 bytes.' } as const
  expect(title(report)).toBe('This file is empty')
  expect(words(report)).toContain('Ask for it again.')
  expect(empty).toBe('Empty file')
})

test('a mismatch says whether the file, the proof or the chain differs', () => {
  const mismatch = (holds: boolean, first: boolean) =>
    title({
      verdict: 'does_not_match',
      recomputed: { holds, steps: [{ holds: first }] } as unknown as Report['recomputed'] & {},
    })
  expect(mismatch(false, false)).toBe('This photo does not match its proof')
  expect(mismatch(false, true)).toBe('This proof is not valid')
  expect(mismatch(true, true)).toBe('The chain contradicts this proof')
})

test('of another file, the proof is said to be consistent or not', () => {
  const mismatch = (isConsistent: boolean) =>
    words({
      verdict: 'does_not_match',
      recomputed: {
        holds: false,
        isConsistent,
        steps: [{ holds: false }],
      } as unknown as Report['recomputed'] & {},
    })
  expect(mismatch(true)).toContain('The proof itself is consistent, but it is of another file.')
  expect(mismatch(false)).toContain('Nor is the proof valid in itself')
})

test('a revoked attestation reads differently from one of another attester', () => {
  const by = (outcome: 'revoked' | 'not_ours') =>
    title({ verdict: 'revoked_or_wrong_attester', chain: { outcome } as Report['chain'] & {} })
  expect(by('revoked')).toBe('This proof was revoked')
  expect(by('not_ours')).toBe('Attested by someone else')
})

test.each([
  [undefined, '10 minutes'],
  [1, '1 second'],
  [45, '45 seconds'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [7_200, '120 minutes'],
  [22_200, '7 hours'],
])('a pending anchor within %s s is announced as %s', (anchoredWithinSeconds, text) => {
  expect(words({ verdict: 'pending', ...(anchoredWithinSeconds && { anchoredWithinSeconds }) })).toContain(
    `within ${text}.`,
  )
})

test('a withdrawal shows in the sentence of every verdict', () => {
  for (const verdict of verdicts)
    expect(title({ verdict, withdrawnAt: '2026-03-04T00:00:00Z' })).toBe(
      `${title({ verdict })}, and withdrawn`,
    )
})

test('a list says that its findings are counted among the files that are not known', () => {
  const counts = summarise([]).counts
  expect(partsText(counts)).toBe('')
  expect(partsText({ ...counts, unknown: 2, not_media: 1 })).toBe(
    '“Not a photo or film” is counted in “Not known” too.',
  )
  expect(partsText({ ...counts, similar: 1, damaged: 1, not_media: 1 })).toBe(
    '“Similar to a record”, “Damaged or incomplete”, and “Not a photo or film” are counted in “Not known” too.',
  )
})

test('counts read as people say them', () => {
  expect(countText('verified', 1_180)).toBe('1,180 unchanged')
  expect(countText('does_not_match', 1)).toBe('1 does not match')
  expect(countText('does_not_match', 3)).toBe('3 do not match')
  expect(countText('chain_not_read', 2)).toBe('2 match their proofs (chain not read)')
  expect(countText('empty', 2)).toBe('2 empty')
})

test('the record of a look-alike says that it is of another file', () => {
  expect(anotherFileText(sentenceOf({ sha256, verdict: 'verified' }, 'fingerprint').text)).toBe(
    'Another file is on record since',
  )
  expect(anotherFileText(sentenceOf({ sha256, verdict: 'unknown' }, 'fingerprint').text)).toBe(
    'No record of this fingerprint',
  )
})
