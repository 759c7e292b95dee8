import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '#lib/adapters/media/find-program'
import { runTool, ToolFailed } from '#lib/adapters/media/run-tool'

const mediaTools = ['ffmpeg', 'ffprobe', 'colmap'] as const
export type MediaTool = (typeof mediaTools)[number]

export type FoundTool =
  | { tool: MediaTool; state: 'found'; path: string; version: string }
  /** `broken`: printing its version fails. */
  | { tool: MediaTool; state: 'too old' | 'broken'; path: string; version: string | undefined }
  | { tool: MediaTool; state: 'missing' }

/** The oldest tested FFmpeg. Older versions lack filters that the quality check needs. */
const ffmpegMinVersion = [5, 1] as const
const versionLimits = { wallSeconds: 20, memoryBytes: 2_000_000_000 }
const askedByPath = new Map<string, Promise<FoundTool>>()

/** Finds the media programs on PATH and checks their versions. */
export function findTools(): Promise<FoundTool[]> {
  return Promise.all(mediaTools.map(findTool))
}

/** Looks up PATH on every call; the version of each path is cached. */
export function findTool(tool: MediaTool): Promise<FoundTool> {
  const path = findProgram(tool)
  if (!path) return Promise.resolve({ tool, state: 'missing' })
  const asked = askedByPath.get(path) ?? askVersion(tool, path)
  askedByPath.set(path, asked)
  return asked
}

async function askVersion(tool: MediaTool, path: string): Promise<FoundTool> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-version-'))
  try {
    const args = tool === 'colmap' ? ['help'] : ['-version']
    const { stdout } = await runTool({ tool: path, args, folder, limits: versionLimits })
    const version = versionIn(stdout.toString('utf8'))
    return { tool, path, version: version ?? 'unknown', state: isTooOld(tool, version) ? 'too old' : 'found' }
  } catch (error) {
    if (!(error instanceof ToolFailed)) throw error
    return { tool, path, version: undefined, state: 'broken' }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Reads the version from lines such as `ffmpeg version 5.1.9-0+deb12u1 …`, `ffmpeg version n7.1 …` and `COLMAP 3.8 -- …`. Nightly builds
 * have no number.
 */
function versionIn(text: string): string | undefined {
  return /(?:version n?|COLMAP )(\d+(?:\.\d+)*)/.exec(text)?.[1]
}

function isTooOld(tool: MediaTool, version: string | undefined): boolean {
  if (tool === 'colmap' || version === undefined) return false
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor, leastMinor] = ffmpegMinVersion
  return major < leastMajor || (major === leastMajor && minor < leastMinor)
}
