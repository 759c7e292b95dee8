// needs: ffmpeg ffprobe colmap

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateBytes } from 'gltf-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samplePath } from '../testing/media-fixtures.ts'
import { type Stage, stages } from './progress.ts'
import { type Line, runMain } from './testing/run-main.ts'

/** COLMAP runs several times, on a machine that may be busy. */
const slow = 900_000
/** The stages that store files of their own. Packing, the last stage, only copies files. */
const stored = stages.slice(0, -1)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-resume-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const film = samplePath('video/synth/synth_arc_480p_8s.mp4')
const run = (options: { work?: string; out?: string; mode?: string; killIn?: Stage } = {}) => {
  const { work = 'work', out = 'out', mode = 'standard', killIn } = options
  const folders = ['--work', join(folder, work), '--out', join(folder, out)]
  return runMain(['--video', film, '--mode', mode, ...folders], {
    onLine: ({ stage, resumed }, kill) => {
      if (stage === killIn && !resumed) kill('SIGKILL')
    },
  })
}
const resumed = (lines: readonly Line[]) => lines.flatMap((line) => (line.resumed ? [line.stage] : []))
const worked = (lines: readonly Line[]) => [
  ...new Set(lines.flatMap((line) => (line.stage && !line.resumed ? [line.stage] : []))),
]

describe('a run that is killed in every stage', () => {
  test('repeats no finished stage, and ends with a valid model', { timeout: slow }, async () => {
    for (const [index, killIn] of stages.entries()) {
      const { signal, lines } = await run({ killIn })
      expect(signal).toBe('SIGKILL')
      // The run before was killed in the stage before this one.
      const finished = Math.max(0, index - 1)
      expect(resumed(lines)).toEqual(stages.slice(0, finished))
      expect(worked(lines)).toEqual(stages.slice(finished, index + 1))
    }
    const last = await run()
    expect(last.exitCode).toBe(0)
    expect(resumed(last.lines)).toEqual(stored)
    const { issues } = await validateBytes(new Uint8Array(readFileSync(join(folder, 'out/model.glb'))))
    expect(issues).toMatchObject({ numErrors: 0, numWarnings: 0 })
  })

  test('gives the same files as one that is not, from the same cameras', { timeout: slow }, async () => {
    cpSync(join(folder, 'work'), join(folder, 'whole'), { recursive: true })
    for (const stage of ['depth', 'mesh', 'texture'])
      rmSync(join(folder, 'whole', stage), { recursive: true })
    const whole = await run({ work: 'whole', out: 'whole-out' })
    expect(worked(whole.lines)).toEqual(['depth', 'mesh', 'texture', 'packing'])
    const names = readdirSync(join(folder, 'out'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'out').length + 1))
    expect(names).toContain('package/transforms.json')
    for (const name of names)
      expect([
        name,
        readFileSync(join(folder, 'out', name)).equals(readFileSync(join(folder, 'whole-out', name))),
      ]).toEqual([name, true])
  })

  test('starts again from a stage whose files are damaged', { timeout: slow }, async () => {
    writeFileSync(join(folder, 'work/mesh/indices.u32'), '')
    const { lines, exitCode } = await run()
    expect(exitCode).toBe(0)
    expect(resumed(lines)).toEqual(['frames', 'features', 'matching', 'cameras', 'depth', 'texture'])
  })
})

type Engine = {
  figures: { triangles: number; frames: number; registered: number; relaxed: boolean }
}
const figuresOf = (out: string) =>
  (JSON.parse(readFileSync(join(folder, out, 'engine.json'), 'utf8')) as Engine).figures
const errorsOf = async (out: string) => {
  const { issues } = await validateBytes(new Uint8Array(readFileSync(join(folder, out, 'model.glb'))))
  return issues.numErrors + issues.numWarnings
}

test('the fine mode continues after the cameras of the standard mode, and gives a finer model', {
  timeout: slow,
}, async () => {
  const { exitCode, lines } = await run({ mode: 'fine', out: 'fine' })
  expect(exitCode).toBe(0)
  expect(resumed(lines)).toEqual(['frames', 'features', 'matching', 'cameras'])
  expect(figuresOf('fine').triangles).toBeGreaterThan(figuresOf('out').triangles)
  expect(await errorsOf('fine')).toBe(0)
})

test('the relaxed mode uses more pictures of the same film, and gives a valid model', {
  timeout: slow,
}, async () => {
  const { exitCode } = await run({ mode: 'relaxed', work: 'relaxed-work', out: 'relaxed' })
  expect(exitCode).toBe(0)
  expect(figuresOf('relaxed')).toMatchObject({ frames: 36, relaxed: true })
  expect(figuresOf('relaxed').registered).toBeGreaterThan(figuresOf('out').registered)
  expect(await errorsOf('relaxed')).toBe(0)
})
