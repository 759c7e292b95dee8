import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { searchPath } from '#lib/adapters/env-path'

/** The path of a program, by its name on PATH or by an absolute path; `undefined` when there is none. */
export function findProgram(name: string): string | undefined {
  if (isAbsolute(name)) return isExecutable(name) ? name : undefined
  if (name.includes('/')) return undefined
  const folders = searchPath().split(delimiter).filter(isAbsolute)
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** What a person types to get a program, in one line. */
export function installLine(tool: string, platform: NodeJS.Platform = process.platform): string {
  const name = tool === 'ffprobe' ? 'ffmpeg' : tool
  if (name !== 'ffmpeg' && name !== 'colmap') return `install ${name}, and put it on PATH`
  if (platform === 'darwin') return `brew install ${name}`
  return `apt-get install --no-install-recommends ${name}`
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
