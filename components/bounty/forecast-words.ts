import type { Submission } from '#lib/schemas/bounty'

type Forecast = Pick<Submission, 'model_forecast' | 'model_forecast_status'>

const outcomes = {
  likely: 'A 3D model is likely',
  doubtful: 'A 3D model is doubtful',
  unlikely: 'A 3D model is unlikely',
} as const

/** The forecast of a model in a few words; `undefined` without a forecast. A failure on our side is not a forecast. */
export function forecastTitle({
  model_forecast: forecast,
  model_forecast_status: status,
}: Forecast): string | undefined {
  if (forecast) return outcomes[forecast]
  if (status === 'pending') return 'Forecasting the 3D model'
  return status === 'failed' ? 'The 3D model could not be forecast' : undefined
}

/** What to expect of a likely model: nothing that is measured says how complete it will be. */
export const likelyModel = 'Expect what is filmed from several sides; the rest is missing or has holes.'

/** The reason for a forecast, without the findings of the check, which are shown beside it; `null` if there is no reason. */
export function forecastReason({
  model_forecast_reason: reason,
  quality_reasons: found,
}: Pick<Submission, 'model_forecast_reason' | 'quality_reasons'>): string | null {
  if (reason === null) return null
  return found.reduce((rest, { text }) => rest.replace(text, ''), reason).trim() || reason
}
