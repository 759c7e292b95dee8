// @module-tag thorough

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Document, NodeIO } from '@gltf-transform/core'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { smallGlb } from '../../testing/small-glb.ts'
import { openModel } from './model-view.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-view-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a camera sees a model at its position', { timeout: 120_000 }, async () => {
  const path = join(folder, 'triangle.glb')
  await writeTriangle(path)
  const view = await openModel(path)
  try {
    // The camera stands 2 above the origin and looks down; the triangle covers the quarter of right and far.
    const toWorld = [
      [1, 0, 0, 0],
      [0, 0, 1, 2],
      [0, -1, 0, 0],
      [0, 0, 0, 1],
    ]
    const picture = await view.lookFrom({ width: 200, height: 100, verticalDegrees: 60, toWorld })
    const { data } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
    const alpha = (x: number, y: number) => data[4 * (200 * y + x) + 3]
    expect(alpha(120, 30)).toBe(255)
    for (const [x, y] of [
      [80, 30],
      [80, 70],
      [120, 70],
    ] as const)
      expect(alpha(x, y)).toBe(0)
    expect(view.refused).toEqual([])
  } finally {
    await view.close()
  }
})

test('a picture that a model names elsewhere is refused', { timeout: 120_000 }, async () => {
  const elsewhere = 'https://pictures.example/wall.png'
  const path = join(folder, 'model.glb')
  writeFileSync(
    path,
    smallGlb({
      asset: { version: '2.0' },
      images: [{ uri: elsewhere }],
      textures: [{ source: 0 }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      accessors: [{ componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [0, 0, 0] }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
      nodes: [{ mesh: 0 }],
      scenes: [{ nodes: [0] }],
      scene: 0,
    }),
  )
  const view = await openModel(path)
  try {
    const toWorld = [0, 1, 2, 3].map((row) => [0, 1, 2, 3].map((column) => Number(row === column)))
    await view.lookFrom({ width: 8, height: 8, verticalDegrees: 60, toWorld })
    expect(view.refused).toEqual([elsewhere])
  } finally {
    await view.close()
  }
})

/** From the origin to the right (+x) and away (-z), seen from above. */
async function writeTriangle(path: string): Promise<void> {
  const document = new Document()
  const buffer = document.createBuffer()
  const corners = new Float32Array([0, 0, 0, 4, 0, 0, 0, 0, -4])
  const positions = document.createAccessor().setType('VEC3').setArray(corners).setBuffer(buffer)
  const primitive = document.createPrimitive().setAttribute('POSITION', positions)
  const mesh = document.createMesh().addPrimitive(primitive)
  document.createScene().addChild(document.createNode().setMesh(mesh))
  await new NodeIO().write(path, document)
}
