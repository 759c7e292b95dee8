import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CameraPath } from './camera-path.ts'
import { neededDistances, type StartView, startView, windowOf, withoutOutliers } from './start-view.ts'

/** The share of the points, without the outermost, that a view shows from its radius. */
const seenShare = (view: StartView, points: readonly number[], aspect: number) => {
  const window = windowOf(view.fieldOfViewDegrees, aspect)
  const needed = neededDistances(withoutOutliers(points), view, window)
  return needed.filter((distance) => distance <= view.radius * (1 + 1e-9)).length / needed.length
}
/** A street: walls on both sides of the z axis, which the film walks along towards -z. */
const street = Array.from({ length: 400 }, (_, at) => [at % 2 ? 3 : -3, (at % 7) - 1.5, -at / 10]).flat()
const walk: CameraPath = {
  poses: Array.from({ length: 21 }, (_, seconds) => ({
    seconds,
    position: [0, 0, 10 - seconds],
    ahead: [0, 0, -1],
  })),
  fieldOfViewDegrees: 50,
  reach: 10,
}

test('a model starts where the film looked at it, and turns around the middle of what is seen', () => {
  const view = startView({ points: street, path: walk, aspect: 16 / 9 })!
  expect(view.fieldOfViewDegrees).toBe(50)
  expect(view.theta).toBeCloseTo(0)
  expect(view.phi).toBeCloseTo(Math.PI / 2)
  const standsAt = view.target[2] + view.radius
  expect(standsAt).toBeLessThanOrEqual(10)
  expect(standsAt).toBeGreaterThan(-5)
  expect(view.target[2]).toBeLessThan(-15)
  expect(view.target[2]).toBeGreaterThan(-35)
})

test('pieces far outside of the place do not make it small', () => {
  const far = [5_000, 0, 0, 0, 4_000, 0, 0, 0, -9_000]
  for (const path of [walk, undefined]) {
    const view = startView({ points: [...street, ...far], path, aspect: 1.5 })!
    const without = startView({ points: street, path, aspect: 1.5 })!
    expect(view.radius / without.radius).toBeCloseTo(1, 0)
    expect(view.maxRadius).toBeLessThan(200)
  }
})

test('a window that is higher than wide is seen from farther away', () => {
  const of = (aspect: number) => startView({ points: street, path: undefined, aspect })!.radius
  expect(of(0.6)).toBeGreaterThan(of(1.8))
})

test('a camera that saw nothing of the model gives the view from the filmed side', () => {
  const away: CameraPath = { ...walk, poses: walk.poses.map((pose) => ({ ...pose, ahead: [0, 1, 0] })) }
  expect(startView({ points: street, path: away, aspect: 1 })).toMatchObject({
    theta: 0,
    phi: (78 * Math.PI) / 180,
  })
})

test('a model without points has no view', () => {
  expect(startView({ points: [], path: walk, aspect: 1 })).toBeUndefined()
})

const length = fc.double({ min: -1e3, max: 1e3, noNaN: true })
const ahead = fc
  .tuple(
    fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
    fc.double({ min: -1.5, max: 1.5, noNaN: true }),
  )
  .map(
    ([turn, tilt]) =>
      [Math.cos(tilt) * Math.sin(turn), Math.sin(tilt), Math.cos(tilt) * Math.cos(turn)] as const,
  )
const paths = fc.record({
  poses: fc.array(fc.record({ seconds: fc.nat(100), position: fc.tuple(length, length, length), ahead }), {
    minLength: 2,
    maxLength: 60,
  }),
  fieldOfViewDegrees: fc.double({ min: 5, max: 140, noNaN: true }),
  reach: fc.constant(1),
})
const clouds = fc
  .array(fc.tuple(length, length, length), { minLength: 1, maxLength: 80 })
  .map((all) => all.flat())

test('any view shows half of the points, and its limits are in order and above zero', () => {
  fc.assert(
    fc.property(
      clouds,
      fc.option(paths, { nil: undefined }),
      fc.double({ min: 0.3, max: 4, noNaN: true }),
      (points, path, aspect) => {
        const view = startView({ points, path, aspect })!
        expect(seenShare(view, points, aspect)).toBeGreaterThanOrEqual(0.5)
        expect(view.minRadius).toBeGreaterThan(0)
        expect(view.minRadius).toBeLessThanOrEqual(view.radius)
        expect(view.radius).toBeLessThanOrEqual(view.maxRadius)
        expect(Number.isFinite(view.maxRadius)).toBe(true)
        expect(seenShare({ ...view, radius: view.maxRadius }, points, aspect)).toBeGreaterThanOrEqual(0.95)
      },
    ),
  )
})
