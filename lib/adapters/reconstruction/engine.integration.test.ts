// needs: ffmpeg ffprobe colmap

import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runTool } from '#lib/adapters/media/run-tool'
import { explainNotReconstructable } from '#lib/domain/reconstruction'
import { descendantsOf } from '#lib/sandbox/testing/descendants'
import { samplePath } from '#lib/sandbox/testing/media-fixtures'
import { encodeFilm, metadataOf, requestModel } from '#lib/sandbox/testing/model-requests'
import { until } from '#lib/sandbox/testing/until'
import { takeFrames } from './engine/take-frames.ts'
import { reconstruct } from './reconstruct.ts'

const slow = 240_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-engine-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a film is given up with all its programs when nobody wants the model any more', {
  timeout: slow,
}, async () => {
  const abort = new AbortController()
  const running = reconstruct(
    requestModel(folder, samplePath('video/synth/synth_arc_480p_8s.mp4'), {
      signal: abort.signal,
      onProgress: ({ stage, fraction }) => {
        if (stage === 'features' && fraction > 0) abort.abort()
      },
    }),
  )
  await expect(running).rejects.toMatchObject({ name: 'ToolFailed', reason: 'aborted' })
  if (process.platform === 'linux')
    await until(() => !descendantsOf(process.pid).some(({ name }) => name === 'colmap'), {
      what: 'colmap is gone',
    })
  expect(readdirSync(join(folder, 'work'))).toEqual([])
})

test('a broken film is told what is wrong with it, and one that is not there is our fault', async () => {
  const video = join(folder, 'film.mp4')
  writeFileSync(video, 'no film at all')
  const refused = await reconstruct(requestModel(folder, video))
  expect(refused).toEqual({ kind: 'impossible', reason: explainNotReconstructable({ code: 'unreadable' }) })
  await expect(reconstruct(requestModel(folder, join(folder, 'none.mp4')))).rejects.toThrow('ENOENT')
})

test('the frames of a phone’s film carry nothing that the phone wrote into it', {
  timeout: slow,
}, async () => {
  const video = join(folder, 'film')
  copyFileSync(samplePath('video/meta/gps_apple.mov'), video)
  const frames = await takeFrames({ video, folder, threads: 2, signal: new AbortController().signal })
  expect(frames).toHaveLength(24)
  for (const { name } of frames) {
    const bytes = readFileSync(join(folder, 'images', name))
    expect(metadataOf(bytes)).toEqual([])
    expect(bytes.toString('latin1')).not.toMatch(/Apple|iPhone|Lavc|ISO6709/)
  }
})

test('what no camera writes is not decoded, also of a film that was accepted all the same', {
  timeout: slow,
}, async () => {
  const video = join(folder, 'film.mov')
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=30:duration=1']
  const args = ['-nostdin', '-v', 'error', ...source, '-c:v', 'png', video]
  await runTool({ tool: 'ffmpeg', args, folder, limits: { wallSeconds: 60 } })
  const taken = takeFrames({ video, folder, threads: 2, signal: new AbortController().signal })
  await expect(taken).rejects.toMatchObject({ why: { code: 'unreadable' } })
})

test('the frames of a film held upright stand upright, at most 1280 high', { timeout: slow }, async () => {
  const video = await encodeFilm(folder, ['-f', 'lavfi', '-i', 'testsrc2=size=1080x1920:rate=30:duration=1'])
  const frames = await takeFrames({ video, folder, threads: 2, signal: new AbortController().signal })
  expect(frames).toHaveLength(24)
  expect(frames.map(({ seconds }) => seconds)).toEqual(
    frames.map(({ seconds }) => seconds).toSorted((one, other) => one - other),
  )
  const { width, height } = await sharp(join(folder, 'images', frames[0]!.name)).metadata()
  expect({ width, height }).toEqual({ width: 720, height: 1280 })
})
