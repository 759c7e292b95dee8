import { expect, test } from 'vitest'
import { unreadableForecast } from '#lib/domain/film/forecast-model'
import { describeForecast } from './describe-forecast.ts'

const row = {
  forecastStatus: 'ready',
  forecast: { ...unreadableForecast, figures: {} },
  quality: null,
} as const

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
    expect(describeForecast({ forecastStatus: 'failed', forecast: null, quality: null }, reader)).toEqual({
      model_forecast: null,
      model_forecast_reason: expect.stringContaining('on our side'),
      model_forecast_status: 'failed',
    })
  expect(
    describeForecast({ forecastStatus: 'none', forecast: null, quality: null }, 'poster')
      .model_forecast_reason,
  ).toBeNull()
})

test('a copy of an earlier film has no forecast, also where one is stored', () => {
  const reasons = [{ code: 'duplicate', text: 'The film looks the same as one that was submitted before.' }]
  const quality = { reasons, warnings: [], figures: {} }
  for (const reader of ['poster', 'contributor'] as const)
    expect(describeForecast({ ...row, quality }, reader)).toEqual({
      model_forecast: null,
      model_forecast_reason: null,
      model_forecast_status: 'none',
    })
})
