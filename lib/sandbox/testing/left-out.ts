import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../adapters/media/find-program.ts'
import { hostFeatures } from './host-guards.ts'

/** A test file that cannot run on this machine, and the programs and host features it lacks. */
export type LeftOut = { file: string; lacks: string[] }

const root = join(import.meta.dirname, '../../..')

/**
 * A test that needs a program which npm does not bring, or a feature of the host (see `hostFeatures`), says so in a line of its
 * own: `// needs: ffmpeg pid-namespaces`. Where one of them is missing the file is not run, and `npm test` reports it as NOT RUN.
 * A test never returns early instead: that would count as passed.
 */
export function findLeftOut(folder = root, isMissing = isMissingHere): LeftOut[] {
  return globSync(['{lib,bench}/**/*.{integration,long}.test.ts', 'e2e/**/*.spec.ts'], {
    cwd: folder,
  })
    .sort()
    .map((file) => ({ file, lacks: needsOf(readFileSync(join(folder, file), 'utf8')).filter(isMissing) }))
    .filter(({ lacks }) => lacks.length > 0)
}

function needsOf(source: string): string[] {
  return /^\/\/ needs: (.+)$/m.exec(source)?.[1]?.trim().split(/\s+/) ?? []
}

const probed = new Map<string, boolean>()

function isMissingHere(need: string): boolean {
  const feature = hostFeatures[need]
  if (!feature) return findProgram(need) === undefined
  const works = probed.get(need) ?? feature()
  probed.set(need, works)
  return !works
}
