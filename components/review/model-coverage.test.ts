import { expect, test } from 'vitest'
import { coverageText, isPartial, readCoverage } from './model-coverage.ts'

const manifest = (figures: object) => JSON.stringify({ format: 'cairn-model/1', engine: { figures } })

test('how much of the film was used is read from the manifest of our engine', () => {
  const coverage = readCoverage(manifest({ frames: 23, registered: 15, triangles: 9 }))
  expect(coverageText(coverage)).toBe(
    'It shows what could be reconstructed from the film; parts may be missing or rough. 15 of 23 pictures fit together.',
  )
})

test('another engine may not say it', () => {
  expect(() => readCoverage(manifest({}))).toThrow()
  expect(coverageText(undefined)).not.toContain('pictures')
  expect(isPartial(undefined)).toBe(false)
})

test.each([
  [15, 23, true],
  [79, 100, true],
  [80, 100, false],
  [23, 23, false],
])('%i of %i pictures: partial %s', (fitting, pictures, partial) => {
  expect(isPartial({ fitting, pictures })).toBe(partial)
})
