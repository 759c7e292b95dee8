import { expect, test } from 'vitest'
import type { Observation } from '#lib/schemas/observation'
import { groupCells, newestByCell } from './group-cells.ts'

const observation = (geohash: string, captured_at: string) => ({ geohash, captured_at }) as Observation
const answer = [
  observation('srb100', '2026-11-26T08:00:00Z'),
  observation('srb100', '2026-11-28T08:00:00Z'),
  observation('srb101', '2026-11-20T08:00:00Z'),
]

test('the newest capture of a cell does not depend on the order of the answer', () => {
  for (const given of [answer, answer.toReversed()])
    expect(newestByCell(given).get('srb100')?.captured_at).toBe('2026-11-28T08:00:00Z')
})

test('each cell of an answer has the age of its newest capture and the number of its captures', () => {
  expect(groupCells(answer, new Date('2026-11-28T09:00:00Z'))).toEqual([
    { geohash: 'srb100', ageSeconds: 3_600, label: '2 captures, the newest 1 hour ago' },
    { geohash: 'srb101', ageSeconds: 694_800, label: expect.stringMatching(/^1 capture, /) },
  ])
})
