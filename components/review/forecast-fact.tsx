import type { ReviewedSubmission } from '#lib/schemas/review'
import { forecastReason, forecastTitle, likelyModel, noForecastReason } from '../bounty/forecast-words.ts'
import { type FactMark, FilmFact, inHigh } from './film-fact.tsx'

/** The forecast of the film's 3D model. It is hidden once the model itself is requested. */
export function ForecastFact({ submission }: { submission: ReviewedSubmission }) {
  if (submission.reconstruction_status !== 'none') return null
  return (
    <FilmFact is={markOf(submission)} title={titleOf(submission)}>
      {submission.model_forecast === 'likely' ? (
        <>
          {likelyModel} <span className={inHigh}>{forecastReason(submission)}</span>
        </>
      ) : (
        (forecastReason(submission) ?? withoutReason(submission))
      )}
    </FilmFact>
  )
}

/** The line above says the forecast of a film that passed its check, so this fact says what it means. */
function titleOf(submission: ReviewedSubmission): string {
  const { model_forecast: forecast, quality_status: quality } = submission
  if (forecast === null || quality !== 'pass') return forecastTitle(submission)
  return forecast === 'likely' ? 'What to expect of the 3D model' : `Why the 3D model is ${forecast}`
}

function withoutReason(submission: ReviewedSubmission): string {
  if (submission.model_forecast_status === 'pending')
    return 'It appears here when it is ready. You do not need to wait.'
  const reason = noForecastReason(submission)
  return `${reason[0]!.toUpperCase()}${reason.slice(1)}.`
}

function markOf({ model_forecast: forecast, model_forecast_status: status }: ReviewedSubmission): FactMark {
  if (forecast) return forecast === 'likely' ? 'done' : 'careful'
  return status === 'pending' ? 'now' : 'noted'
}
