import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { samplePath } from '../../testing/media-fixtures.ts'
import { readGroundTruth } from './ground-truth.ts'
import { measureModel } from './measure-model.ts'
import { orbitTargets, printQuality, printStages, roomTargets } from './report.ts'
import { filmRoom } from './room/film.ts'
import { roomTruth } from './room/truth.ts'
import { runEngine } from './run-engine.ts'

const { values } = parseArgs({
  options: {
    /** The first eight seconds, small: the fixture of the tests. */
    arc: { type: 'boolean', default: false },
    /** A rendered room with plain walls. */
    room: { type: 'boolean', default: false },
    /** Folder to store the model in. */
    keep: { type: 'string' },
  },
})

const roomSize = { width: 1280, height: 720 }
const name = values.arc ? 'synth_arc_480p_8s.mp4' : 'synth_orbit_720p.mp4'
const synth = samplePath('video/synth')
if (!values.room && !existsSync(synth)) {
  process.stderr.write(`The films to measure on are not there: ${synth}\n`)
  process.exit(1)
}
const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-reconstruction-'))
try {
  const out = values.keep ? resolve(values.keep) : join(scratch, 'out')
  mkdirSync(out, { recursive: true })
  const video = values.room ? await filmRoom(scratch, roomSize) : join(synth, name)
  const [loadBefore] = loadavg()
  console.log(
    `${values.room ? 'the room' : name}, ${cpus().length} × ${cpus()[0]?.model}, load before ${loadBefore!.toFixed(1)}\n`,
  )
  const run = await runEngine({ video, work: join(scratch, 'work'), out })
  printStages(run)
  console.log(`\nLoad after: ${loadavg()[0]!.toFixed(1)}\n`)
  const truth = values.room ? roomTruth(roomSize) : readGroundTruth(synth)
  printQuality(await measureModel(out, truth), values.room ? roomTargets : orbitTargets)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
