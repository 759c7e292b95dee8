// needs: ffmpeg ffprobe

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runFfmpeg, runFfprobe } from '#lib/adapters/media/ffmpeg'
import { makePreview } from '#lib/adapters/media/make-preview'
import { shrunkFrame } from '#lib/adapters/media/watermark'
import { samplePath } from '#testing/media-fixtures'

const bounty = 'bnt_01JD8Q4Z7W2M9X5K3T6V0RYHAC'
const limits = { wallSeconds: 120, memoryBytes: 2_000_000_000 }
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-preview-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const preview = (path: string, options: { text?: string; signal?: AbortSignal } = {}) =>
  makePreview({ path, folder, text: bounty, ...options })

/** The full ffprobe output for a file in the folder. */
async function described(name: string) {
  const { stdout } = await runFfprobe({
    folder,
    args: ['-v', 'error', '-show_format', '-show_streams', '-show_chapters', '-of', 'json', name],
    limits,
  })
  return JSON.parse(stdout.toString())
}

/** Luma of every pixel, of `perSecond` frames per second. */
async function pictures(
  name: string,
  size: { width: number; height: number },
  perSecond = 2,
): Promise<Buffer[]> {
  const file = `pictures-${name}.gray`
  const filter = `fps=${perSecond},scale=${size.width}:${size.height}:flags=bicubic,format=gray`
  await runFfmpeg({
    folder,
    args: ['-v', 'error', '-i', name, '-vf', filter, '-f', 'rawvideo', file],
    limits,
  })
  const bytes = readFileSync(join(folder, file))
  const length = size.width * size.height
  return Array.from({ length: bytes.length / length }, (_, at) =>
    bytes.subarray(at * length, (at + 1) * length),
  )
}

/** The share of pixels that clearly differ, for each quarter of a picture. */
function differing(a: Buffer, b: Buffer, { width, height }: { width: number; height: number }): number[] {
  const counts = [0, 0, 0, 0]
  for (let at = 0; at < width * height; at++) {
    const quarter = (at % width < width / 2 ? 0 : 1) + (at < (width * height) / 2 ? 0 : 2)
    if (Math.abs(a[at]! - b[at]!) > 20) counts[quarter]! += 4 / (width * height)
  }
  return counts
}

const make = (args: string[]) =>
  runFfmpeg({ folder, args: ['-v', 'error', ...args], readable: args.filter(isAbsolute), limits })

const ways = [
  { way: 'the machine’s own ffmpeg', tags: [], prepare: () => {} },
  {
    way: 'WebAssembly',
    tags: ['thorough'],
    prepare: () => vi.stubEnv('PATH', join(folder, 'no-programs')),
  },
]
for (const { way, tags, prepare } of ways)
  describe(`a preview made with ${way}`, { tags }, () => {
    const making = (path: string) => {
      prepare()
      return preview(path).finally(() => vi.unstubAllEnvs())
    }

    test('is a short fast-start clip that plays everywhere, and a still, without other files', async () => {
      await make(['-i', samplePath('video/synth/synth_arc_480p_8s.mp4'), '-t', '2', '-c', 'copy', 'film.mp4'])
      const made = await making(join(folder, 'film.mp4'))
      expect(made).toEqual({ clip: join(folder, 'preview.mp4'), poster: join(folder, 'poster.jpg') })
      expect(readdirSync(folder).sort()).toEqual(['poster.jpg', 'preview.mp4'])
      const { streams, format } = await described('preview.mp4')
      expect(streams).toHaveLength(1)
      expect(streams[0]).toMatchObject({
        codec_name: 'h264',
        profile: 'Constrained Baseline',
        pix_fmt: 'yuv420p',
        width: 854,
        height: 480,
        r_frame_rate: '24/1',
      })
      expect(Number(format.duration)).toBeCloseTo(2, 0)
      const bytes = readFileSync(made.clip)
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
      expect(await sharp(made.poster).metadata()).toMatchObject({ format: 'jpeg', width: 854, height: 480 })
    })

    const tellsNothing = async (name: string) => {
      const { clip, poster } = await making(samplePath(`video/meta/${name}`))
      const told =
        /apple|google|android|samsung|pixel|iphone|quicktime|location|iso6709|make|model|software|20[12]\d|lavf|lavc|x264|exif/i
      for (const file of [clip, poster]) expect(readFileSync(file).toString('latin1')).not.toMatch(told)
      const { streams, format, chapters } = await described('preview.mp4')
      expect(chapters).toEqual([])
      expect(Object.keys(format.tags).sort()).toEqual(['compatible_brands', 'major_brand', 'minor_version'])
      expect(streams.map((stream: { tags: object }) => stream.tags)).toEqual([
        { language: 'und', handler_name: 'VideoHandler', vendor_id: '[0][0][0][0]' },
      ])
      expect((await sharp(poster).metadata()).exif).toBeUndefined()
    }
    const metadataTitle = 'does not contain the place, time and camera of %s'
    test.each(['gps_apple.mov'])(metadataTitle, tellsNothing)
    test.each(['gps_android.mp4'])(metadataTitle, { tags: 'thorough' }, tellsNothing)
  })

