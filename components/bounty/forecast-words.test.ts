import { expect, test } from 'vitest'
import { forecastReason, forecastTitle, noForecastReason } from './forecast-words.ts'

test('each forecast has its words, and a failure of ours is none of them', () => {
  const titles = (['likely', 'doubtful', 'unlikely'] as const).map((model_forecast) =>
    forecastTitle({ model_forecast, model_forecast_status: 'ready' }),
  )
  expect(titles).toEqual(['A 3D model is likely', 'A 3D model is doubtful', 'A 3D model is unlikely'])
  const failed = forecastTitle({ model_forecast: null, model_forecast_status: 'failed' })
  expect(failed).toBe('The 3D model could not be forecast')
  expect(titles).not.toContain(failed)
})

test('without a forecast, the reason is said', () => {
  expect(forecastTitle({ model_forecast: null, model_forecast_status: 'none' })).toBe(
    'No forecast of a 3D model',
  )
  const film = {
    model_forecast_status: 'none' as const,
    quality_status: 'pass' as const,
    preview_status: 'ready' as const,
    quality_reasons: [] as { code: string; text: string }[],
  }
  const failed = (code: string) => ({
    quality_status: 'fail' as const,
    quality_reasons: [{ code, text: '' }],
  })
  expect(noForecastReason({ ...film, ...failed('duplicate') })).toBe('the film is a copy of an earlier one')
  expect(noForecastReason({ ...film, ...failed('blurred') })).toBe('the film did not pass the check')
  expect(noForecastReason({ ...film, ...failed('not_checked') })).toBe('the film could not be checked')
  expect(noForecastReason({ ...film, quality_status: 'pending' })).toContain('is not finished yet')
  // The check is over: nothing may say that it is not.
  expect(noForecastReason({ ...film, preview_status: 'pending' })).toBe(
    'the preview of the film is not finished yet',
  )
  expect(noForecastReason({ ...film, model_forecast_status: 'pending' })).toBe('it is not finished yet')
  expect(noForecastReason({ ...film, model_forecast_status: 'failed' })).toContain('on our side')
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
