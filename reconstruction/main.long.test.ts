// needs: ffmpeg ffprobe colmap

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeIO } from '@gltf-transform/core'
import { KHRMaterialsUnlit } from '@gltf-transform/extensions'
import { validateBytes } from 'gltf-validator'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { samplePath } from '../testing/media-fixtures.ts'
import { filmCameras } from './bench/film-cameras.ts'
import { type Likeness, measureLikeness } from './bench/likeness.ts'
import { type Camera, openModel } from './bench/model-view.ts'
import { findCameras } from './cameras/find-cameras.ts'
import { findFeatures } from './cameras/find-features.ts'
import { matchFeatures } from './cameras/match-features.ts'
import { readSparseModel } from './colmap/sparse-model.ts'
import { readWorkspace } from './colmap/workspace.ts'
import { chooseMatching } from './depth/choose-matching.ts'
import { computeDepthMaps } from './depth/compute-depth-maps.ts'
import { loadPictures } from './depth/load-pictures.ts'
import { FilmRefused } from './film-refused.ts'
import { takeFrames } from './frames/take-frames.ts'
import { cameraCentre, dot, normalize, subtract, type Vector } from './geometry.ts'
import { defaultSettings } from './model-settings.ts'
import { stages } from './progress.ts'
import { standardCameras } from './settings.ts'
import { encodeFilm, metadataOf } from './testing/films.ts'
import { runMain } from './testing/run-main.ts'

const slow = 900_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-reconstruction-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const runOn = async (video: string) => {
  const folders = ['--work', join(folder, 'work'), '--out', join(folder, 'out')]
  const ended = await runMain(['--video', video, ...folders])
  const seen = new Set(ended.lines.flatMap(({ stage }) => stage ?? []))
  return { ...ended, stages: [...seen] }
}
const read = (name: string) => readFileSync(join(folder, 'out', name))

test('a film of eight seconds around a place becomes a valid model, upright, that looks like the film', {
  tags: 'thorough',
  timeout: slow,
}, async () => {
  const ended = await runOn(samplePath('video/synth/synth_arc_480p_8s.mp4'))
  expect(ended).toMatchObject({ exitCode: 0, stages, stderr: '' })
  expect(readdirSync(join(folder, 'work')).sort()).toEqual(stages.slice(0, -1).sort())
  expect(readdirSync(join(folder, 'out')).sort()).toEqual([
    'engine.json',
    'model.glb',
    'package',
    'preview.glb',
  ])

  const glb = read('model.glb')
  const { issues, info } = await validateBytes(new Uint8Array(glb))
  expect(issues).toMatchObject({ numErrors: 0, numWarnings: 0 })
  expect(info.totalTriangleCount).toBeLessThanOrEqual(150_000)
  expect(info.totalTriangleCount).toBeGreaterThan(20_000)
  expect(read('preview.glb').length).toBeLessThan(glb.length)

  const { figures } = JSON.parse(read('engine.json').toString()) as { figures: Record<string, unknown> }
  expect(figures).toMatchObject({ frames: 24, triangles: info.totalTriangleCount, relaxed: false })
  expect(figures.registered).toBeGreaterThanOrEqual(23)
  const frames = readdirSync(join(folder, 'out/package/frames')).map((name) => `frames/${name}`)
  expect(frames).toHaveLength(figures.registered as number)
  for (const frame of frames) expect(metadataOf(read(`package/${frame}`))).toEqual([])

  const transforms = JSON.parse(read('package/transforms.json').toString()) as Transforms
  expect(transforms.frames.map(({ file_path }) => file_path)).toEqual(frames)
  // The ground is below the cameras, and they are held upright: glTF's y is up.
  const positions = await positionsOf(join(folder, 'out/model.glb'))
  const count = positions.length / 3
  const heights = Float32Array.from({ length: count }, (_, index) => positions[3 * index + 1]!).sort()
  const ground = heights[Math.floor(count / 2)]!
  for (const { transform_matrix: m } of transforms.frames) {
    expect(m[1]![3]).toBeGreaterThan(ground)
    expect(m[1]![1]).toBeGreaterThan(0.9)
  }
  expect(shareInFront(transforms, positions)).toBeGreaterThan(0.7)
  // The worst of the 24 cameras has 0.95, the frame of another camera at most 0.57, this frame upside down 0.23.
  const { frame, camera } = filmCameras(read('package/transforms.json').toString())[12]!
  for (const name of ['model.glb', 'preview.glb']) {
    const { covered, correlation } = await likeness(
      join(folder, 'out', name),
      camera,
      read(`package/${frame}`),
    )
    expect(covered).toBeGreaterThan(0.25)
    expect(correlation).toBeGreaterThan(0.8)
  }
  const points = read('package/points.ply').toString('latin1')
  expect(points).toMatch(/^ply\nformat binary_little_endian 1\.0\nelement vertex \d{3,}\n/)
})

