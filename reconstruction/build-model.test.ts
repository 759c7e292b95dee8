import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeIO } from '@gltf-transform/core'
import { KHRMaterialsUnlit } from '@gltf-transform/extensions'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildModel } from './build-model.ts'
import { Checkpoints } from './checkpoints/checkpoints.ts'
import { InvalidModel } from './colmap/text-model.ts'
import { defaultSettings } from './model-settings.ts'
import type { Progress } from './progress.ts'

// Seven cameras side by side, upright, look at a wall of random squares, 4 away.
const [width, height, focal, distance, step, views] = [192, 144, 160, 4, 0.12, 7]
const settings = {
  ...defaultSettings,
  depthSize: 192,
  planes: 32,
  maxTriangles: 2000,
  maxTextureSize: 512,
  previewTextureSize: 256,
}

describe('a model of a wall', () => {
  let folder = ''
  const checkpointsIn = async (name: string, onProgress: (progress: Progress) => void = () => {}) => {
    await mkdir(join(folder, name), { recursive: true })
    return new Checkpoints({ folder: join(folder, name), basis: 'wall', onProgress })
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wall-'))
    await writeWall(join(folder, 'dense'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('is flat, upright, in its colours, and the same on one thread and on three', async () => {
    const stages: string[] = []
    const [one, three] = await Promise.all(
      [1, 3].map(async (threads) =>
        buildModel({
          dense: join(folder, 'dense'),
          checkpoints: await checkpointsIn(String(threads)),
          settings,
          threads,
          onProgress: ({ stage, fraction }) => {
            expect(fraction >= 0 && fraction <= 1).toBe(true)
            if (stages.at(-1) !== stage && threads === 1) stages.push(stage)
          },
        }),
      ),
    )
    expect(stages).toEqual(['depth', 'mesh', 'texture'])
    for (const file of ['glb', 'preview'] as const)
      expect((await readFile(one![file])).equals(await readFile(three![file]))).toBe(true)

    const io = new NodeIO().registerExtensions([KHRMaterialsUnlit])
    const root = (await io.readBinary(await readFile(one!.glb))).getRoot()
    const [primitive] = root.listMeshes()[0]!.listPrimitives()
    const triangles = primitive!.getIndices()!.getCount() / 3
    expect(triangles).toBe(one!.triangles)
    expect(triangles).toBeGreaterThan(10)
    expect(triangles).toBeLessThanOrEqual(settings.maxTriangles)

    // In the model's frame the wall is upright and perpendicular to z, and its front faces the cameras, towards +z.
    const positions = primitive!.getAttribute('POSITION')!.getArray()!
    const along = [0, 1, 2].map((axis) => positions.filter((_, at) => at % 3 === axis))
    const [wide, high, deep] = along.map((values) => Math.max(...values) - Math.min(...values))
    expect(wide).toBeGreaterThan(3)
    expect(high).toBeGreaterThan(2.5)
    expect(deep).toBeLessThan(0.1)
    expect(one!.toModel.rotation[8]).toBeLessThan(-0.99)

    // Every vertex has the colour of the wall at its position.
    const texture = await sharp(root.listTextures()[0]!.getImage()!).raw().toBuffer()
    const uvs = primitive!.getAttribute('TEXCOORD_0')!.getArray()!
    const [shiftX, shiftY] = one!.toModel.translation
    let alike = 0
    for (let k = 0; k < uvs.length / 2; k++) {
      const column = Math.min(one!.textureSize - 1, Math.floor(uvs[2 * k]! * one!.textureSize))
      const row = Math.min(one!.textureSize - 1, Math.floor(uvs[2 * k + 1]! * one!.textureSize))
      const shown = texture[3 * (row * one!.textureSize + column)]!
      const painted = wallGrey(positions[3 * k]! - shiftX, -(positions[3 * k + 1]! - shiftY))
      if (Math.abs(shown - painted) < 50) alike++
    }
    expect(alike / (uvs.length / 2)).toBeGreaterThan(0.8)
  })

  test('is the same when the run is interrupted after a stage, and no finished stage is repeated', async () => {
    const build = async (name: string, resumed: string[]) =>
      buildModel({
        dense: join(folder, 'dense'),
        checkpoints: await checkpointsIn(name, (line) => {
          if (line.resumed) resumed.push(line.stage)
        }),
        settings,
        threads: 2,
        onProgress: () => {},
      })
    const whole = await build('whole', [])
    for (const [last, finished] of [
      ['depth', []],
      ['mesh', ['depth']],
      ['texture', ['depth', 'mesh']],
      [undefined, ['depth', 'mesh', 'texture']],
    ] as const) {
      const name = `up-to-${last}`
      await cp(join(folder, 'whole'), join(folder, name), { recursive: true })
      const stages = ['depth', 'mesh', 'texture']
      if (last)
        for (const stage of stages.slice(stages.indexOf(last)))
          await rm(join(folder, name, stage), { recursive: true })
      const resumed: string[] = []
      const built = await build(name, resumed)
      expect(resumed).toEqual(finished)
      expect({ ...built, glb: '', preview: '' }).toEqual({ ...whole, glb: '', preview: '' })
      for (const file of ['glb', 'preview'] as const)
        expect((await readFile(built[file])).equals(await readFile(whole[file]))).toBe(true)
    }
  })

  test('cannot be made of pictures that do not overlap', async () => {
    const dense = join(folder, 'grey')
    await writeWall(dense, () => 128)
    const building = buildModel({
      dense,
      checkpoints: await checkpointsIn('none'),
      settings,
      threads: 1,
      onProgress: () => {},
    })
    await expect(building).rejects.toMatchObject({ reason: { code: 'no_surface' } })
  })

  test('cannot be made when a picture is missing', async () => {
    const dense = join(folder, 'incomplete')
    await writeWall(dense)
    await rm(join(dense, 'images/3.png'))
    const building = buildModel({
      dense,
      checkpoints: await checkpointsIn('without-a-picture'),
      settings,
      threads: 1,
      onProgress: () => {},
    })
    await expect(building).rejects.toThrow(new InvalidModel('images/3.png cannot be read'))
  })
})

/** Squares of 0.15 in random greys; x to the right, y down. */
function wallGrey(x: number, y: number): number {
  let hash = Math.imul(Math.floor(x / 0.15), 73856093) ^ Math.imul(Math.floor(y / 0.15), 19349663)
  hash = Math.imul(hash ^ (hash >>> 13), 0x5bd1e995)
  return 40 + (((hash ^ (hash >>> 15)) >>> 0) % 170)
}

async function writeWall(folder: string, paint: (x: number, y: number) => number = wallGrey): Promise<void> {
  await mkdir(join(folder, 'images'), { recursive: true })
  await mkdir(join(folder, 'sparse'))
  const points = Array.from({ length: 80 }, (_, k) => [(k % 10) * 0.4 - 1.6, Math.floor(k / 10) * 0.4 - 1.4])
  const images: string[] = []
  for (let view = 0; view < views; view++) {
    const left = (view - (views - 1) / 2) * step
    const texels = new Uint8Array(width * height)
    for (let at = 0; at < texels.length; at++) {
      const x = (((at % width) + 0.5 - width / 2) / focal) * distance + left
      const y = ((Math.floor(at / width) + 0.5 - height / 2) / focal) * distance
      texels[at] = paint(x, y)
    }
    await sharp(texels, { raw: { width, height, channels: 1 } })
      .toColourspace('srgb')
      .png()
      .toFile(join(folder, 'images', `${view}.png`))
    images.push(
      `${view + 1} 1 0 0 0 ${-left} 0 0 1 ${view}.png`,
      points.map((_, id) => `1 1 ${id}`).join(' '),
    )
  }
  const track = images.filter((_, k) => k % 2 === 0).map((_, k) => `${k + 1} 0`)
  const sparse = {
    cameras: `1 PINHOLE ${width} ${height} ${focal} ${focal} ${width / 2} ${height / 2}\n`,
    images: `${images.join('\n')}\n`,
    points3D: points
      .map(([x, y], id) => `${id} ${x} ${y} ${distance} 9 9 9 0.5 ${track.join(' ')}\n`)
      .join(''),
  }
  for (const [name, text] of Object.entries(sparse))
    await writeFile(join(folder, 'sparse', `${name}.txt`), text)
}
