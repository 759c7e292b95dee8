import { expect, test } from 'vitest'
import { unreadableForecast } from '#lib/domain/film/forecast-model'
import { describeForecast } from './describe-forecast.ts'

const row = { forecastStatus: 'ready', forecast: { ...unreadableForecast, figures: {} } } as const

test('only the contributor reads what to film differently', () => {
  expect(describeForecast(row, 'poster').model_forecast_reason).toBe(
    'No pictures could be read from the film.',
  )
  expect(describeForecast(row, 'contributor').model_forecast_reason).toBe(
    'No pictures could be read from the film. Film it again and send the file just as the camera wrote it.',
  )
})

test('a failed forecast is said to be a problem of the service, to both', () => {
  for (const reader of ['poster', 'contributor'] as const)
    expect(describeForecast({ forecastStatus: 'failed', forecast: null }, reader)).toEqual({
      model_forecast: null,
      model_forecast_reason: expect.stringContaining('on our side'),
      model_forecast_status: 'failed',
    })
  expect(
    describeForecast({ forecastStatus: 'none', forecast: null }, 'poster').model_forecast_reason,
  ).toBeNull()
})
