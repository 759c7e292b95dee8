// needs: ffmpeg ffprobe colmap

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { descendantsOf } from '#testing/descendants'
import { samplePath } from '#testing/media-fixtures'
import { requestModel } from '#testing/model-requests'
import { until } from '#testing/until'
import { reconstruct } from './reconstruct.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-engine-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('our engine ends with all its programs when it is aborted', {
  tags: 'thorough',
  timeout: 400_000,
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
      what: 'colmap has ended',
    })
  expect(readdirSync(join(folder, 'work')).filter((name) => !name.includes('.part'))).toEqual(['frames'])
})

test('our engine says what is wrong with a broken film; a missing file is an error', async () => {
  const video = join(folder, 'film.mp4')
  writeFileSync(video, 'not a film')
  const refused = await reconstruct(requestModel(folder, video))
  expect(refused).toEqual({ kind: 'impossible', reason: expect.stringMatching(/^No pictures could be read/) })
  await expect(reconstruct(requestModel(folder, join(folder, 'none.mp4')))).rejects.toThrow('ENOENT')
})
