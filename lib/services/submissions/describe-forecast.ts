import type { submission } from '#db/schema/submission'
import { hasNoForecast } from '#lib/domain/film/forecast-model'
import type { Submission } from '#lib/schemas/bounty'

type Row = Pick<typeof submission.$inferSelect, 'forecastStatus' | 'forecast' | 'quality'>
type Described = Pick<Submission, 'model_forecast' | 'model_forecast_reason' | 'model_forecast_status'>

const notForecast = 'The forecast failed because of a problem on our side. This says nothing about the film.'

const noForecast: Described = {
  model_forecast: null,
  model_forecast_reason: null,
  model_forecast_status: 'none',
}

/** The forecast of a model without its figures. What to film differently is said to the contributor only. */
export function describeForecast(
  { forecastStatus, forecast, quality }: Row,
  reader: 'poster' | 'contributor',
): Described {
  // Also hides a forecast that was stored earlier: such films get none any more.
  if (hasNoForecast(quality?.reasons ?? [])) return noForecast
  const parts = [forecast?.reason, reader === 'contributor' ? forecast?.advice : undefined]
  const reason = parts.filter((part) => part !== undefined).join(' ') || null
  return {
    model_forecast: forecast?.forecast ?? null,
    model_forecast_reason: forecastStatus === 'failed' ? notForecast : reason,
    model_forecast_status: forecastStatus,
  }
}
