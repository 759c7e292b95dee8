import { describe, expect, test } from 'vitest'
import {
  explainNotReconstructable,
  type NotReconstructable,
  overallFraction,
  reconstructionStages,
  stageSentence,
} from './reconstruction.ts'

describe('the progress of a reconstruction', () => {
  test('runs from nothing to all, and never back', () => {
    const steps = reconstructionStages.flatMap((stage) =>
      [0, 0.5, 1].map((fraction) => overallFraction({ stage, fraction })),
    )
    expect(steps[0]).toBe(0)
    expect(steps.at(-1)).toBe(1)
    expect(steps).toEqual([...steps].sort((one, other) => one - other))
  })

  test('takes a fraction beyond its stage for the end of that stage', () => {
    expect(overallFraction({ stage: 'frames', fraction: 7 })).toBe(
      overallFraction({ stage: 'features', fraction: 0 }),
    )
    expect(overallFraction({ stage: 'frames', fraction: -1 })).toBe(0)
  })
})

describe('the sentences people read', () => {
  const causes: NotReconstructable[] = [
    { code: 'unreadable' },
    { code: 'too_few_frames', found: 7, needed: 12 },
    { code: 'no_parallax' },
    { code: 'no_cameras' },
    { code: 'too_few_registered', registered: 11, frames: 24 },
    { code: 'absurd_lens' },
    { code: 'shallow_view' },
    { code: 'no_surface' },
  ]

  test('say what is wrong with the film, and then what to do', () => {
    for (const cause of causes)
      expect(explainNotReconstructable(cause)).toMatch(/^[A-Z][^.]+\. (Film|Walk) [^.]+\.$/)
  })

  test('say by how much', () => {
    expect(explainNotReconstructable(causes[1]!)).toContain(
      'only 7 usable pictures, and a model needs at least 12',
    )
    expect(explainNotReconstructable(causes[4]!)).toContain('Only 11 of 24 pictures')
  })

  test('name every stage', () => {
    for (const stage of reconstructionStages) expect(stageSentence[stage]).toMatch(/^[A-Z].+\.$/)
  })
})
