import { clock } from '#lib/domain/film/early-checks'
import { wasNotChecked } from '#lib/domain/film/not-checked'
import type { ReviewedSubmission } from '#lib/schemas/review'
import type { FactMark } from './film-fact.tsx'

type Judged = Pick<
  ReviewedSubmission,
  'quality_status' | 'quality_reasons' | 'model_forecast' | 'preview_status' | 'accepted' | 'declined'
>

/** The check and the forecast of a film together, as a mark with words, and in few words that fit on its thumbnail. */
export function filmResult(film: Judged): { is: FactMark; text: string; short: string } {
  const { quality_status: quality, model_forecast: forecast } = film
  if (wasNotChecked(film)) return { is: 'careful', text: 'could not be checked', short: 'Not checked' }
  if (quality === 'fail') return { is: 'wrong', text: 'check not passed', short: 'Not passed' }
  if (quality === 'pending') return { is: 'now', text: 'being checked', short: 'Being checked' }
  if (forecast === null) return { is: 'done', text: 'check passed', short: 'Passed' }
  return {
    is: forecast === 'likely' ? 'done' : 'careful',
    text: `check passed, 3D model ${forecast}`,
    short: `3D model ${forecast}`,
  }
}

/** How long a film is, as `0:24`; `undefined` until it is measured. */
export function lengthText({ figures }: Pick<ReviewedSubmission, 'figures'>): string | undefined {
  return figures ? clock(figures.duration_seconds) : undefined
}

/** The film to show first, as an index: the accepted one, or else the undecided one with the best result, the earliest of equals. */
export function firstFilm(films: readonly Judged[]): number {
  const accepted = films.findIndex((film) => film.accepted)
  if (accepted >= 0) return accepted
  const ranks = films.map(rankOf)
  return Math.max(0, ranks.indexOf(Math.max(...ranks)))
}

const forecastRanks = { likely: 3, doubtful: 1, unlikely: 0 } as const

function rankOf(film: Judged): number {
  if (film.declined) return -1
  // Nobody can judge a film without a preview.
  const seen = film.preview_status === 'failed' ? 0 : 100
  const checked = wasNotChecked(film) ? 10 : { pass: 20, pending: 10, fail: 0 }[film.quality_status]
  return seen + checked + (film.model_forecast ? forecastRanks[film.model_forecast] : 2)
}
