import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../adapters/media/find-program.ts'

/** A test file that cannot run on this machine, and the programs it lacks. */
export type LeftOut = { file: string; lacks: string[] }

const root = join(import.meta.dirname, '../../..')

/**
 * Tests that need programs npm does not bring say so in a line of their own, `// needs: ffmpeg colmap`. Where one of them is not on
 * PATH the file is not run, and `npm test` says so at its end.
 */
export function findLeftOut(folder = root): LeftOut[] {
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

function isMissing(tool: string): boolean {
  return findProgram(tool) === undefined
}