test('a walk straight ahead down a real street finds its cameras with the relaxed settings, and depths with slanted windows', {
  timeout: slow,
}, async () => {
  const video = encodeFilm(folder, ['-framerate', '2.5', '-i', join(samplePath('walk'), '%02d.jpg')])
  const common = {
    settings: standardCameras,
    threads: 2,
    signal: new AbortController().signal,
    onProgress: () => {},
  }
  const into = (name: string) => {
    mkdirSync(join(folder, name))
    return join(folder, name)
  }
  const taken = into('frames')
  const frames = await takeFrames({ ...common, video, folder: taken, settings: standardCameras.frames })
  expect(frames).toHaveLength(29)
  const given = { ...common, frames, images: join(taken, 'images') }
  await findFeatures({ ...given, folder: into('features') })
  await matchFeatures({ ...given, folder: into('matching'), features: join(folder, 'features/colmap.db') })
  const cameras = into('cameras')
  const matches = join(folder, 'matching/colmap.db')
  const { sparse, figures, relaxed } = await findCameras({ ...given, folder: cameras, matches })
  const model = await readSparseModel(join(cameras, sparse))
  expect(relaxed).toBe(true)
  expect(figures.registered).toBeGreaterThanOrEqual(20)
  expect(readdirSync(join(cameras, 'dense/images')).length).toBe(figures.registered)
  // The cameras moved forward, so they look in the direction from the first to the last.
  const centres = model.images.map(({ pose }) => cameraCentre(pose))
  const direction = normalize(subtract(centres.at(-1)!, centres[0]!))
  const ahead = model.images.map(({ pose: { rotation: r } }) => dot(direction, [r[6], r[7], r[8]]))
  expect(ahead.toSorted((one, other) => one - other)[ahead.length >> 1]).toBeGreaterThan(0.8)

  // Six small pictures, to save time. The sweep knows the depth of 0.4 % of the pixels of all pictures.
  const dense = join(cameras, 'dense')
  const all = await readWorkspace(dense)
  const workspace = { ...all, images: all.images.slice(6, 12) }
  const settings = { ...defaultSettings, depthSize: 320 }
  const pictures = await loadPictures(dense, workspace, settings.depthSize)
  const matching = chooseMatching(all)
  expect(matching).toBe('slanted')
  const maps = await computeDepthMaps({ ...common, workspace, matching, pictures, settings })
  const known = maps.reduce((sum, map) => sum + (map?.filter((depth) => depth > 0).length ?? 0), 0)
  expect(known / (maps.length * maps[0]!.length)).toBeGreaterThan(0.1)
})

test('a film of a camera that turns on the spot is refused before the expensive stages', {
  tags: 'thorough',
  timeout: slow,
}, async () => {
  // At half size, to save time.
  const pan = samplePath('video/qc/pan_only_no_parallax.mp4')
  const ended = await runOn(encodeFilm(folder, ['-i', pan, '-vf', 'scale=640:-2']))
  expect(ended).toMatchObject({ exitCode: 20, stages: ['frames', 'features', 'matching'] })
  expect(ended.lines.at(-1)).toEqual({ reason: new FilmRefused({ code: 'no_parallax' }).message })
})

/** How similar a model and a frame of the film look from the frame's camera. The browser that draws it reaches no network. */
async function likeness(glb: string, camera: Camera, photograph: Buffer): Promise<Likeness> {
  const view = await openModel(glb)
  try {
    const seen = await measureLikeness(await view.lookFrom(camera), photograph)
    expect(view.refused).toEqual([])
    return seen
  } finally {
    await view.close()
  }
}

type Transforms = { frames: { file_path: string; transform_matrix: number[][] }[] }

async function positionsOf(path: string): Promise<ArrayLike<number>> {
  const document = await new NodeIO().registerExtensions([KHRMaterialsUnlit]).read(path)
  const [primitive] = document.getRoot().listMeshes()[0]!.listPrimitives()
  return primitive!.getAttribute('POSITION')!.getArray()!
}

/** The share of vertices in front of the first camera: cameras and model share one coordinate system. */
function shareInFront({ frames }: Transforms, positions: ArrayLike<number>): number {
  const m = frames[0]!.transform_matrix
  const back: Vector = [m[0]![2]!, m[1]![2]!, m[2]![2]!]
  const centre: Vector = [m[0]![3]!, m[1]![3]!, m[2]![3]!]
  let inFront = 0
  for (let at = 0; at < positions.length; at += 3) {
    const point: Vector = [positions[at]!, positions[at + 1]!, positions[at + 2]!]
    if (dot(subtract(point, centre), back) < 0) inFront += 1
  }
  return inFront / (positions.length / 3)
}
