import { copyFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPairConfigs } from '../colmap/pair-configs.ts'
import { choosePairs } from './choose-pairs.ts'
import { checkPairs } from './gates.ts'
import { type CameraRequest, database, runColmap } from './run-colmap.ts'

/** COLMAP reports no progress while it matches a list of pairs, so it is run several times. */
const runs = 16
const pairList = 'pairs.txt'

/**
 * Matches the feature points of each frame with those of other frames, and writes points and matches to a database.
 *
 * @param request.features absolute path of the database with the points
 * @throws FilmRefused when no depth can be measured
 */
export async function matchFeatures(request: CameraRequest & { features: string }): Promise<void> {
  const { folder, frames, threads, settings, onProgress } = request
  await copyFile(request.features, join(folder, database))
  const pairs = choosePairs(frames.length, settings.matching)
  const runLength = Math.ceil(pairs.length / runs)
  for (let from = 0; from < pairs.length; from += runLength) {
    onProgress(from / pairs.length)
    const lines = pairs
      .slice(from, from + runLength)
      .map(([one, other]) => `${frames[one]!.name} ${frames[other]!.name}\n`)
    await writeFile(join(folder, pairList), lines.join(''))
    await runColmap(request, [
      'matches_importer',
      ...['--database_path', database, '--match_list_path', pairList, '--match_type', 'pairs'],
      ...['--SiftMatching.use_gpu', '0', '--SiftMatching.num_threads', String(threads)],
      ...['--SiftMatching.guided_matching', settings.matching.guided ? '1' : '0'],
    ])
  }
  await rm(join(folder, pairList), { force: true })
  checkPairs(readPairConfigs(join(folder, database)), settings.gates)
}
