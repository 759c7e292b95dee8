import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programFolders } from './run-program.ts'

const programs = ['ffmpeg', 'ffprobe', 'colmap'] as const
type Program = (typeof programs)[number]

/** The oldest FFmpeg that was tried. */
const ffmpegMinVersion = [5, 1] as const

/** A program that models are made with is missing, too old or broken. The message names it and says how to install it. */
export class ProgramMissing extends Error {
  override readonly name = 'ProgramMissing'
}

/**
 * Looks for the programs on PATH.
 *
 * @returns the version of each
 * @throws ProgramMissing
 */
export async function findPrograms(): Promise<Record<Program, string>> {
  const found = await Promise.all(programs.map(findProgram))
  const unusable = found.filter(({ problem }) => problem)
  if (unusable.length > 0) throw missing(unusable)
  return Object.fromEntries(found.map(({ program, version }) => [program, version])) as Record<
    Program,
    string
  >
}

/**
 * Looks only whether they are on PATH. Asking for versions can take longer than its timeout on a busy machine, at a low priority.
 *
 * @throws ProgramMissing
 */
export function lookForPrograms(): void {
  const folders = programFolders()
  const absent = programs.filter((program) => !folders.some((folder) => isExecutable(join(folder, program))))
  if (absent.length > 0) throw missing(absent.map((program) => ({ program, problem: 'missing' })))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function missing(unusable: readonly { program: Program; problem?: string }[]): ProgramMissing {
  const named = unusable.map(({ program, problem }) => `${program} (${problem})`).join(', ')
  const packages = [...new Set(unusable.map(({ program }) => program.replace('ffprobe', 'ffmpeg')))].join(' ')
  return new ProgramMissing(
    `3D models need ${named}: apt-get install --no-install-recommends ${packages}, or brew install ${packages}`,
  )
}

async function findProgram(
  program: Program,
): Promise<{ program: Program; version?: string; problem?: 'missing' | 'broken' | 'too old' }> {
  try {
    // Without a time limit: on a busy machine a program that starts slowly would count as broken.
    const { stdout } = await promisify(execFile)(program, [program === 'colmap' ? 'help' : '-version'])
    // `ffmpeg version 5.1.9-0+deb12u1 …`, `ffmpeg version n7.1 …`, `COLMAP 3.8 -- …`; nightly builds have no number.
    const version = /(?:version n?|COLMAP )(\d+(?:\.\d+)*)/.exec(stdout)?.[1]
    if (program !== 'colmap' && version && isTooOld(version)) return { program, problem: 'too old' }
    return { program, version: version ?? 'unknown' }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return { program, problem: isMissing ? 'missing' : 'broken' }
  }
}

function isTooOld(ffmpegVersion: string): boolean {
  const [major = 0, minor = 0] = ffmpegVersion.split('.').map(Number)
  const [minMajor, minMinor] = ffmpegMinVersion
  return major < minMajor || (major === minMajor && minor < minMinor)
}
