import fc from 'fast-check'
import { expect, test } from 'vitest'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { describeEarlier, type EarlierFilm, earlierText, type FindingReader } from './earlier-film.ts'

const film: EarlierFilm = {
  submissionId: 'sub_earlier',
  isSameBounty: true,
  isSameWallet: true,
  number: 2,
  submittedAt: '2026-11-24T14:02:09Z',
  cell: geohashToCell('u33dbb')!,
  ownCell: geohashToCell('u33dbb')!,
  observationId: null,
}
const textOf = (reader: FindingReader, changes: Partial<EarlierFilm>, code = 'duplicate') =>
  earlierText({ code, text: 'Stored.' }, describeEarlier({ ...film, ...changes }, reader), reader)

test('the poster reads which film, whose and when', () => {
  expect(textOf('poster', {}, 'repeated')).toBe(
    'The film looks the same as film 2 of this bounty, submitted by the same wallet at 2026-11-24 14:02:09 UTC.',
  )
  expect(textOf('poster', { isSameWallet: false })).toBe(
    'The film looks the same as film 2 of this bounty, submitted by another wallet at 2026-11-24 14:02:09 UTC.',
  )
  expect(textOf('poster', { isSameBounty: false, ownCell: geohashToCell('u33dbc')! }, 'similar')).toBe(
    'The film resembles a film of another bounty, submitted by the same wallet at 2026-11-24 14:02:09 UTC, of the area next to it. Two films of one place can look alike.',
  )
})

test('the contributor reads whether it was their own film, without its number, which would count films that they cannot see', () => {
  expect(textOf('contributor', {})).toBe(
    'The film looks the same as the film that you submitted for this bounty at 2026-11-24 14:02:09 UTC.',
  )
  expect(textOf('contributor', { isSameWallet: false, isSameBounty: false })).toBe(
    'The film looks the same as a film that another wallet submitted for another bounty at 2026-11-24 14:02:09 UTC, of the same area.',
  )
})

test('a finding about no earlier film keeps its text', () => {
  expect(textOf('poster', {}, 'blurred')).toBe('Stored.')
})

test('no reader learns whose record is public, or the id of a film that they do not see', () => {
  const films = fc.record({ isSameBounty: fc.boolean(), isSameWallet: fc.boolean() })
  fc.assert(
    fc.property(films, fc.constantFrom('poster' as const, 'contributor' as const), (some, reader) => {
      const observationId = 'ab'.repeat(32)
      const found = describeEarlier({ ...film, ...some, observationId }, reader)
      if (some.isSameBounty) expect(found.observation_id).toBeNull()
      if (reader === 'poster' && found.observation_id !== null) expect(found.same_wallet).toBe(false)
      if (reader === 'contributor' && !some.isSameWallet) expect(found.submission_id).toBeNull()
      if (reader === 'poster' && !some.isSameBounty) expect(found.submission_id).toBeNull()
      if (reader === 'contributor') expect(found.number).toBeNull()
    }),
  )
})
