import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '#lib/adapters/media/find-program'
import { hostFeatures } from './host-guards.ts'

/** A test file that cannot run on this machine, and the programs and host features it lacks. */
export type LeftOut = { file: string; lacks: string[] }

const root = join(import.meta.dirname, '..')
const testFiles = ['*/**/*.{integration,long}.test.ts', 'e2e/**/*.spec.ts']

/**
 * A test file that needs a program which npm does not install, or a feature of the host (see `hostFeatures`), names it in a line of
 * its own: `// needs: ffmpeg pid-namespaces`. If one is missing the file is skipped, and `npm test` reports it as NOT RUN. A test
 * must not return early instead, since it would count as passed.
 */
export function findLeftOut(folder = root, isMissing = isMissingHere): LeftOut[] {
  return globSync(testFiles, { cwd: folder, exclude: ['node_modules'] })
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
