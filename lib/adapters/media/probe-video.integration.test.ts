import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { causeOf, probeVideo } from '#lib/adapters/media/probe-video'
import { ToolFailed, type ToolFailure } from '#lib/adapters/media/run-tool'
import { samplePath } from '#testing/media-fixtures'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-probe-'))
  mkdirSync(join(root, 'bin'))
  mkdirSync(join(root, 'work'))
  const script = [
    '#!/bin/sh',
    'case "$*" in *-version*) echo "ffprobe version 5.1.9"; exit 0;; esac',
    'cat answer',
  ]
  copyFileSync(samplePath('video/qc/one_second.mp4'), join(root, 'work/film'))
  writeFileSync(join(root, 'bin/ffprobe'), script.join('\n'), { mode: 0o755 })
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The result for a film with this ffprobe output. */
async function probe(answer: string) {
  writeFileSync(join(root, 'work/answer'), answer)
  vi.stubEnv('PATH', `${join(root, 'bin')}:${process.env.PATH}`)
  const film = { folder: join(root, 'work'), name: 'film' }
  try {
    return await probeVideo(film)
  } catch (error) {
    return { kind: 'unreadable' as const, reasons: [causeOf(error)] }
  }
}

const stream = {
  index: 0,
  codec_type: 'video',
  codec_name: 'h264',
  width: 1280,
  height: 720,
  avg_frame_rate: '30/1',
  duration: '6.000000',
}
const answer = (changes: object) => JSON.stringify({ streams: [{ ...stream, ...changes }] })

describe('any ffprobe output', () => {
  test.each<[string, string, string]>([
    ['no JSON', '{"streams": [', 'damaged'],
    ['nothing', '', 'damaged'],
    ['another shape', '[]', 'damaged'],
    ['streams that are not a list', '{"streams": {"length": 1}}', 'damaged'],
    ['an infinite width', answer({}).replace('1280', '1e999'), 'damaged'],
    ['a negative width', answer({ width: -1280 }), 'damaged'],
    ['a width as text', answer({ width: '1280' }), 'damaged'],
    ['no width', answer({ width: 0 }), 'damaged'],
    ['half a pixel', answer({ width: 0.5 }), 'damaged'],
    ['a huge picture', answer({ width: 900_000, height: 900_000 }), 'picture_too_large'],
    ['a long line of pixels', answer({ width: 1_000_000, height: 16 }), 'picture_too_large'],
    [
      '4K at 250 a second for five minutes',
      answer({ width: 4096, height: 2304, avg_frame_rate: '250/1', duration: '300.0' }),
      'too_many_pictures',
    ],
    [
      'more pictures than its length has',
      answer({ width: 3840, height: 2160, nb_frames: '75000' }),
      'too_many_pictures',
    ],
    ['an invalid codec name', answer({ codec_name: 'h264\n<script>' }), 'unknown_encoding'],
    ['no codec', answer({ codec_name: undefined }), 'unknown_encoding'],
    ['an overlong codec name', answer({ codec_name: 'x'.repeat(100) }), 'damaged'],
    ['two hours', answer({ duration: '7200.0' }), 'too_long'],
    ['a duration with too many digits', answer({ duration: '9'.repeat(39) }), 'too_long'],
    ['a million pictures a second', answer({ avg_frame_rate: '1000000/1' }), 'frame_rate_too_high'],
    ['no picture', answer({ codec_type: 'audio' }), 'no_moving_picture'],
    ['a cover', answer({ disposition: { attached_pic: 1 } }), 'no_moving_picture'],
    ['no stream', '{"streams": []}', 'no_moving_picture'],
    ['a thousand streams', JSON.stringify({ streams: Array(1_000).fill(stream) }), 'damaged'],
    ['too much output', `"${'x'.repeat(20_000_000)}"`, 'too_demanding'],
  ])('%s: refused without an error', async (_, said, code) => {
    expect(await probe(said)).toMatchObject({ kind: 'unreadable', reasons: [{ code }] })
  })

  test.each<[string, object, object]>([
    ['an invalid duration', { duration: 'N/A' }, { seconds: undefined }],
    ['a zero duration', { duration: '0.000' }, { seconds: undefined }],
    ['a frame rate of 0/0', { avg_frame_rate: '0/0' }, { framesPerSecond: undefined }],
    ['a frame rate with a zero denominator', { avg_frame_rate: '30/0' }, { framesPerSecond: undefined }],
    ['a rotation by 90°', { side_data_list: [{ rotation: -90 }] }, { width: 720, height: 1280 }],
    ['a rotation by 180°', { side_data_list: [{}, { rotation: 180 }] }, { width: 1280, height: 720 }],
    ['a huge rotation', { side_data_list: [{ rotation: 1e300 }] }, { width: 1280, height: 720 }],
  ])('%s is read correctly', async (_, changes, expected) => {
    expect(await probe(answer(changes))).toMatchObject({ kind: 'video', ...expected })
  })
})

describe('the cause of a failed program', () => {
  const failure = (
    reason: ToolFailure,
    stderr = '',
    exitCode: number | null = reason === 'exit' ? 1 : null,
  ) => new ToolFailed({ tool: 'ffmpeg', reason, exitCode, how: 'ended', stderr })

  test.each<[ToolFailed, string]>([
    [failure('exit', 'Invalid data found when processing input'), 'damaged'],
    [failure('exit', '[mov] moov atom not found\nfilm: Invalid data'), 'incomplete'],
    [failure('exit', 'Picture size 16000x8000 exceeds specified max'), 'picture_too_large'],
    [failure('exit', 'Error while decoding: Cannot allocate memory'), 'too_demanding'],
    [failure('signal'), 'too_demanding'],
    [failure('output'), 'too_demanding'],
  ])('%s: %s', (error, code) => {
    expect(causeOf(error).code).toBe(code)
  })

  test.each([
    failure('aborted'),
    failure('timeout'),
    failure('exit', '', null),
    new Error('the disk is gone'),
  ])('%s: not the film, so the error is thrown', (error) => {
    expect(() => causeOf(error)).toThrow(error)
  })
})
