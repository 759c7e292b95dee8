import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readSparseModel, type SparseModel } from '../colmap/sparse-model.ts'
import { FilmRefused } from '../film-refused.ts'
import { ProgramFailed } from '../run-program.ts'
import { figuresOf } from './camera-figures.ts'
import { type CameraFigures, checkCameras } from './gates.ts'
import { type CameraRequest, database, runColmap } from './run-colmap.ts'

export type FoundCameras = {
  figures: CameraFigures
  /** True if the cameras were found only with the relaxed settings, for walks straight ahead. */
  relaxed: boolean
  /** Folder within that of the stage, with the cameras of the frames as they were taken. */
  sparse: string
}

/** Folder in that of the stage with the undistorted frames and their cameras as text: the input of the dense stages. */
export const denseFolder = 'dense'

/**
 * Finds the position of the camera for each frame.
 *
 * @param request.matches absolute path of the database with points and matches
 * @throws FilmRefused when no reliable cameras are found
 */
export async function findCameras(request: CameraRequest & { matches: string }): Promise<FoundCameras> {
  const { folder, frames, settings } = request
  // COLMAP changes a database that it only reads.
  await copyFile(request.matches, join(folder, database))
  const { model, relaxed } = await mapWell(request)
  const figures = figuresOf(model, frames.length)
  checkCameras(figures, settings.gates)
  await undistort(request, model.folder)
  for (const name of await readdir(folder))
    if (name.startsWith(database)) await rm(join(folder, name), { force: true })
  return { figures, relaxed, sparse: model.folder }
}

type FoundModel = SparseModel & { folder: string }

/**
 * COLMAP starts from two pictures taken far apart. A walk straight ahead has no such pair, so relaxed settings are tried
 * when the normal ones find too few cameras.
 */
async function mapWell(request: CameraRequest): Promise<{ model: FoundModel; relaxed: boolean }> {
  const { relaxedMapper, startsUsual, mapper } = request.settings
  const usual = startsUsual ? await map(request, 'sparse', []) : undefined
  if (usual && usual.images.length >= mapper.enoughShare * request.frames.length)
    return { model: usual, relaxed: false }
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
async function map(request: CameraRequest, name: string, more: string[]): Promise<FoundModel | undefined> {
  const { folder, images, threads } = request
  const { mapper } = request.settings
  await mkdir(join(folder, name))
  const args = [
    'mapper',
    ...['--database_path', database, '--image_path', images, '--output_path', name],
    ...['--Mapper.num_threads', String(threads), '--Mapper.max_num_models', String(mapper.maxModels)],
    ...['--Mapper.ba_global_images_ratio', String(mapper.adjustWhenGrownBy)],
    ...['--Mapper.ba_global_points_ratio', String(mapper.adjustWhenGrownBy)],
    ...['--Mapper.ba_global_max_num_iterations', String(mapper.adjustIterations)],
    ...more,
  ]
  try {
    await runColmap(request, args, /^Registering image #\d+ \((\d+)\)/)
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

async function undistort(request: CameraRequest, model: string): Promise<void> {
  await runColmap(request, [
    'image_undistorter',
    ...['--image_path', request.images, '--input_path', model, '--output_path', denseFolder],
    ...['--output_type', 'COLMAP', '--max_image_size', String(request.settings.frames.longSide)],
  ])
  await toText(request, `${denseFolder}/sparse`)
}

async function toText(request: CameraRequest, model: string): Promise<void> {
  const paths = ['--input_path', model, '--output_path', model]
  await runColmap(request, ['model_converter', ...paths, '--output_type', 'TXT'])
}

function byImages(one: FoundModel, other: FoundModel): number {
  return other.images.length - one.images.length
}
