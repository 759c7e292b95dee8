import { expect, test } from 'vitest'
import { forecastReason, forecastTitle } from './forecast-words.ts'

test('each forecast has its words, and a failure of ours is none of them', () => {
  const titles = (['likely', 'doubtful', 'unlikely'] as const).map((model_forecast) =>
    forecastTitle({ model_forecast, model_forecast_status: 'ready' }),
  )
  expect(titles).toEqual(['A 3D model is likely', 'A 3D model is doubtful', 'A 3D model is unlikely'])
  const failed = forecastTitle({ model_forecast: null, model_forecast_status: 'failed' })
  expect(failed).toBe('The 3D model could not be forecast')
  expect(titles).not.toContain(failed)
})

test('without a forecast there is no title', () => {
  expect(forecastTitle({ model_forecast: null, model_forecast_status: 'none' })).toBeUndefined()
})

test('the reason of a forecast leaves out what the check found, which is shown beside it', () => {
  const text = 'The film is too dark.'
  const submission = { quality_reasons: [{ code: 'too_dark', text }] }
  const spoiled = `The pictures fit together, but the film failed its check. ${text}`
  expect(forecastReason({ ...submission, model_forecast_reason: spoiled })).toBe(
    'The pictures fit together, but the film failed its check.',
  )
  expect(forecastReason({ ...submission, model_forecast_reason: text })).toBe(text)
  expect(forecastReason({ ...submission, model_forecast_reason: null })).toBeNull()
})
