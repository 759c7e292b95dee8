import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import fc from 'fast-check'
import { validateBytes } from 'gltf-validator'
import { MeshoptDecoder } from 'meshoptimizer'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cross, normalize, type Pose, rotationOf, transform } from '../geometry.ts'
import type { TexturedMesh } from '../texture/build-texture.ts'
import { movePositions, orientModel } from './orient.ts'
import { writeModel, writePreview } from './write-glb.ts'

const mesh: TexturedMesh = {
  positions: Float32Array.from([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]),
  uvs: Float32Array.from([0, 1, 1, 1, 1, 0, 0, 0]),
  indices: Uint32Array.from([0, 1, 2, 0, 2, 3]),
  texels: Uint8Array.from({ length: 64 * 64 * 3 }, (_, at) => (at * 7) % 256),
  size: 64,
  charts: 1,
}

/** Without a surface that could be a floor or a wall. */
const pointsOnly = { positions: mesh.positions, indices: new Uint32Array() }

describe('the files of a model', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'glb-'))
    await writeModel(join(folder, 'model.glb'), mesh)
    await writePreview(join(folder, 'preview.glb'), mesh, 32)
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('the Khronos validator finds no problem in model.glb', async () => {
    const { issues, info } = await validateBytes(await readFile(join(folder, 'model.glb')))
    expect(issues.messages).toEqual([])
    expect(info).toMatchObject({ totalTriangleCount: 2, extensionsUsed: ['KHR_materials_unlit'] })
  })

  test('preview.glb is valid and has the same mesh with a smaller texture', async () => {
    const bytes = await readFile(join(folder, 'preview.glb'))
    const { issues } = await validateBytes(bytes)
    expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0])
    await MeshoptDecoder.ready
    const io = new NodeIO()
      .registerExtensions(ALL_EXTENSIONS)
      .registerDependencies({ 'meshopt.decoder': MeshoptDecoder })
    const root = (await io.readBinary(bytes)).getRoot()
    const [primitive] = root.listMeshes()[0]!.listPrimitives()
    expect(primitive!.getIndices()!.getCount()).toBe(6)
    const [texture] = root.listTextures()
    expect(await sharp(texture!.getImage()!).metadata()).toMatchObject({
      format: 'webp',
      width: 32,
      height: 32,
    })
  })

  test('the same model gives the same bytes', async () => {
    const first = await readFile(join(folder, 'model.glb'))
    await writeModel(join(folder, 'again.glb'), mesh)
    expect((await readFile(join(folder, 'again.glb'))).equals(first)).toBe(true)
  })
})

test('the up direction of the cameras becomes up, sizes and handedness are preserved, and the centre is the origin', () => {
  const part = fc.double({ min: -1, max: 1, noNaN: true })
  const quaternion = fc.tuple(part, part, part, part).filter((q) => Math.hypot(...q) > 0.1)
  fc.assert(
    fc.property(quaternion, (turn) => {
      const rotation = rotationOf(turn)
      const pose = { rotation, translation: [1, 2, 3] as const }
      const toModel = orientModel([pose], pointsOnly)
      // The camera's up, opposite to its y axis, is (0, 1, 0) in the model.
      const up = transform(toModel.rotation, [-rotation[3], -rotation[4], -rotation[5]])
      up.forEach((value, axis) => {
        expect(value).toBeCloseTo(axis === 1 ? 1 : 0, 6)
      })
      const moved = movePositions(mesh.positions, toModel)
      const [a, b, c] = [0, 3, 9].map((at) => moved.subarray(at, at + 3)) as [
        Float32Array,
        Float32Array,
        Float32Array,
      ]
      const [u, v] = [b.map((value, axis) => value - a[axis]!), c.map((value, axis) => value - a[axis]!)]
      expect(Math.hypot(...u)).toBeCloseTo(1, 5)
      expect(Math.hypot(...v)).toBeCloseTo(1, 5)
      const normal = transform(toModel.rotation, [0, 0, 1])
      expect(u[1]! * v[2]! - u[2]! * v[1]!).toBeCloseTo(normal[0], 5)
      expect(u[2]! * v[0]! - u[0]! * v[2]!).toBeCloseTo(normal[1], 5)
      for (let axis = 0; axis < 3; axis++)
        expect(moved.filter((_, at) => at % 3 === axis).reduce((sum, value) => sum + value, 0)).toBeCloseTo(
          0,
          4,
        )
    }),
  )
})

describe('the side that was filmed faces +Z, where viewers start', () => {
  /** Cameras that look at the middle of the world from these bearings, upright and somewhat from above. */
  const from = (bearings: readonly number[]): Pose[] =>
    bearings.map((degrees) => {
      const turn = (degrees * Math.PI) / 180
      const back = normalize([Math.sin(turn), 0.3, Math.cos(turn)])
      const right = normalize(cross([0, 1, 0], back))
      const down = cross(right, back)
      return { rotation: [...right, ...down, -back[0], -back[1], -back[2]], translation: [0, 0, 5] }
    })
  /** Where the bearing lies in the model, in degrees from +Z. */
  const bearingInModel = (poses: readonly Pose[], degrees: number): number => {
    const turn = (degrees * Math.PI) / 180
    const { rotation } = orientModel(poses, pointsOnly)
    const [x, , z] = transform(rotation, [Math.sin(turn), 0, Math.cos(turn)])
    return (Math.atan2(x, z) * 180) / Math.PI
  }

  test('after a walk past one side, its middle', () => {
    expect(bearingInModel(from([100, 120, 140, 160]), 130)).toBeCloseTo(0, 1)
  })

  test('after a walk all around, where it began', () => {
    expect(bearingInModel(from([70, 160, 250, 340]), 70)).toBeCloseTo(0, 1)
  })
})
