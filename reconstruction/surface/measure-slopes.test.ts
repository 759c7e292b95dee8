import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Lens } from '../geometry.ts'
import { measureSlopes } from './measure-slopes.ts'

const lens: Lens = { width: 96, height: 72, focalX: 210, focalY: 200, centreX: 47.5, centreY: 35.5 }
const pixels = lens.width * lens.height
const alonePixel = 20 * lens.width + 20
const radians = Math.PI / 180

test('the slope of a plane is the sine of the angle at which a ray meets it, times the length of the ray', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 75 }),
      fc.integer({ min: 0, max: 359 }),
      fc.double({ min: 0.1, max: 100, noNaN: true }),
      (tilt, turn, distance) => {
        // The unit normal of the plane, towards the camera.
        const [nx, ny, nz] = [
          Math.sin(tilt * radians) * Math.cos(turn * radians),
          Math.sin(tilt * radians) * Math.sin(turn * radians),
          -Math.cos(tilt * radians),
        ]
        const along = (at: number) => {
          const [x, y] = [at % lens.width, Math.floor(at / lens.width)]
          return -(nx * ((x - lens.centreX) / lens.focalX) + ny * ((y - lens.centreY) / lens.focalY) + nz)
        }
        const depths = Float32Array.from({ length: pixels }, (_, at) =>
          along(at) > 0.02 ? distance / along(at) : 0,
        )
        const slopes = measureSlopes(depths, lens)
        for (let at = 0; at < pixels; at++) {
          // Where the depth changes quickly from pixel to pixel, the window may hold too little of the plane.
          if (depths[at] === 0 || along(at) < 0.3) continue
          expect(slopes[at]).toBeCloseTo(Math.min(1, along(at)), 3)
        }
      },
    ),
    { numRuns: 30 },
  )
})

test('a depth that stands alone, or beside another surface only, counts as facing the camera', () => {
  const alone = new Float32Array(pixels)
  alone[alonePixel] = 4
  expect(measureSlopes(alone, lens)[alonePixel]).toBe(1)
  const edge = Float32Array.from({ length: pixels }, (_, at) => (at % lens.width < 48 ? 4 : 9))
  for (const slope of measureSlopes(edge, lens)) expect(slope).toBeCloseTo(1, 6)
})
