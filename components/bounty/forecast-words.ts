import { hasNoForecast } from '#lib/domain/film/forecast-model'
import { wasNotChecked } from '#lib/domain/film/not-checked'
import type { Submission } from '#lib/schemas/bounty'

type Forecast = Pick<Submission, 'model_forecast' | 'model_forecast_status'>

const outcomes = {
  likely: 'A 3D model is likely',
  doubtful: 'A 3D model is doubtful',
  unlikely: 'A 3D model is unlikely',
} as const

/** The forecast of a model in a few words. A failure on our side is not a forecast. */
export function forecastTitle({ model_forecast: forecast, model_forecast_status: status }: Forecast): string {
  if (forecast) return outcomes[forecast]
  if (status === 'pending') return 'Forecasting the 3D model'
  return status === 'failed' ? 'The 3D model could not be forecast' : 'No forecast of a 3D model'
}

type Unforecast = Pick<
  Submission,
  'model_forecast_status' | 'quality_status' | 'quality_reasons' | 'preview_status'
>

/** Why a film has no forecast, as a clause that follows a colon. */
export function noForecastReason(submission: Unforecast): string {
  const { model_forecast_status: status, quality_status: quality, preview_status: preview } = submission
  if (hasNoForecast(submission.quality_reasons)) return 'the film is a copy of an earlier one'
  if (status === 'failed') return 'it failed because of a problem on our side, not of the film'
  if (status === 'pending') return 'it is not finished yet'
  if (quality === 'pending') return 'the check of the film is not finished yet'
  if (preview === 'pending') return 'the preview of the film is not finished yet'
  if (wasNotChecked(submission)) return 'the film could not be checked'
  if (preview === 'failed') return 'no preview could be made of the film'
  return quality === 'fail' ? 'the film did not pass the check' : 'none was made of this film'
}

/** What to expect of a likely model, as a title and a sentence: nothing that is measured says how complete it will be. */
export const likelyModel = [
  'Expect what is filmed from several sides',
  'The rest is missing or has holes.',
] as const

/** The reason for a forecast, without the findings of the check, which are shown beside it; `null` if there is no reason. */
export function forecastReason({
  model_forecast_reason: reason,
  quality_reasons: found,
}: Pick<Submission, 'model_forecast_reason' | 'quality_reasons'>): string | null {
  if (reason === null) return null
  return found.reduce((rest, { text }) => rest.replace(text, ''), reason).trim() || reason
}
