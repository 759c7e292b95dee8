import { matchPlace } from '#lib/domain/film/match-claims'
import type { QualityReason } from '#lib/domain/film/quality'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { utcText } from '#lib/domain/text/moment'

// Which earlier film another one looks like, for the two who decide by it.

/** What is stored of an earlier film, beside the film that looks like it. */
export type EarlierFilm = {
  submissionId: string
  isSameBounty: boolean
  isSameWallet: boolean
  /** When it was submitted, ISO 8601, UTC, in whole seconds. */
  submittedAt: string
  /** Its number among the films of its bounty, oldest first, from 1. */
  number: number
  /** The cells that it and the later film claim. */
  cell: number
  ownCell: number
  /** Its public id, as 64 hex digits; `null` unless its record is published. */
  observationId: string | null
}

export const earlierAreas = ['same', 'adjacent', 'other'] as const

export type DescribedEarlier = {
  bounty: 'this' | 'another'
  submission_id: string | null
  number: number | null
  same_wallet: boolean
  submitted_at: string
  area: (typeof earlierAreas)[number]
  observation_id: string | null
}

/** The poster sees all films of the bounty, the contributor only their own. */
export type FindingReader = 'poster' | 'contributor'

const areas = { inside: 'same', near: 'adjacent', elsewhere: 'other', unknown: 'other' } as const

/**
 * An earlier film as a reader may know it. A published record has no wallet, and this answer must not give it one: a poster, who sees the
 * wallet of the later film, gets the record only of another wallet's film, and a contributor gets none of another wallet's film for
 * the same bounty, whose payment names that wallet.
 */
export function describeEarlier(film: EarlierFilm, reader: FindingReader): DescribedEarlier {
  const isPoster = reader === 'poster'
  const isSeen = isPoster ? film.isSameBounty : film.isSameWallet
  const linksRecord = !film.isSameBounty && !(isPoster && film.isSameWallet)
  return {
    bounty: film.isSameBounty ? 'this' : 'another',
    submission_id: isSeen ? film.submissionId : null,
    number: isPoster && film.isSameBounty ? film.number : null,
    same_wallet: film.isSameWallet,
    submitted_at: film.submittedAt,
    area: areas[matchPlace(cellToGeohash(film.ownCell), cellToGeohash(film.cell))],
    observation_id: linksRecord ? film.observationId : null,
  }
}

const likenesses: Record<string, { is: string; more: string }> = {
  duplicate: { is: 'The film looks the same as', more: '' },
  repeated: { is: 'The film looks the same as', more: '' },
  similar: { is: 'The film resembles', more: ' Two films of one place can look alike.' },
}

const areaWords = { same: 'of the same area', adjacent: 'of the area next to it', other: 'of another area' }

/** A finding about an earlier film, as a sentence that says which one, whose and when; other findings keep their text. */
export function earlierText(
  { code, text }: QualityReason,
  earlier: DescribedEarlier,
  reader: FindingReader,
): string {
  const likeness = likenesses[code]
  if (!likeness) return text
  return `${likeness.is} ${whichFilm(earlier, reader)}.${likeness.more}`
}

function whichFilm(earlier: DescribedEarlier, reader: FindingReader): string {
  const { number, same_wallet: isSameWallet } = earlier
  const at = `at ${utcText(earlier.submitted_at)}`
  const bounty = `${earlier.bounty} bounty`
  const area = earlier.bounty === 'this' ? '' : `, ${areaWords[earlier.area]}`
  if (reader === 'contributor')
    return isSameWallet
      ? `the film that you submitted for ${bounty} ${at}${area}`
      : `a film that another wallet submitted for ${bounty} ${at}${area}`
  const film = number === null ? 'a film' : `film ${number}`
  return `${film} of ${bounty}, submitted by ${isSameWallet ? 'the same' : 'another'} wallet ${at}${area}`
}
