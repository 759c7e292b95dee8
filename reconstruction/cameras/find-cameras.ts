import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPairConfigs } from '../colmap/pair-configs.ts'
import { readSparseModel, type SparseModel } from '../colmap/sparse-model.ts'
import { FilmRefused } from '../film-refused.ts'
import type { Frame } from '../frames/take-frames.ts'
import type { Progress, Stage } from '../progress.ts'
import { ProgramFailed, runProgram } from '../run-program.ts'
import { cameraSettings } from '../settings.ts'
import { figuresOf } from './camera-figures.ts'
import { choosePairs } from './choose-pairs.ts'
import { type CameraFigures, checkCameras, checkPairs } from './gates.ts'

type Request = {
  /** Holds `images/`. */
  folder: string
  frames: readonly Frame[]
  threads: number
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

export type FoundCameras = {
  model: SparseModel
  figures: CameraFigures
  /** True if the cameras were found only with the relaxed settings, for walks straight ahead. */
  relaxed: boolean
  /** Folder with the undistorted pictures and their cameras as text, the input of the dense stage. */
  dense: string
}

const limits = {
  wallSeconds: 540,
  cpuSeconds: 1_200,
  memoryBytes: 3 * 2 ** 30,
  fileBytes: 2 ** 30,
}
const { features, mapper, relaxedMapper } = cameraSettings
const matchingRuns = 8

/**
 * Finds the position of the camera for each picture of `images/`.
 *
 * @throws FilmRefused when no reliable cameras are found
 */
export async function findCameras(request: Request): Promise<FoundCameras> {
  const { frames } = request
  await findFeatures(request)
  await matchFeatures(request)
  checkPairs(readPairConfigs(join(request.folder, 'colmap.db')))

  const { model, relaxed } = await mapWell(request)
  const figures = figuresOf(model, frames.length)
  checkCameras(figures)
  const dense = await undistort(request, model.folder)
  request.onProgress({ stage: 'cameras', fraction: 1 })
  return { model, figures, relaxed, dense }
}

async function findFeatures(request: Request): Promise<void> {
  await colmap(request, 'features', /^Processed file \[(\d+)\//, [
    'feature_extractor',
    ...['--database_path', 'colmap.db', '--image_path', 'images'],
    ...['--ImageReader.single_camera', '1', '--ImageReader.camera_model', features.camera],
    ...['--ImageReader.default_focal_length_factor', String(features.focalGuess)],
    ...['--SiftExtraction.use_gpu', '0', '--SiftExtraction.num_threads', String(request.threads)],
    ...['--SiftExtraction.max_num_features', String(features.maxPerFrame)],
    ...['--SiftExtraction.first_octave', String(features.firstOctave)],
  ])
}

/** Runs COLMAP several times to report progress: it reports none while it matches a list of pairs. */
async function matchFeatures(request: Request): Promise<void> {
  const { folder, frames, threads, onProgress } = request
  const pairs = choosePairs(frames.length)
  const runLength = Math.ceil(pairs.length / matchingRuns)
  for (let from = 0; from < pairs.length; from += runLength) {
    onProgress({ stage: 'matching', fraction: from / pairs.length })
    const lines = pairs
      .slice(from, from + runLength)
      .map(([one, other]) => `${frames[one]!.name} ${frames[other]!.name}\n`)
    await writeFile(join(folder, 'pairs.txt'), lines.join(''))
    await colmap(request, 'matching', undefined, [
      'matches_importer',
      ...['--database_path', 'colmap.db', '--match_list_path', 'pairs.txt', '--match_type', 'pairs'],
      ...['--SiftMatching.use_gpu', '0', '--SiftMatching.num_threads', String(threads)],
    ])
  }
}

type FoundModel = SparseModel & { folder: string }

/**
 * COLMAP starts from two pictures taken far apart. A walk straight ahead has no such pair, so relaxed settings are tried
 * when the normal ones find too few cameras.
 */
async function mapWell(request: Request): Promise<{ model: FoundModel; relaxed: boolean }> {
  const usual = await map(request, 'sparse', [])
  if (usual && isEnough(usual, request.frames.length)) return { model: usual, relaxed: false }
  const relaxed = await map(request, 'sparse-relaxed', [
    ...['--Mapper.init_min_tri_angle', String(relaxedMapper.startAngleDegrees)],
    ...['--Mapper.init_max_forward_motion', String(relaxedMapper.startForwardMotion)],
    ...['--Mapper.init_min_num_inliers', String(relaxedMapper.startInliers)],
    ...['--Mapper.abs_pose_min_num_inliers', String(relaxedMapper.poseInliers)],
    ...['--Mapper.abs_pose_min_inlier_ratio', String(relaxedMapper.poseInlierShare)],
    ...['--Mapper.filter_min_tri_angle', String(relaxedMapper.pointAngleDegrees)],
    ...['--Mapper.tri_min_angle', String(relaxedMapper.pointAngleDegrees)],
    ...['--Mapper.tri_ignore_two_view_tracks', '0'],
  ])
  const [best] = [usual, relaxed].filter((model) => model !== undefined).sort(byImages)
  if (!best) throw new FilmRefused({ code: 'no_cameras' })
  return { model: best, relaxed: best === relaxed }
}

/** @returns the model with the most pictures; `undefined` when COLMAP finds none */
async function map(request: Request, name: string, more: string[]): Promise<FoundModel | undefined> {
  const { folder, threads } = request
  await mkdir(join(folder, name))
  try {
    await colmap(request, 'cameras', /^Registering image #\d+ \((\d+)\)/, [
      'mapper',
      ...['--database_path', 'colmap.db', '--image_path', 'images', '--output_path', name],
      ...['--Mapper.num_threads', String(threads), '--Mapper.max_num_models', String(mapper.maxModels)],
      ...['--Mapper.ba_global_images_ratio', String(mapper.adjustWhenGrownBy)],
      ...['--Mapper.ba_global_points_ratio', String(mapper.adjustWhenGrownBy)],
      ...['--Mapper.ba_global_max_num_iterations', String(mapper.adjustIterations)],
      ...more,
    ])
  } catch (error) {
    // The mapper exits with an error when it finds no pair of pictures to start from.
    if (!(error instanceof ProgramFailed && error.exitCode !== undefined)) throw error
  }
  const models: FoundModel[] = []
  for (const number of await readdir(join(folder, name))) {
    const path = `${name}/${number}`
    await toText(request, path)
    models.push({ ...(await readSparseModel(join(folder, path))), folder: path })
  }
  return models.sort(byImages)[0]
}

