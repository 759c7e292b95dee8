import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildModel } from './build-model.ts'
import { denseFolder, findCameras } from './cameras/find-cameras.ts'
import { findFeatures } from './cameras/find-features.ts'
import { matchFeatures } from './cameras/match-features.ts'
import { database } from './cameras/run-colmap.ts'
import { Checkpoints, hashFile } from './checkpoints/checkpoints.ts'
import { programVersion } from './checkpoints/program-version.ts'
import { readSparseModel } from './colmap/sparse-model.ts'
import { findPrograms } from './find-programs.ts'
import { takeFrames } from './frames/take-frames.ts'
import { modelSettings } from './model-settings.ts'
import { packageModel } from './package-model.ts'
import type { Progress, Stage } from './progress.ts'
import { cameraSettings, type Mode } from './settings.ts'

/**
 * Makes a 3D model of a film: writes model.glb, preview.glb, package/ and engine.json to `out`. Stages that an earlier run finished in
 * the same work folder, of the same film with the same settings, are not repeated.
 *
 * @param request.video,request.work,request.out absolute paths; the folders exist
 * @throws FilmRefused when no model can be made of the film
 * @throws ProgramMissing when ffmpeg or colmap is not installed
 * @throws ProgramFailed when one of them fails or `signal` aborts it
 */
export async function makeModel(request: {
  video: string
  /** For the finished stages, and intermediate files. */
  work: string
  out: string
  mode: Mode
  threads: number
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}): Promise<void> {
  const { video, work, out, mode, threads, signal, onProgress } = request
  const versions = await findPrograms()
  const basis = JSON.stringify([programVersion(), process.versions.node, versions, await hashFile(video)])
  const checkpoints = new Checkpoints({ folder: work, basis, onProgress })
  await checkpoints.removeUnfinished()
  const settings = cameraSettings[mode]
  const during = (stage: Stage) => ({
    settings,
    threads,
    signal,
    onProgress: (fraction: number) => onProgress({ stage, fraction }),
  })

  const taken = await checkpoints.run('frames', settings.frames, (folder) =>
    takeFrames({ ...during('frames'), video, folder, settings: settings.frames }),
  )
  const frames = taken.result
  const images = join(taken.folder, 'images')
  const features = await checkpoints.run('features', settings.features, (folder) =>
    findFeatures({ ...during('features'), folder, images, frames }),
  )
  const matching = await checkpoints.run('matching', [settings.matching, settings.gates], (folder) =>
    matchFeatures({
      ...during('matching'),
      folder,
      images,
      frames,
      features: join(features.folder, database),
    }),
  )
  const cameras = await checkpoints.run('cameras', settings, (folder) =>
    findCameras({ ...during('cameras'), folder, images, frames, matches: join(matching.folder, database) }),
  )
  const { figures, relaxed } = cameras.result
  const built = await buildModel({
    checkpoints,
    threads,
    onProgress,
    settings: modelSettings[mode],
    dense: join(cameras.folder, denseFolder),
  })

  // The result is in the finished stages, so packing only copies it.
  onProgress({ stage: 'packing', fraction: 0 })
  const model = await readSparseModel(join(cameras.folder, cameras.result.sparse))
  await mkdir(out, { recursive: true })
  await copyFile(built.glb, join(out, 'model.glb'))
  await copyFile(built.preview, join(out, 'preview.glb'))
  await packageModel({ images, out, frames, model, toModel: built.toModel })
  const engine = {
    name: 'cairn',
    tools: { ...versions, node: process.versions.node },
    settings: { mode, cameras: settings, model: built.settings, threads },
    figures: { ...figures, relaxed, points: model.points.size, triangles: built.triangles },
  }
  await writeFile(join(out, 'engine.json'), `${JSON.stringify(engine, null, 2)}\n`)
  onProgress({ stage: 'packing', fraction: 1 })
}
