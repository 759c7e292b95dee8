// needs: ffmpeg ffprobe
// @module-tag thorough

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { filmInspection, outcome, video } from '#testing/film-inspection'
import { samplePath } from '#testing/media-fixtures'

const films = filmInspection()
const { root, inspect, figuresOf, make } = films
afterAll(films.remove)

/** An MP4 with its tables last and an edit list that plays the whole film `times` times. */
function withEdits(mp4: Buffer, times: number, milliseconds: number): Buffer {
  const sizeAt = (type: string) => mp4.lastIndexOf(Buffer.from(type)) - 4
  const old = { at: sizeAt('elst'), length: mp4.readUInt32BE(sizeAt('elst')) }
  const edits = Buffer.alloc(16 + 12 * times)
  edits.writeUInt32BE(edits.length, 0)
  edits.write('elst', 4, 'latin1')
  edits.writeUInt32BE(times, 12)
  for (let at = 16; at < edits.length; at += 12) {
    edits.writeUInt32BE(milliseconds, at)
    edits.writeUInt32BE(0x10000, at + 8)
  }
  const grown = Buffer.concat([mp4.subarray(0, old.at), edits, mp4.subarray(old.at + old.length)])
  for (const type of ['moov', 'trak', 'edts'])
    grown.writeUInt32BE(mp4.readUInt32BE(sizeAt(type)) + edits.length - old.length, sizeAt(type))
  return grown
}

/** An MP4 whose track header has a matrix that rotates the picture by 90° (ISO 14496-12, 8.3.2). */
function withQuarterTurn(mp4: Buffer): Buffer {
  const turned = Buffer.from(mp4)
  const at = turned.lastIndexOf(Buffer.from('tkhd')) + 44
  const matrix = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000]
  for (const [index, value] of matrix.entries()) turned.writeInt32BE(value, at + 4 * index)
  return turned
}

describe('films of any camera', () => {
  const small = ['-f', 'lavfi', '-i', 'testsrc2=size=128x72:rate=30:duration=2']
  const sound = ['-f', 'lavfi', '-i', 'sine=duration=2']
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

  test('a film that its metadata rotates is measured as displayed', async () => {
    const lying = await make('lying.mp4', ...small, ...h264)
    const turned = join(root, 'turned.mp4')
    writeFileSync(turned, withQuarterTurn(readFileSync(lying)))
    expect(await figuresOf(turned)).toMatchObject({ width: 72, height: 128 })
  })

  test('HEVC with 10 bits, Motion JPEG and ProRes are read; other encodings are refused', async () => {
    const hevc = await make(
      'hevc.mp4',
      ...small,
      '-c:v',
      'libx265',
      '-x265-params',
      'log-level=error',
      '-pix_fmt',
      'yuv420p10le',
    )
    expect(await figuresOf(hevc)).toMatchObject({ codec: 'hevc', decodedSeconds: 2, framesPerSecond: 30 })
    const jpegs = await make('jpegs.mov', ...small, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p')
    expect(await figuresOf(jpegs)).toMatchObject({ codec: 'mjpeg', decodedSeconds: 2 })
    const prores = await make('prores.mov', ...small, '-c:v', 'prores_ks')
    expect(await figuresOf(prores)).toMatchObject({ codec: 'prores', decodedSeconds: 2 })
    const other = await inspect(await make('ffv1.mov', ...small, '-c:v', 'ffv1'))
    expect(outcome(other)).toBe('unreadable: unknown_encoding')
  })

  test('audio, with or without a cover picture, is refused', async () => {
    const audio = await make('audio.mp4', ...sound, '-c:a', 'aac', '-brand', 'mp42')
    expect(outcome(await inspect(audio))).toBe('unreadable: no_moving_picture')
    const cover = samplePath('video/c2pa/CA.jpg')
    const song = await make(
      'song.mp4',
      ...sound,
      '-i',
      cover,
      '-map',
      '0',
      '-map',
      '1',
      '-c:v',
      'mjpeg',
      '-disposition:v',
      'attached_pic',
    )
    expect(outcome(await inspect(song))).toBe('unreadable: no_moving_picture')
  })

  test('the first video stream is inspected; a cover before it and a second video are ignored', async () => {
    const film = await make('film.mp4', ...small, ...h264)
    const cover = samplePath('video/c2pa/CA.jpg')
    const covered = await make(
      'covered.mp4',
      '-i',
      film,
      '-i',
      cover,
      '-map',
      '1',
      '-map',
      '0',
      '-c',
      'copy',
      '-disposition:v:0',
      'attached_pic',
    )
    expect(await figuresOf(covered)).toMatchObject({ codec: 'h264', width: 128, decodedSeconds: 2 })
    const two = await make(
      'two.mp4',
      '-i',
      video('qc/black.mp4'),
      '-i',
      film,
      '-map',
      '1',
      '-map',
      '0',
      '-c',
      'copy',
    )
    expect(await figuresOf(two)).toMatchObject({ width: 128, blackShare: 0 })
  })

  test('fragments, late starts, low and variable frame rates are measured as displayed', async () => {
    const film = await make('even.mp4', ...small, ...h264)
    const fragments = await make(
      'fragments.mp4',
      '-i',
      film,
      '-c',
      'copy',
      '-movflags',
      'frag_keyframe+empty_moov',
    )
    expect(await figuresOf(fragments)).toMatchObject({ declaredSeconds: 2, decodedSeconds: 2 })
    const late = await make(
      'late.mp4',
      '-itsoffset',
      '3',
      '-i',
      film,
      ...sound,
      '-map',
      '0',
      '-map',
      '1',
      '-c:v',
      'copy',
    )
    expect(await figuresOf(late)).toMatchObject({ declaredSeconds: 2, decodedSeconds: 2 })
    const uneven = await make(
      'uneven.mp4',
      '-i',
      film,
      '-vf',
      'select=not(mod(n\\,3))',
      '-fps_mode',
      'vfr',
      ...h264,
    )
    expect(await figuresOf(uneven)).toMatchObject({ framesPerSecond: 10 })
  })

  test('a film that would take hours to decode is refused before decoding', async () => {
    const fast = await make(
      'fast.mp4',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=128x72:rate=600:duration=1',
      ...h264,
    )
    expect(outcome(await inspect(fast))).toBe('unreadable: frame_rate_too_high')
    const long = await make('long.mp4', '-f', 'lavfi', '-i', 'color=size=64x64:rate=1:duration=400', ...h264)
    expect(outcome(await inspect(long))).toBe('unreadable: too_long')
    const wide = await make(
      'wide.mp4',
      '-f',
      'lavfi',
      '-i',
      'color=size=4608x2592:rate=1:duration=1',
      ...h264,
    )
    expect(outcome(await inspect(wide))).toBe('unreadable: picture_too_large')
  })

  test('a film that its edit list repeats forty times is decoded once', async () => {
    const film = await make('once.mp4', ...small, ...h264)
    const path = join(root, 'again.mp4')
    writeFileSync(path, withEdits(readFileSync(film), 40, 2_000))
    const figures = await figuresOf(path)
    expect(figures.declaredSeconds).toBe(2)
    expect(figures.decodedSeconds).toBeLessThan(5)
    expect(outcome(await inspect(path))).toContain('wrong_length')
  })

  test('bytes after the film are ignored', async () => {
    const film = await make('plain.mp4', ...small, ...h264)
    writeFileSync(join(root, 'trailed.mp4'), Buffer.concat([readFileSync(film), Buffer.alloc(4_099, 7)]))
    expect(await figuresOf(join(root, 'trailed.mp4'))).toMatchObject({ decodedSeconds: 2, truncated: false })
  })
})
