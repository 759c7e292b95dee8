import type { submission } from '#db/schema/submission'
import type { Submission } from '#lib/schemas/bounty'

type Row = Pick<typeof submission.$inferSelect, 'forecastStatus' | 'forecast'>
type Described = Pick<Submission, 'model_forecast' | 'model_forecast_reason' | 'model_forecast_status'>

const notForecast = 'The forecast failed because of a problem on our side. This says nothing about the film.'

/** The forecast of a model as poster and contributor see it, without its figures. */
export function describeForecast({ forecastStatus, forecast }: Row): Described {
  return {
    model_forecast: forecast?.forecast ?? null,
    model_forecast_reason: forecastStatus === 'failed' ? notForecast : (forecast?.reason ?? null),
    model_forecast_status: forecastStatus,
  }
}
