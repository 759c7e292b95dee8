import { describe, expect, test } from 'vitest'
import { figuresOf, widestAngle } from './camera-figures.ts'
import type { PosedImage } from './colmap-text.ts'

const lens = { width: 480, height: 854, focal: 427, centreX: 240, centreY: 427, radial: 0 }
const at = (id: number, x: number): PosedImage => ({
  id,
  name: `${id}.jpg`,
  pose: { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], translation: [-x, 0, 0] },
})

describe('what the gates look at', () => {
  test('is the widest angle under which a point is seen, whoever stands between', () => {
    const model = {
      lens,
      images: [at(1, -1), at(2, 0), at(3, 1)],
      points: [{ position: [0, 0, 1], color: [0, 0, 0], seenBy: [1, 2, 3] }] as const,
    }
    const figures = figuresOf(
      { ...model, points: model.points.map((p) => ({ ...p, seenBy: [...p.seenBy] })) },
      4,
    )
    expect(figures.medianAngleDegrees).toBeCloseTo(90, 10)
    expect(figures).toMatchObject({ frames: 4, registered: 3, relativeFocal: 0.5 })
  })

  test('is no angle when there are no points, or but one look at them', () => {
    expect(figuresOf({ lens, images: [], points: [] }, 4).medianAngleDegrees).toBe(0)
    expect(widestAngle([[0, 0, 1]])).toBe(0)
  })

  test('stays a number for rays that are opposite but for rounding', () => {
    expect(
      widestAngle([
        [0, 0, 1.0000000001],
        [0, 0, -1],
      ]),
    ).toBe(180)
  })
})
