import { describe, expect, test } from 'vitest'
import { overallFraction, reconstructionStages, stageSentence } from './reconstruction.ts'

describe('the progress of a reconstruction', () => {
  test('goes from 0 to 1 and never back', () => {
    const steps = reconstructionStages.flatMap((stage) =>
      [0, 0.5, 1].map((fraction) => overallFraction({ stage, fraction })),
    )
    expect(steps[0]).toBe(0)
    expect(steps.at(-1)).toBe(1)
    expect(steps).toEqual([...steps].sort((one, other) => one - other))
  })

  test('counts a fraction above 1 as the end of the stage', () => {
    expect(overallFraction({ stage: 'frames', fraction: 7 })).toBe(
      overallFraction({ stage: 'features', fraction: 0 }),
    )
    expect(overallFraction({ stage: 'frames', fraction: -1 })).toBe(0)
  })
})

test('every stage has a sentence for people', () => {
  for (const stage of reconstructionStages) expect(stageSentence[stage]).toMatch(/^[A-Z].+\.$/)
})
