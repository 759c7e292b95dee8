import { capital } from '#lib/domain/text/capital'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { forecastReason, forecastTitle, likelyModel, noForecastReason } from '../bounty/forecast-words.ts'
import { type FactMark, FilmFact, inHigh } from './film-fact.tsx'

/** The forecast of the film's 3D model. It is hidden once the model itself is requested. */
export function ForecastFact({ submission }: { submission: ReviewedSubmission }) {
  const { model_forecast: forecast, quality_status: quality, reconstruction_status: model } = submission
  if (model !== 'none') return null
  // If the film passed its check, the line above states the forecast, and this fact explains it.
  const isSaid = quality === 'pass'
  const reason = forecastReason(submission)
  if (forecast !== 'likely')
    return (
      <FilmFact
        is={markOf(submission)}
        title={forecast && isSaid ? `Why the 3D model is ${forecast}` : forecastTitle(submission)}
      >
        {reason ?? withoutReason(submission)}
      </FilmFact>
    )
  const [expected, rest] = likelyModel
  return (
    <FilmFact is="done" title={isSaid ? expected : forecastTitle(submission)}>
      {!isSaid && `${expected}. `}
      {rest} <span className={inHigh}>{reason}</span>
    </FilmFact>
  )
}

function withoutReason(submission: ReviewedSubmission): string {
  if (submission.model_forecast_status === 'pending')
    return 'It appears here when it is ready. You do not need to wait.'
  return `${capital(noForecastReason(submission))}.`
}

function markOf({ model_forecast: forecast, model_forecast_status: status }: ReviewedSubmission): FactMark {
  if (forecast) return forecast === 'likely' ? 'done' : 'careful'
  return status === 'pending' ? 'now' : 'noted'
}