describe('the watermark', () => {
  const films = [
    'qc/p240.mp4',
    'qc/dark.mp4',
    'qc/overexposed.mp4',
    'qc/black.mp4',
    'synth/synth_arc_480p_8s.mp4',
  ]
  for (const [index, name] of films.entries())
    test(`is in every quarter of every frame of ${name}`, {
      tags: index === 0 ? [] : 'thorough',
    }, async () => {
      const { poster } = await preview(samplePath(`video/${name}`))
      writeFileSync(join(folder, 'plain.mp4'), readFileSync(samplePath(`video/${name}`)))
      const { streams } = await described('preview.mp4')
      const size = { width: streams[0].width, height: streams[0].height }
      const [marked, plain] = [await pictures('preview.mp4', size), await pictures('plain.mp4', size)]
      expect(marked.length).toBeGreaterThanOrEqual(5)
      const shares = marked.flatMap((frame, at) => differing(frame, plain[at]!, size))
      expect(Math.min(...shares)).toBeGreaterThan(0.02)
      // The picture below the watermark is still visible.
      expect(Math.max(...shares)).toBeLessThan(0.3)
      const still = await sharp(poster).grayscale().raw().toBuffer()
      const least = plain.slice(0, 5).map((frame) => Math.min(...differing(still, frame, size)))
      expect(Math.min(...least)).toBeGreaterThan(0.02)
    })

  test('moves, so that no area stays clear', { tags: 'thorough' }, async () => {
    await make(['-f', 'lavfi', '-i', 'color=gray:s=640x480:d=12:r=24', 'gray.mp4'])
    await preview(join(folder, 'gray.mp4'))
    const size = { width: 640, height: 480 }
    const marked = await pictures('preview.mp4', size, 1)
    expect(marked.length).toBe(12)
    const touched = (frames: Buffer[]) => {
      const places = new Set<number>()
      // In blocks of 16 pixels.
      for (const frame of frames)
        for (let at = 0; at < frame.length; at++)
          if (Math.abs(frame[at]! - 126) > 20) places.add(((at % 640) >> 4) + 40 * Math.floor(at / 640 / 16))
      return places.size / (40 * 30)
    }
    expect(touched(marked.slice(0, 1))).toBeLessThan(0.7)
    expect(touched(marked)).toBeGreaterThan(0.98)
  })

  const texts: [string, string][] = [
    [`'%{localtime}':x=0,[a]nullsrc;`, 'taken literally'],
    [`\\:'"\n%%{e\\:1}${'x'.repeat(10_000)}`, 'taken literally and truncated'],
    ['', 'empty'],
  ]
  const isDrawn = async (text: string) => {
    await make(['-f', 'lavfi', '-i', 'color=gray:s=320x240:d=1:r=10', 'gray.mp4'])
    const { clip } = await preview(join(folder, 'gray.mp4'), { text })
    expect(existsSync(clip)).toBe(true)
  }
  test.each(texts.slice(1, 2))('with the text %j is %s', isDrawn)
  test.each(texts.toSpliced(1, 1))('with the text %j is %s', { tags: 'thorough' }, isDrawn)
})

