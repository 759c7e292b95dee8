import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readComparedPictures } from '../colmap/compared-pictures.ts'
import { lookForPrograms } from '../find-programs.ts'
import { frameCount } from '../frames/choose-frames.ts'
import { filmSeconds } from '../frames/take-frames.ts'
import { runProgram } from '../run-program.ts'
import { standardCameras } from '../settings.ts'
import { chooseNearPairs } from './choose-near-pairs.ts'
import { chooseStretches } from './choose-stretches.ts'
import { type ForecastFigures, figuresOf } from './figures-of.ts'
import { takeStretches } from './take-stretches.ts'

const limits = { cpuSeconds: 120, memoryBytes: 2 * 2 ** 30, fileBytes: 2 ** 28 }
const { features } = standardCameras
const maxPoints = 2_048
/** Half of COLMAP's own limit, because the pictures are half as large as those of a model. In pixels. */
const maxError = 2

/**
 * Compares a few pictures of a film in seconds, to forecast whether a model can be made.
 *
 * @throws FilmRefused when the film cannot be read
 * @throws ProgramMissing when ffmpeg or colmap is not installed
 * @throws ProgramFailed when one of them fails or `signal` aborts it
 */
export async function measureFilm(request: {
  video: string
  /** Empty, for intermediate files. */
  folder: string
  threads: number
  signal: AbortSignal
}): Promise<ForecastFigures> {
  const { folder, threads, signal } = request
  lookForPrograms()
  const seconds = await filmSeconds(request)
  const stretches = await takeStretches({ ...request, stretches: chooseStretches(seconds) })
  const pairs = chooseNearPairs(stretches)
  const expected = frameCount(seconds)
  if (pairs.length === 0) return figuresOf(stretches, { points: new Map(), pairs: [] }, expected)
  const colmap = (args: string[]) => runProgram({ program: 'colmap', args, folder, limits, signal })
  await colmap([
    'feature_extractor',
    ...['--database_path', 'colmap.db', '--image_path', 'images'],
    ...['--ImageReader.single_camera', '1', '--ImageReader.camera_model', features.camera],
    ...['--ImageReader.default_focal_length_factor', String(features.focalGuess)],
    ...['--SiftExtraction.use_gpu', '0', '--SiftExtraction.num_threads', String(threads)],
    ...['--SiftExtraction.max_num_features', String(maxPoints)],
    ...['--SiftExtraction.first_octave', String(features.firstOctave)],
  ])
  await writeFile(join(folder, 'pairs.txt'), pairs.map((names) => `${names.join(' ')}\n`).join(''))
  await colmap([
    'matches_importer',
    ...['--database_path', 'colmap.db', '--match_list_path', 'pairs.txt', '--match_type', 'pairs'],
    ...['--SiftMatching.use_gpu', '0', '--SiftMatching.num_threads', String(threads)],
    ...['--SiftMatching.max_error', String(maxError)],
  ])
  return figuresOf(stretches, readComparedPictures(join(folder, 'colmap.db')), expected)
}
