import type { submission } from '#db/schema/submission'
import type { Submission } from '#lib/schemas/bounty'

type Row = Pick<typeof submission.$inferSelect, 'forecastStatus' | 'forecast'>
type Described = Pick<Submission, 'model_forecast' | 'model_forecast_reason' | 'model_forecast_status'>

const notForecast = 'The forecast failed because of a problem on our side. This says nothing about the film.'

/** The forecast of a model without its figures. What to film differently is said to the contributor only. */
export function describeForecast(
  { forecastStatus, forecast }: Row,
  reader: 'poster' | 'contributor',
): Described {
  const parts = [forecast?.reason, reader === 'contributor' ? forecast?.advice : undefined]
  const reason = parts.filter((part) => part !== undefined).join(' ') || null
  return {
    model_forecast: forecast?.forecast ?? null,
    model_forecast_reason: forecastStatus === 'failed' ? notForecast : reason,
    model_forecast_status: forecastStatus,
  }
}
