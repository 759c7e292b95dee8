import { expect, test } from 'vitest'
import { forecastTitle } from './forecast-words.ts'

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
