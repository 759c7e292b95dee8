import type { DeclineReason } from '#lib/domain/bounty/decline'
import type { ReviewedSubmission } from '#lib/schemas/review'
import type { FilmKind } from '#testing/month/plan'

export type Decision = { accept: true } | { accept: false; reason: DeclineReason; text?: string }

/**
 * What a careful poster decides about a film, by what the service says of it, and by watching it: only that tells that a film shows
 * another place than its metadata, or too little.
 */
export function decideFilm(
  told: Pick<ReviewedSubmission, 'place_match' | 'time_match' | 'quality_status' | 'quality_reasons'>,
  shows: FilmKind,
): Decision {
  const codes = told.quality_reasons.map(({ code }) => code)
  if (told.place_match === 'elsewhere') return { accept: false, reason: 'wrong_place' }
  if (told.time_match === 'before_order' || told.time_match === 'contradictory')
    return { accept: false, reason: 'wrong_time' }
  if (codes.includes('duplicate')) return { accept: false, reason: 'copied' }
  if (told.quality_status !== 'pass') return { accept: false, reason: 'blurred', text: 'Please hold still.' }
  if (shows === 'incomplete') return { accept: false, reason: 'incomplete', text: 'The back is missing.' }
  if (shows === 'invented') return { accept: false, reason: 'wrong_place' }
  return { accept: true }
}
