import { describe, expect, test } from 'vitest'
import type { TextImage } from '../colmap/text-model.ts'
import { figuresOf, widestAngle } from './camera-figures.ts'

const lens = { width: 480, height: 854, focal: 427, centreX: 240, centreY: 427, radial: 0 }
const at = (id: number, x: number): TextImage => ({
  id,
  name: `${id}.jpg`,
  pose: { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], translation: [-x, 0, 0] },
  points: [],
})

describe('the measurements that the gates check', () => {
  test('include the widest angle under which a point is seen, also with a camera in between', () => {
    const point = { position: [0, 0, 1], color: [0, 0, 0], views: 3, seenBy: [1, 2, 3] } as const
    const images = [at(1, -1), at(2, 0), at(3, 1)]
    const figures = figuresOf({ lens, images, points: new Map([[0, point]]) }, 4)
    expect(figures.medianAngleDegrees).toBeCloseTo(90, 10)
    expect(figures).toMatchObject({ frames: 4, registered: 3, relativeFocal: 0.5 })
  })

  test('have an angle of 0 when there are no points, or when only one picture shows them', () => {
    expect(figuresOf({ lens, images: [], points: new Map() }, 4).medianAngleDegrees).toBe(0)
    expect(widestAngle([[0, 0, 1]])).toBe(0)
  })

  test('give 180 degrees for opposite rays, despite rounding', () => {
    expect(
      widestAngle([
        [0, 0, 1.0000000001],
        [0, 0, -1],
      ]),
    ).toBe(180)
  })
})
