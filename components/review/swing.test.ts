import { expect, test } from 'vitest'
import type { CameraPath } from './camera-path.ts'
import { swingAngle, swingOf, unknownSwing } from './swing.ts'

const degree = Math.PI / 180
/** Cameras that look at the middle from these angles, in degrees. */
const filmedFrom = (...angles: number[]): CameraPath => ({
  poses: angles.map((angle, seconds) => ({
    seconds,
    position: [0, 0, 0],
    ahead: [-Math.sin(angle * degree), 0, -Math.cos(angle * degree)],
  })),
  fieldOfViewDegrees: 60,
  reach: 1,
})
const inDegrees = ({ from, to }: { from: number; to: number }) => [
  Math.round(from / degree) + 0,
  Math.round(to / degree),
]

test.each([
  ['a few steps past a front', [-20, -10, 5, 25], [-20, 25]],
  ['a walk around half of it', [-90, -70, -50, -30, -10, 10, 30, 50, 70, 90], [-60, 60]],
  ['a walk that leaves out a side', [0, 20, 40, 120, 140], [0, 40]],
  ['one direction', [0, 1, 2], [-15, 15]],
  ['a model that faces elsewhere', [170, 180], [-15, 15]],
])('%s is shown only from where it was filmed', (_, angles, expected) => {
  expect(inDegrees(swingOf(filmedFrom(...angles), 0))).toEqual(expected)
})

test('the sides are told from the first view, also across the back', () => {
  const behind = filmedFrom(-160, 165, 180)
  expect(inDegrees(swingOf(behind, 180 * degree))).toEqual([-15, 20])
})

test('the swing begins where the model stands, and never leaves its sides', () => {
  const swing = { from: -20 * degree, to: 40 * degree }
  expect(swingAngle(swing, 0, 0)).toBeCloseTo(0)
  expect(swingAngle(swing, 0, 90 * degree)).toBeCloseTo(swing.to)
  const angles = Array.from({ length: 600 }, (_, tenth) => swingAngle(swing, tenth / 10, 0))
  expect(Math.min(...angles)).toBeGreaterThanOrEqual(swing.from)
  expect(Math.max(...angles)).toBeLessThanOrEqual(swing.to)
  const fastest = Math.max(...angles.slice(1).map((angle, at) => Math.abs(angle - angles[at]!)))
  expect(fastest).toBeLessThanOrEqual(0.9 * degree + 1e-9)
  expect(swingAngle(unknownSwing, 0, 0)).toBeCloseTo(0)
})
