import { expect, test } from 'vitest'
import { nearestTurn, orbitAt, readCameraPath } from './camera-path.ts'

/** A camera at a place that looks along -z, turned about the vertical by some radians. */
const frame = (seconds: number, [x, y, z]: readonly number[], turn = 0) => ({
  file_path: 'frames/0001.jpg',
  seconds,
  transform_matrix: [
    [Math.cos(turn), 0, Math.sin(turn), x],
    [0, 1, 0, y],
    [-Math.sin(turn), 0, Math.cos(turn), z],
    [0, 0, 0, 1],
  ],
})
const path = (...frames: ReturnType<typeof frame>[]) =>
  readCameraPath(JSON.stringify({ camera_model: 'OPENCV', w: 1280, h: 720, fl_x: 700, fl_y: 360, frames }))

/** The position of the viewer's camera for an orbit. */
const placeOf = ({ theta, phi, radius, target }: ReturnType<typeof orbitAt>) => [
  target[0] + radius * Math.sin(phi) * Math.sin(theta),
  target[1] + radius * Math.cos(phi),
  target[2] + radius * Math.sin(phi) * Math.cos(theta),
]
const near = (values: number[], expected: number[]) =>
  values.forEach((value, index) => {
    expect(value).toBeCloseTo(expected[index]!, 9)
  })

test('the viewer stands where the camera stood, and looks the same way', () => {
  const walked = path(frame(0, [0, 1, 5]), frame(2, [4, 1, 5]), frame(4, [4, 1, 9], Math.PI / 2))
  near(placeOf(orbitAt(walked, 0)), [0, 1, 5])
  near(placeOf(orbitAt(walked, 4)), [4, 1, 9])
  // Turned by a quarter, it looks along -x.
  const { target } = orbitAt(walked, 4)
  near([...target], [4 - walked.reach, 1, 9])
  expect(walked.fieldOfViewDegrees).toBeCloseTo(90)
})

test('between two pictures the camera is between them, and before and after them it stays', () => {
  const walked = path(frame(2, [4, 1, 5]), frame(0, [0, 1, 5]))
  near(placeOf(orbitAt(walked, 0.5)), [1, 1, 5])
  near(placeOf(orbitAt(walked, -3)), [0, 1, 5])
  near(placeOf(orbitAt(walked, 60)), [4, 1, 5])
})

test('a turn goes the short way round', () => {
  expect(nearestTurn(-3, 3)).toBeCloseTo(-3 + 2 * Math.PI)
  expect(nearestTurn(3, -3)).toBeCloseTo(3 - 2 * Math.PI)
  expect(nearestTurn(1, 0.5)).toBe(1)
})

test.each(['{}', 'no json', '{"h":720,"fl_y":360,"frames":[]}'])('%s has no path', (text) => {
  expect(() => readCameraPath(text)).toThrow()
})
