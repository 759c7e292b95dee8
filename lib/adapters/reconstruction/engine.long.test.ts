// needs: ffmpeg ffprobe colmap

import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeIO } from '@gltf-transform/core'
import { KHRMaterialsUnlit } from '@gltf-transform/extensions'
import { validateBytes } from 'gltf-validator'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { explainNotReconstructable, reconstructionStages } from '#lib/domain/reconstruction'
import { samplePath } from '#lib/sandbox/testing/media-fixtures'
import { encodeFilm, lineage, metadataOf, requestModel } from '#lib/sandbox/testing/model-requests'
import { readZip } from '#lib/sandbox/testing/read-zip'
import { filmCameras } from '../../../bench/reconstruction/film-cameras.ts'
import { type Likeness, measureLikeness } from '../../../bench/reconstruction/likeness.ts'
import { type Camera, openModel } from '../../../bench/reconstruction/model-view.ts'
import { findCameras } from './engine/cameras.ts'
import { takeFrames } from './engine/take-frames.ts'
import { cameraCentre, dot, normalize, subtract, type Vector } from './engine/workspace/geometry.ts'
import type { Manifest } from './pack-model.ts'
import { reconstruct } from './reconstruct.ts'

const slow = 240_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-engine-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a film of eight seconds around a place becomes a model that any viewer opens, upright, that looks like the film, with all it was made from', {
  timeout: slow,
}, async () => {
  const stages: string[] = []
  const made = await reconstruct(
    requestModel(folder, samplePath('video/synth/synth_arc_480p_8s.mp4'), {
      onProgress: ({ stage }) => {
        if (stages.at(-1) !== stage) stages.push(stage)
      },
    }),
  )
  if (made.kind !== 'ready') throw new Error(made.reason)
  expect(stages).toEqual(reconstructionStages)
  expect(readdirSync(join(folder, 'work'))).toEqual([])

  const glb = readFileSync(made.glb)
  const { issues, info } = await validateBytes(new Uint8Array(glb))
  expect(issues).toMatchObject({ numErrors: 0, numWarnings: 0 })
  expect(info.totalTriangleCount).toBeLessThanOrEqual(150_000)
  expect(info.totalTriangleCount).toBeGreaterThan(20_000)
  expect(readFileSync(made.preview).length).toBeLessThan(glb.length)

  const files = await readZip(made.zip)
  const manifestBytes = files.get('manifest.json')!
  const manifest = JSON.parse(manifestBytes.toString()) as Manifest
  expect(sha256(manifestBytes)).toBe(made.manifestSha256)
  expect(manifest).toMatchObject({
    capture: { sha256: lineage.captureSha256 },
    submission_id: lineage.submissionId,
    bounty_id: lineage.bountyId,
    engine: {
      name: 'cairn',
      tools: { colmap: expect.stringMatching(/^\d/), ffmpeg: expect.stringMatching(/^\d/) },
      figures: { frames: 24, triangles: info.totalTriangleCount, relaxed: false },
    },
  })
  const { registered } = manifest.engine.figures as { registered: number }
  expect(registered).toBeGreaterThanOrEqual(23)
  files.delete('manifest.json')
  expect(manifest.files).toEqual(
    [...files].map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: sha256(bytes) })),
  )
  expect(files.get('model.glb')!.equals(glb)).toBe(true)

  const frames = [...files.keys()].filter((path) => path.startsWith('frames/'))
  expect(frames).toHaveLength(registered)
  for (const frame of frames) expect(metadataOf(files.get(frame)!)).toEqual([])

  const transforms = JSON.parse(files.get('transforms.json')!.toString()) as Transforms
  expect(transforms.frames.map(({ file_path }) => file_path)).toEqual(frames)
  // The ground lies below the cameras, and they are held upright: glTF's y is up.
  const positions = await positionsOf(made.glb)
  const count = positions.length / 3
  const heights = Float32Array.from({ length: count }, (_, index) => positions[3 * index + 1]!).sort()
  const ground = heights[Math.floor(count / 2)]!
  for (const { transform_matrix: m } of transforms.frames) {
    expect(m[1]![3]).toBeGreaterThan(ground)
    expect(m[1]![1]).toBeGreaterThan(0.9)
  }
  expect(looksAtModel(transforms, positions)).toBeGreaterThan(0.7)
  // The least alike of the 24 cameras comes to .95; another camera's frame to at most .57, this one turned over to .23.
  const { frame, camera } = filmCameras(files.get('transforms.json')!.toString())[12]!
  for (const path of [made.glb, made.preview]) {
    const { covered, correlation } = await likeness(path, camera, files.get(frame)!)
    expect(covered).toBeGreaterThan(0.25)
    expect(correlation).toBeGreaterThan(0.8)
  }
  const points = files.get('points.ply')!.toString('latin1')
  expect(points).toMatch(/^ply\nformat binary_little_endian 1\.0\nelement vertex \d{3,}\n/)
})

test('a walk straight ahead down a real street finds its cameras by the second start', {
  timeout: slow,
}, async () => {
  const video = await encodeFilm(folder, ['-framerate', '2.5', '-i', join(samplePath('walk'), '%02d.jpg')])
  const common = { folder, threads: 2, signal: new AbortController().signal }
  const frames = await takeFrames({ ...common, video })
  expect(frames).toHaveLength(29)
  const { model, figures, relaxed } = await findCameras({ ...common, frames, onProgress: () => {} })
  expect(relaxed).toBe(true)
  expect(figures.registered).toBeGreaterThanOrEqual(20)
  expect(readdirSync(join(folder, 'dense/images')).length).toBe(figures.registered)
  // They went ahead: the way from the first to the last leads where the cameras look.
  const centres = model.images.map(({ pose }) => cameraCentre(pose))
  const way = normalize(subtract(centres.at(-1)!, centres[0]!))
  const ahead = model.images.map(({ pose: { rotation: r } }) => dot(way, [r[6], r[7], r[8]]))
  expect(ahead.toSorted((one, other) => one - other)[ahead.length >> 1]).toBeGreaterThan(0.8)
})

test('a film of turning on the spot is refused before the costly part, and says so', {
  timeout: slow,
}, async () => {
  // Half as large, which is a turn on the spot all the same and sooner looked at.
  const video = await encodeFilm(folder, [
    '-i',
    samplePath('video/qc/pan_only_no_parallax.mp4'),
    '-vf',
    'scale=640:-2',
  ])
  const stages = new Set<string>()
  const refused = await reconstruct(
    requestModel(folder, video, {
      onProgress: ({ stage }) => stages.add(stage),
    }),
  )
  expect(refused).toEqual({ kind: 'impossible', reason: explainNotReconstructable({ code: 'no_parallax' }) })
  expect([...stages]).toEqual(['frames', 'features', 'matching'])
})

/** How like the film a model looks from one of its cameras, drawn by a browser that reaches nothing else. */
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

/** The share of vertices that lie in front of the first camera: the cameras are in the model's space. */
function looksAtModel({ frames }: Transforms, positions: ArrayLike<number>): number {
  const m = frames[0]!.transform_matrix
  const back: Vector = [m[0]![2]!, m[1]![2]!, m[2]![2]!]
  const centre: Vector = [m[0]![3]!, m[1]![3]!, m[2]![3]!]
  let before = 0
  for (let at = 0; at < positions.length; at += 3) {
    const point: Vector = [positions[at]!, positions[at + 1]!, positions[at + 2]!]
    if (dot(subtract(point, centre), back) < 0) before += 1
  }
  return before / (positions.length / 3)
}