describe('the picture', () => {
  test('of a phone in portrait orientation is upright', { tags: 'thorough' }, async () => {
    // Displayed with red above and blue below; stored rotated by 90°, as phones do.
    const film =
      'color=red:s=360x320:d=2:r=24[a];color=blue:s=360x320:d=2:r=24[b];[a][b]vstack,transpose=cclock'
    await make(['-f', 'lavfi', '-i', film, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', 'stored.mp4'])
    await make(['-i', 'stored.mp4', '-c', 'copy', '-metadata:s:v', 'rotate=270', 'phone.mp4'])
    const { streams } = await described('phone.mp4')
    expect(streams[0]).toMatchObject({ width: 640, height: 360 })
    expect(Math.abs(streams[0].side_data_list[0].rotation)).toBe(90)

    mkdirSync(join(folder, 'sent'))
    copyFileSync(join(folder, 'phone.mp4'), join(folder, 'sent/phone.mp4'))
    const { poster } = await preview(join(folder, 'sent/phone.mp4'))
    const made = (await described('preview.mp4')).streams[0]
    expect(made).toMatchObject({ width: 360, height: 640 })
    expect(made.side_data_list).toBeUndefined()
    // The film as players display it: ffmpeg applies the rotation by default.
    await make(['-i', 'phone.mp4', '-frames:v', '1', 'shown.png'])
    const shown = await halves(join(folder, 'shown.png'))
    expect(new Set(shown).size).toBe(2)
    expect(await halves(poster)).toEqual(shown)
  })

  test.each([
    [
      { width: 1920, height: 1080 },
      { width: 854, height: 480 },
    ],
    [
      { width: 1080, height: 1920 },
      { width: 480, height: 854 },
    ],
    [
      { width: 4096, height: 2160 },
      { width: 910, height: 480 },
    ],
    [
      { width: 3840, height: 1080 },
      { width: 960, height: 270 },
    ],
    [
      { width: 427, height: 241 },
      { width: 428, height: 242 },
    ],
    [
      { width: 4096, height: 2 },
      { width: 960, height: 2 },
    ],
  ])('of %j becomes %j: even, bounded, never stretched', (film, size) => {
    expect(shrunkFrame(film)).toEqual(size)
  })

  test('of a film of one second has its full length', async () => {
    await preview(samplePath('video/qc/one_second.mp4'))
    const { format } = await described('preview.mp4')
    expect(Number(format.duration)).toBeGreaterThan(0.9)
    expect(Number(format.duration)).toBeLessThan(1.2)
  })

  test('of a long film has pieces from its whole length, twelve seconds in total', {
    tags: 'thorough',
  }, async () => {
    // Gets brighter every second.
    const film = `color=black:s=320x240:d=60:r=12,geq=lum='20+3*T':cb=128:cr=128`
    await make(['-f', 'lavfi', '-i', film, '-c:v', 'libx264', '-preset', 'ultrafast', 'long.mp4'])
    await preview(join(folder, 'long.mp4'))
    const frames = await pictures('preview.mp4', { width: 320, height: 240 }, 1)
    expect(frames).toHaveLength(12)
    const median = frames.map((frame) => [...frame].sort((a, b) => a - b)[frame.length / 2]!)
    expect(median).toEqual(median.toSorted((a, b) => a - b))
    expect(median[0]).toBeLessThan(45)
    expect(median.at(-1)).toBeGreaterThan(170)
    // Four pieces have three jumps between them.
    const jumps = median.slice(1).filter((value, at) => value - median[at]! > 15)
    expect(jumps).toHaveLength(3)
  })

  test('of a truncated film has the part that exists', { tags: 'thorough' }, async () => {
    const { clip } = await preview(samplePath('video/qc/truncated_faststart.mp4'))
    expect(Number((await described('preview.mp4')).format.duration)).toBeGreaterThan(1)
    expect(existsSync(clip)).toBe(true)
  })

  // The tables come first and describe the whole film, as in an incomplete copy. A watermark that did not end
  // with the pictures would be drawn until the limit of CPU time, which fails the preview.
  test.each([
    { share: 0.4, seconds: 3 },
    { share: 0.02, seconds: 0.4 },
  ])(
    'of 30 s with a share of $share left has the part that exists, and ends there',
    { tags: 'thorough' },
    async ({ share, seconds }) => {
      await make([
        ...['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=24:d=30', '-c:v', 'libx264', '-preset', 'ultrafast'],
        ...['-g', '12', '-movflags', '+faststart', 'whole.mp4'],
      ])
      const whole = readFileSync(join(folder, 'whole.mp4'))
      const pictures = whole.indexOf('mdat') + 4
      const end = pictures + Math.floor((whole.length - pictures) * share)
      writeFileSync(join(folder, 'cut.mp4'), whole.subarray(0, end))
      const { poster } = await preview(join(folder, 'cut.mp4'))
      expect(Number((await described('preview.mp4')).format.duration)).toBeGreaterThan(seconds)
      expect(await sharp(poster).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240 })
    },
  )
})

describe('a file that is not a film', () => {
  test.each(['concat_rel', 'hls_local', 'huge_16000x8000', 'jpeg_as', 'random', 'text', 'empty'])(
    '%s.mp4 fails and leaves no files',
    async (name) => {
      const made = preview(samplePath(`video/hostile/${name}.mp4`))
      await expect(made).rejects.toMatchObject({ name: 'ToolFailed', reason: 'exit' })
      expect(readdirSync(folder)).toEqual([])
    },
  )

  test('an aborted run ends at once', async () => {
    const film = samplePath('video/synth/synth_orbit_720p.mp4')
    await expect(preview(film, { signal: AbortSignal.timeout(400) })).rejects.toMatchObject({
      reason: 'aborted',
    })
  })
})

/** The colours of the upper and lower half of a picture. */
async function halves(path: string): Promise<string[]> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colour = (bytes: Buffer) => {
    const sums = [0, 0, 0]
    for (const [at, value] of bytes.entries()) sums[at % 3]! += value
    return sums[0]! > sums[2]! ? 'red' : 'blue'
  }
  const middle = (info.width * info.height * 3) / 2
  return [colour(data.subarray(0, middle)), colour(data.subarray(middle))]
}
