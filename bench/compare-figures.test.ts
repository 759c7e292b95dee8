import { expect, test } from 'vitest'
import { compareFigures, recordFigures } from './compare-figures.ts'

const recorded = [
  { name: 'calls', value: 5, better: 'higher' as const, on: '2026-11-01' },
  { name: 'growth', value: 1.2, better: 'lower' as const, on: '2026-11-01' },
]

test('a figure that is worse by more than a tenth has fallen, in the direction that is better for it', () => {
  const fallen = (name: string, value: number, better: 'higher' | 'lower') =>
    compareFigures([{ name, value, better }], recorded)[0]!.hasFallen
  expect(fallen('calls', 4.4, 'higher')).toBe(true)
  expect(fallen('calls', 4.6, 'higher')).toBe(false)
  expect(fallen('calls', 9, 'higher')).toBe(false)
  expect(fallen('growth', 1.4, 'lower')).toBe(true)
  expect(fallen('growth', 1.3, 'lower')).toBe(false)
  expect(fallen('growth', 0.5, 'lower')).toBe(false)
})

test('a figure that was never recorded is reported and has not fallen', () => {
  expect(compareFigures([{ name: 'new', value: 1, better: 'higher' }], recorded)).toEqual([
    { name: 'new', before: undefined, now: 1, change: undefined, hasFallen: false },
  ])
})

test('recording replaces figures of the same name and keeps those that were not measured', () => {
  const measured = [{ name: 'calls', value: 6.123456, better: 'higher' as const }]
  expect(recordFigures(measured, recorded, '2026-12-01')).toEqual([
    { name: 'calls', value: 6.123, better: 'higher', on: '2026-12-01' },
    recorded[1],
  ])
})
