// needs: ffmpeg ffprobe

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { samplePath } from '../../testing/media-fixtures.ts'
import { standardCameras } from '../settings.ts'
import { encodeFilm, metadataOf } from '../testing/films.ts'
import { takeFrames } from './take-frames.ts'

const slow = 240_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-frames-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const framesOf = (video: string) =>
  takeFrames({
    video,
    folder,
    settings: standardCameras.frames,
    threads: 2,
    signal: new AbortController().signal,
    onProgress: () => {},
  })

test('the frames of a phone’s film contain no metadata of the phone', { timeout: slow }, async () => {
  const frames = await framesOf(samplePath('video/meta/gps_apple.mov'))
  expect(frames).toHaveLength(24)
  for (const { name } of frames) {
    const bytes = readFileSync(join(folder, 'images', name))
    expect(metadataOf(bytes)).toEqual([])
    expect(bytes.toString('latin1')).not.toMatch(/Apple|iPhone|Lavc|ISO6709/)
  }
})

test('a film with a codec that no camera uses is not decoded', { timeout: slow }, async () => {
  const video = join(folder, 'film.mov')
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=30:duration=1']
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', ...source, '-c:v', 'png', video])
  await expect(framesOf(video)).rejects.toMatchObject({ reason: { code: 'unreadable' } })
})

test('the frames of a film in portrait format are upright, at most 1280 high', {
  timeout: slow,
}, async () => {
  const video = encodeFilm(folder, ['-f', 'lavfi', '-i', 'testsrc2=size=1080x1920:rate=30:duration=0.5'])
  const frames = await framesOf(video)
  expect(frames).toHaveLength(15)
  const times = frames.map(({ seconds }) => seconds)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  const { width, height } = await sharp(join(folder, 'images', frames[0]!.name)).metadata()
  expect({ width, height }).toEqual({ width: 720, height: 1280 })
})
