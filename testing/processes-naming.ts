import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** How many processes of this machine have a text in their command line. Those that have ended and wait to be noticed have none. */
export function processesNaming(text: string): number {
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(text)).length
  return readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && commandLineOf(entry).includes(text))
    .length
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
