import { capital } from '#lib/domain/text/capital'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { forecastReason, forecastTitle, noForecastReason } from '../bounty/forecast-words.ts'

// The place and time that a film claims, in words, and what they mean for the poster.

type Claims = Pick<
  ReviewedSubmission,
  'place_match' | 'time_match' | 'place_from' | 'time_from' | 'captured_at' | 'geohash'
>

const sources = {
  declared: 'Only the contributor says so.',
  file: 'The file’s own metadata says so. It can be changed.',
  credentials: 'The file’s Content Credentials say so, signed by a trusted signer.',
} as const

/** The source of a place or a time, as a sentence. No source proves what the film shows. */
export function sourceText(from: Claims['place_from']): string {
  return from === null ? 'The source was not recorded.' : sources[from]
}

const placeWords = { inside: 'in your area', near: 'near your area', elsewhere: 'outside your area' }
const timeWords = {
  after_order: 'after your order',
  before_order: 'before your order',
  contradictory: 'at a time that cannot be right',
}

/** Place and time of a film in a line, compared with the bounty: `Claimed: in your area, after your order`. */
export function claimsText(claims: Claims): string {
  const { geohash, captured_at: capturedAt, place_match: place, time_match: time } = claims
  const where = geohash === null ? 'place not known' : place === 'unknown' ? undefined : placeWords[place]
  const when = capturedAt === null || time === 'unknown' ? 'time not known' : timeWords[time]
  const isClaim =
    (geohash !== null && claims.place_from === 'declared') ||
    (capturedAt !== null && claims.time_from === 'declared')
  const text = [where, when].filter((words) => words !== undefined).join(', ')
  return claimTitle(text, isClaim)
}

/** Words as a title. A place or time that only the contributor states is called claimed. */
export function claimTitle(words: string, isClaim: boolean): string {
  return isClaim ? `Claimed: ${words}` : capital(words)
}

/** The sources of place and time together. */
export function sourcesText({
  place_from: place,
  time_from: time,
}: Pick<Claims, 'place_from' | 'time_from'>): string {
  return place === time ? sourceText(place) : `Place: ${sourceText(place)} Time: ${sourceText(time)}`
}

/** The mark beside a place that fits the bounty: `done`, a check mark, only if a trusted signer supports it. Anyone can change the metadata of a file. */
export function claimMark(from: Claims['place_from']): 'done' | 'noted' {
  return from === 'credentials' ? 'done' : 'noted'
}

/** What a misfit of place or time means for the film after it is accepted. */
export const notSold =
  'If you accept it, the film is yours. Films are never sold to others, only records of them: cell, time and proof. The record of this one is not sold, because it does not fit.'

/** The ways in which the claims of a film do not fit its bounty, shown before payment; empty if they fit or are unknown. */
export function misfits({ place_match: place, time_match: time }: Claims): string[] {
  return [
    ...(place === 'elsewhere' ? ['This film claims another place than the one you asked for.'] : []),
    ...(time === 'before_order' ? ['The stated time of this film is before your order.'] : []),
    ...(time === 'contradictory'
      ? ['The stated times of this film contradict each other, or are later than its submission.']
      : []),
  ]
}

/** Says before the payment which of place and time only the contributor states; `undefined` if neither. */
export function unconfirmed({ place_from: place, time_from: time }: Claims): string | undefined {
  const [isPlace, isTime] = [place === 'declared', time === 'declared']
  if (isPlace && isTime)
    return 'Place and time are the contributor’s claim; nothing in the file confirms them.'
  if (!isPlace && !isTime) return undefined
  return `The ${isPlace ? 'place' : 'time'} is the contributor’s claim; nothing in the file confirms it.`
}

type Forecast = Pick<
  ReviewedSubmission,
  | 'model_forecast'
  | 'model_forecast_reason'
  | 'model_forecast_status'
  | 'quality_reasons'
  | 'quality_status'
  | 'preview_status'
>

/** What the poster reads about the 3D model before accepting a film; `undefined` if one is likely. */
export function modelDoubt(submission: Forecast): string | undefined {
  const { model_forecast: forecast } = submission
  if (forecast === 'likely') return undefined
  if (forecast === null) return `No forecast of a 3D model: ${noForecastReason(submission)}.`
  return `${forecastTitle(submission)}. ${forecastReason(submission)} You get the film all the same.`
}
