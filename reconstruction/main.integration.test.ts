// needs: ffmpeg ffprobe colmap

import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { samplePath } from '../testing/media-fixtures.ts'
import { until } from '../testing/until.ts'
import { FilmRefused } from './film-refused.ts'
import { type Line, runMain } from './testing/run-main.ts'

const slow = 240_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-reconstruction-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const argumentsFor = (video: string) => [
  ...['--video', video, '--work', join(folder, 'work'), '--out', join(folder, 'out')],
]

test('a file that is not a film is refused with the reason', { tags: 'thorough' }, async () => {
  const video = join(folder, 'film.mp4')
  writeFileSync(video, 'not a film')
  const { exitCode, lines } = await runMain(argumentsFor(video))
  expect(exitCode).toBe(20)
  expect(lines).toEqual([
    { stage: 'frames', fraction: 0 },
    { reason: new FilmRefused({ code: 'unreadable' }).message },
  ])
  expect(readdirSync(join(folder, 'work'))).toEqual([])
})

describe('while COLMAP runs', { skip: process.platform !== 'linux' }, () => {
  const film = samplePath('video/synth/synth_arc_480p_8s.mp4')
  const endDuringFeatures = (ending: NodeJS.Signals) => ({
    onLine: ({ stage, fraction = 0 }: Line, kill: (signal: NodeJS.Signals) => void) => {
      if (stage === 'features' && fraction > 0) kill(ending)
    },
  })

  test('SIGTERM ends it with all its programs, and leaves the finished stages', {
    timeout: slow,
  }, async () => {
    const { exitCode } = await runMain(argumentsFor(film), endDuringFeatures('SIGTERM'))
    expect(exitCode).toBe(143)
    await until(() => programsIn(folder) === 0, { what: 'COLMAP has ended' })
    expect(finishedIn(join(folder, 'work'))).toEqual(['frames'])
  })

  test('its programs end with it when it is killed', { tags: 'thorough', timeout: slow }, async () => {
    const { signal } = await runMain(argumentsFor(film), endDuringFeatures('SIGKILL'))
    expect(signal).toBe('SIGKILL')
    await until(() => programsIn(folder) === 0, { what: 'COLMAP has ended' })
    expect(finishedIn(join(folder, 'work'))).toEqual(['frames'])
  })
})

/** The stages that the next run does not repeat. */
function finishedIn(work: string): string[] {
  return readdirSync(work).filter((name) => !name.includes('.part-'))
}

/** The number of processes whose working directory is below the folder. */
function programsIn(folder: string): number {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`).startsWith(folder)
    } catch {
      return false
    }
  }).length
}