async function undistort(request: Request, model: string): Promise<string> {
  await colmap(request, 'cameras', undefined, [
    'image_undistorter',
    ...['--image_path', 'images', '--input_path', model, '--output_path', 'dense'],
    ...['--output_type', 'COLMAP', '--max_image_size', String(cameraSettings.frames.longSide)],
  ])
  await toText(request, 'dense/sparse')
  return join(request.folder, 'dense')
}

async function toText(request: Request, model: string): Promise<void> {
  const paths = ['--input_path', model, '--output_path', model]
  await colmap(request, 'cameras', undefined, ['model_converter', ...paths, '--output_type', 'TXT'])
}

/** @param counted matches a line of output that reports the number of finished pictures, as its first group */
async function colmap(
  request: Request,
  stage: Stage,
  counted: RegExp | undefined,
  args: string[],
): Promise<void> {
  const { folder, frames, signal, onProgress } = request
  const onLine = (line: string) => {
    const done = counted?.exec(line)?.[1]
    if (done) onProgress({ stage, fraction: Math.min(1, Number(done) / frames.length) })
  }
  if (counted) onProgress({ stage, fraction: 0 })
  await runProgram({ program: 'colmap', args, folder, limits, signal, onLine })
}

function isEnough(model: FoundModel, frames: number): boolean {
  return model.images.length >= cameraSettings.mapper.enoughShare * frames
}

function byImages(one: FoundModel, other: FoundModel): number {
  return other.images.length - one.images.length
}
