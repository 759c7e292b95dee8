import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { searchPath } from '#lib/adapters/env-path'

/**
 * Finds an executable by its name on PATH or by an absolute path; returns `undefined` if it does not exist.
 */
export function findProgram(name: string): string | undefined {
  if (isAbsolute(name)) return isExecutable(name) ? name : undefined
  if (name.includes('/')) return undefined
  const folders = searchPath().split(delimiter).filter(isAbsolute)
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** The command that installs programs, or an instruction to install them. */
export function installLine(tools: readonly string[], platform: NodeJS.Platform = process.platform): string {
  const packages = packagesOf(tools)
  const known = ['ffmpeg', 'colmap', ...(platform === 'linux' ? ['bubblewrap'] : [])]
  const isPackaged = packages.every((name) => known.includes(name))
  if (isPackaged && platform === 'darwin') return `brew install ${packages.join(' ')}`
  if (isPackaged && platform === 'linux')
    return `apt-get install --no-install-recommends ${packages.join(' ')}`
  return `install ${packages.join(' and ')}, and put ${packages.length > 1 ? 'them' : 'it'} on PATH`
}

/** The packages that contain the programs. apt and brew use the same names. */
export function packagesOf(tools: readonly string[]): string[] {
  return [...new Set(tools.map((tool) => packages[tool] ?? tool))]
}

const packages: Record<string, string> = { ffprobe: 'ffmpeg', bwrap: 'bubblewrap' }

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
