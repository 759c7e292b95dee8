import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Inspection, inspectVideo } from '#lib/adapters/media/inspect-video'
import { judgeQuality } from '#lib/domain/film/quality'
import { samplePath } from './media-fixtures.ts'

export const video = (name: string) => samplePath(`video/${name}`)

/** A verdict in a word: `pass`, `fail: dark,blurred`, `unreadable: empty`. */
export function outcome(inspection: Inspection): string {
  if (inspection.kind === 'unreadable') return `unreadable: ${inspection.reasons.map(({ code }) => code)}`
  const { verdict, reasons } = judgeQuality(inspection.figures)
  return verdict === 'pass' ? 'pass' : `fail: ${reasons.map(({ code }) => code)}`
}

/** A folder to make films in, and another one (`folder`) to inspect them in. */
export function filmInspection() {
  const root = mkdtempSync(join(tmpdir(), 'cairn-inspect-'))
  const folder = join(root, 'work')
  mkdirSync(folder)
  const inspect = (path: string) => inspectVideo({ path, folder })
  const measure = async (inspecting: Promise<Inspection>) => {
    const inspection = await inspecting
    if (inspection.kind !== 'video') throw new Error(outcome(inspection))
    return inspection
  }
  return {
    root,
    folder,
    inspect,
    measure,
    figuresOf: async (path: string) => (await measure(inspect(path))).figures,
    /** Makes a film with ffmpeg and returns its path. */
    make: async (name: string, ...args: string[]): Promise<string> => {
      await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...args, join(root, name)])
      return join(root, name)
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
