import { expect, test } from 'vitest'
import { previewParts, previewText } from './preview-parts.ts'

test('a preview shows a short film whole, and of a longer one parts from its beginning to its end', () => {
  expect(previewParts(12.4)).toEqual([{ from: 0, seconds: 12 }])
  expect(previewParts(undefined)).toHaveLength(1)
  expect(previewParts(24)).toEqual([
    { from: 0, seconds: 3 },
    ...[20.5 / 3, 41 / 3].map((from) => ({ from: expect.closeTo(from, 6), seconds: 3 })),
    { from: 20.5, seconds: 3 },
  ])
})

test('a poster reads how much of a film the preview leaves out', () => {
  expect(previewText(24.1)).toBe('12 of 24 seconds, in 4 parts from beginning to end')
  expect(previewText(12)).toBeUndefined()
})
