import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildModel } from './build-model.ts'
import { findCameras } from './cameras/find-cameras.ts'
import { findPrograms } from './find-programs.ts'
import { takeFrames } from './frames/take-frames.ts'
import { packageModel } from './package-model.ts'
import type { Progress } from './progress.ts'
import { cameraSettings } from './settings.ts'

/**
 * Makes a 3D model of a film: writes model.glb, preview.glb, package/ and engine.json to `out`.
 *
 * @param request.video,request.folder,request.out absolute paths; the folders exist, and `folder` is empty
 * @throws FilmRefused when no model can be made of the film
 * @throws ProgramMissing when ffmpeg or colmap is not installed
 * @throws ProgramFailed when one of them fails or `signal` aborts it
 */
export async function makeModel(request: {
  video: string
  /** For intermediate files. */
  folder: string
  out: string
  threads: number
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}): Promise<void> {
  const { folder, out, threads, onProgress } = request
  const versions = await findPrograms()
  onProgress({ stage: 'frames', fraction: 0 })
  const frames = await takeFrames(request)
  const { model, figures, relaxed, dense } = await findCameras({ ...request, frames })
  const built = await buildModel({ dense, out, threads, onProgress })
  onProgress({ stage: 'packing', fraction: 0 })
  await packageModel({ folder, out, frames, model, toModel: built.toModel })
  const engine = {
    name: 'cairn',
    tools: { ...versions, node: process.versions.node },
    settings: { cameras: cameraSettings, model: built.settings, threads },
    figures: { ...figures, relaxed, points: model.points.size, triangles: built.triangles },
  }
  await writeFile(join(out, 'engine.json'), `${JSON.stringify(engine, null, 2)}\n`)
  onProgress({ stage: 'packing', fraction: 1 })
}
