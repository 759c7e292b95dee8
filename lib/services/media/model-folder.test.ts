import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '#lib/adapters/context'
import { AttemptReplaced, removeModelFolders, withModelFolder } from './model-folder.ts'

let media: string
let ctx: Pick<Context, 'env'>
beforeEach(() => {
  media = mkdtempSync(join(tmpdir(), 'cairn-model-folder-'))
  ctx = { env: { media: { folder: media } } } as unknown as Pick<Context, 'env'>
})
afterEach(() => rmSync(media, { recursive: true }))

const attempt = <Result>(use: (paths: { folder: string; work: string }) => Promise<Result>, id = 'sub_1') =>
  withModelFolder({ ctx, submissionId: id, use })
const finish = (work: string, stage: string) => {
  mkdirSync(join(work, stage))
  writeFileSync(join(work, stage, 'file'), stage)
}
const folders = () => readdirSync(join(media, 'work'))

describe('an attempt at a model', () => {
  test('gets what an earlier one finished, and nothing else', async () => {
    const first = attempt(async ({ folder, work }) => {
      finish(work, 'frames')
      finish(work, 'features.part-1')
      writeFileSync(join(work, 'film.part'), 'film')
      mkdirSync(join(folder, 'out'))
      throw new Error('broken')
    })
    await expect(first).rejects.toThrow('broken')
    await attempt(async ({ folder, work }) => {
      expect(readdirSync(work)).toEqual(['frames'])
      expect(readdirSync(folder)).toEqual(['work'])
      expect(readFileSync(join(work, 'frames/file'), 'utf8')).toBe('frames')
    })
  })

  test('that was killed leaves its finished stages too', async () => {
    const killed = join(media, 'work/reconstruct-sub_1-killed')
    mkdirSync(join(killed, 'work'), { recursive: true })
    finish(join(killed, 'work'), 'frames')
    finish(join(killed, 'work'), 'features.part-1')
    await attempt(async ({ work }) => expect(readdirSync(work)).toEqual(['frames']))
  })

  test('that succeeds leaves nothing, and neither does one that is given up', async () => {
    await attempt(async ({ work }) => finish(work, 'frames'))
    expect(folders()).toEqual([])
    const failed = attempt(async ({ work }) => {
      finish(work, 'frames')
      throw new Error('broken')
    })
    await expect(failed).rejects.toThrow('broken')
    expect(folders()).toHaveLength(1)
    await removeModelFolders(ctx, 'sub_1')
    expect(folders()).toEqual([])
  })

  test('never shares a folder with one that still runs: that one fails, as replaced', async () => {
    const replaced = attempt(async ({ work: old }) => {
      finish(old, 'frames')
      await attempt(async ({ work }) => {
        expect(work).not.toBe(old)
        expect(readdirSync(work)).toEqual(['frames'])
        expect(() => readdirSync(old)).toThrow('ENOENT')
      })
      readFileSync(join(old, 'frames/file'))
    })
    await expect(replaced).rejects.toThrow(AttemptReplaced)
  })

  test('touches no folder of another submission', async () => {
    await attempt(async ({ work }) => {
      finish(work, 'frames')
      await attempt(async (other) => expect(readdirSync(other.work)).toEqual([]), 'sub_2')
      expect(readdirSync(work)).toEqual(['frames'])
    })
  })
})
