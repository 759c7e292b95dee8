import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Pose, rotationOf, transform, type Vector } from './geometry.ts'
import { cameraToWorld, transformsJson } from './package-model.ts'

const part = fc.double({ min: -1, max: 1, noNaN: true })
const vector = fc.tuple(part, part, part) as fc.Arbitrary<Vector>
const pose: fc.Arbitrary<Pose> = fc
  .tuple(
    fc.tuple(part, part, part, part).filter((quaternion) => Math.hypot(...quaternion) > 0.1),
    vector,
  )
  .map(([quaternion, translation]) => ({ rotation: rotationOf(quaternion), translation }))
const apply = ({ rotation, translation }: Pose, point: Vector): Vector => {
  const turned = transform(rotation, point)
  return [0, 1, 2].map((axis) => turned[axis]! + translation[axis]!) as unknown as Vector
}

describe('the delivered cameras', () => {
  test('see every point of the model where COLMAP’s cameras saw it', () => {
    fc.assert(
      fc.property(pose, pose, vector, (camera, toModel, point) => {
        const m = cameraToWorld(camera, toModel)
        const ahead = apply(camera, point)
        // OpenGL's axes: what is below and ahead for COLMAP has a negative y and z.
        const seen = [ahead[0], -ahead[1], -ahead[2], 1]
        const placed = apply(toModel, point)
        for (const axis of [0, 1, 2])
          expect(m[axis]!.reduce((sum, value, index) => sum + value * seen[index]!, 0)).toBeCloseTo(
            placed[axis]!,
            9,
          )
      }),
    )
  })

  test('have the position, time and lens of their frame', () => {
    const model = {
      lens: { width: 854, height: 480, focal: 496, centreX: 427, centreY: 240, radial: 0.01 },
      images: [
        {
          id: 3,
          name: '0002.jpg',
          pose: { rotation: rotationOf([1, 0, 0, 0]), translation: [0, 0, 4] as Vector },
          points: [],
        },
      ],
      points: new Map(),
    }
    const frames = [
      { name: '0001.jpg', seconds: 0.2 },
      { name: '0002.jpg', seconds: 0.6 },
    ]
    const still: Pose = { rotation: rotationOf([1, 0, 0, 0]), translation: [0, 0, 0] }
    const written = JSON.parse(transformsJson(model, frames, still))
    expect(written).toMatchObject({
      camera_model: 'OPENCV',
      w: 854,
      h: 480,
      fl_x: 496,
      fl_y: 496,
      cx: 427,
      k1: 0.01,
    })
    expect(written.frames).toHaveLength(1)
    expect(written.frames[0]).toMatchObject({ file_path: 'frames/0002.jpg', seconds: 0.6 })
    const column = written.frames[0].transform_matrix.map((row: number[]) => row[3])
    expect(column).toEqual([0, 0, -4, 1])
  })
})
