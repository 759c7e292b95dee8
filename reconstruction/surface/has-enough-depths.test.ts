import { expect, test } from 'vitest'
import { hasEnoughDepths } from './has-enough-depths.ts'

const view = (known: number, all: number) => ({
  depths: Float32Array.from({ length: all }, (_, at) => +(at < known)),
})

test('a model is made from two per cent of known depths in all views together, and not from fewer', () => {
  expect(hasEnoughDepths([view(4, 100), view(0, 100)])).toBe(true)
  expect(hasEnoughDepths([view(3, 100), view(0, 100)])).toBe(false)
  expect(hasEnoughDepths([])).toBe(false)
})
