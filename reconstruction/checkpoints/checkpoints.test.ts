import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Progress, Stage } from '../progress.ts'
import { Checkpoints } from './checkpoints.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-checkpoints-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Changes = { basis?: string; inputs?: Partial<Record<Stage, unknown>>; failIn?: Stage; varying?: Stage }

/** Runs three stages, each of which writes a file. @returns the stages that were worked on, and the progress */
async function runAll({ basis = 'film', inputs = {}, failIn, varying }: Changes = {}) {
  const worked: Stage[] = []
  const lines: Progress[] = []
  const checkpoints = new Checkpoints({ folder, basis, onProgress: (line) => lines.push(line) })
  await checkpoints.removeUnfinished()
  const results: unknown[] = []
  for (const stage of ['frames', 'features', 'matching'] as const) {
    const { result } = await checkpoints.run(stage, inputs[stage] ?? 1, async (into) => {
      worked.push(stage)
      mkdirSync(join(into, 'deep'))
      writeFileSync(join(into, 'deep/file'), `${stage} of ${basis}`)
      if (stage === varying) writeFileSync(join(into, 'more'), 'another result')
      if (stage === failIn) throw new Error('broken')
      return { stage, zero: -0 }
    })
    results.push(result)
  }
  return { worked, lines, results }
}
const all: Stage[] = ['frames', 'features', 'matching']
const fileOf = (stage: Stage) => join(folder, stage, 'deep/file')

describe('finished stages', () => {
  test('are not repeated, and give the same results', async () => {
    const first = await runAll()
    expect(first.worked).toEqual(all)
    const second = await runAll()
    expect(second.worked).toEqual([])
    expect(second.results).toEqual(first.results)
    expect(second.lines).toEqual(all.map((stage) => ({ stage, fraction: 1, resumed: true })))
  })

  test('remain after a run that fails in a later stage, and nothing else remains', async () => {
    await expect(runAll({ failIn: 'matching' })).rejects.toThrow('broken')
    expect(readdirSync(folder).sort()).toEqual(['features', 'frames'])
    expect((await runAll()).worked).toEqual(['matching'])
  })

  test('of another film or program are made again, all of them', async () => {
    await runAll()
    expect((await runAll({ basis: 'another film' })).worked).toEqual(all)
    expect(readFileSync(fileOf('frames'), 'utf8')).toBe('frames of another film')
  })

  test('with other settings are made again, with all after them', async () => {
    await runAll()
    expect((await runAll({ inputs: { features: 2 } })).worked).toEqual(['features', 'matching'])
  })

  test('that were made again make those after them run again too, with the same settings', async () => {
    await runAll()
    rmSync(join(folder, 'features'), { recursive: true })
    // Simulates a stage whose result differs each time.
    expect((await runAll({ varying: 'features' })).worked).toEqual(['features', 'matching'])
  })

  test.each<[string, (stage: Stage) => void]>([
    ['cut off', (stage) => truncateSync(fileOf(stage), 3)],
    ['longer', (stage) => appendFileSync(fileOf(stage), '.')],
    ['of the same length with other bytes', (stage) => writeFileSync(fileOf(stage), 'FEATURES of film')],
    ['missing', (stage) => rmSync(fileOf(stage))],
    ['beside a file that does not belong there', (stage) => writeFileSync(join(folder, stage, 'more'), '')],
    ['without a mark', (stage) => rmSync(join(folder, stage, 'done.json'))],
    ['with a mark that is cut off', (stage) => truncateSync(join(folder, stage, 'done.json'), 20)],
    ['with an empty mark', (stage) => truncateSync(join(folder, stage, 'done.json'), 0)],
  ])('with a file that is %s are made again', async (_, damage) => {
    await runAll()
    damage('features')
    const { worked } = await runAll()
    // The result is the same, so the stage after it still fits.
    expect(worked).toEqual(['features'])
    expect(readFileSync(fileOf('features'), 'utf8')).toBe('features of film')
  })
})

test('the unfinished output of a stage that a killed run left is removed', async () => {
  mkdirSync(join(folder, 'frames.part-12ab34cd'))
  writeFileSync(join(folder, 'film'), 'not ours')
  await runAll()
  expect(existsSync(join(folder, 'frames.part-12ab34cd'))).toBe(false)
  expect(existsSync(join(folder, 'film'))).toBe(true)
})
