import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageStep, ageSteps, ageTokens, rampOf } from './age-ramp.ts'

test.each([
  [-60, 0],
  [0, 0],
  [86_400, 0],
  [86_401, 1],
  [7 * 86_400, 1],
  [30 * 86_400, 2],
  [365 * 86_400, 3],
  [365 * 86_400 + 1, 4],
  [1e12, 4],
])('%i seconds are step %i', (seconds, step) => {
  expect(ageStep(seconds)).toBe(step)
})

test('older is never shown as newer', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
      expect(ageStep(Math.min(a, b))).toBeLessThanOrEqual(ageStep(Math.max(a, b)))
    }),
  )
})

test('a ramp has the steps from the newest to the oldest cell, and no others', () => {
  const day = 86_400
  expect(rampOf([3 * day, 60, 6 * day])).toEqual({
    tokens: ['--age-1', '--age-2'],
    from: 'now',
    until: 'a week ago',
  })
  expect(rampOf([20 * day])).toEqual({ tokens: ['--age-3'], from: 'a week ago', until: '30 days ago' })
  expect(rampOf([400 * day])).toEqual({ tokens: ['--age-5'], from: 'a year ago', until: 'older' })
})

test('in both themes lightness alone tells neighbouring steps apart, the newest furthest from the ground', () => {
  const css = readFileSync(new URL('../../app/tokens.css', import.meta.url), 'utf8')
  const lightness = (token: string) => {
    const [, light, dark] =
      new RegExp(`${token}: light-dark\\(oklch\\(([\\d.]+)[^)]*\\), oklch\\(([\\d.]+)`).exec(css) ?? []
    return { light: Number(light), dark: Number(dark) }
  }
  expect(ageTokens).toHaveLength(ageSteps.length)
  const steps = ageTokens.map(lightness)
  for (const [index, step] of steps.slice(1).entries()) {
    expect(step.light - steps[index]!.light).toBeGreaterThanOrEqual(0.1)
    expect(steps[index]!.dark - step.dark).toBeGreaterThanOrEqual(0.1)
  }
  const land = lightness('--map-land')
  expect(land.light - steps.at(-1)!.light).toBeGreaterThanOrEqual(0.1)
  expect(steps.at(-1)!.dark - land.dark).toBeGreaterThanOrEqual(0.1)
})
