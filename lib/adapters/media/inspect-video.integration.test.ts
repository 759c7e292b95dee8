import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runFfprobe } from '#lib/adapters/media/ffmpeg'
import { type Inspection, inspectVideo } from '#lib/adapters/media/inspect-video'
import { hostileInput } from '#lib/adapters/media/probe-video'
import { ToolFailed } from '#lib/adapters/media/run-tool'
import { duplicateAtMost, fingerprintDistance, similarAtMost } from '#lib/domain/frame-hash'
import { judgeQuality } from '#lib/domain/quality'
import { samplePath } from '#lib/sandbox/testing/media-fixtures'

let root: string
let folder: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-inspect-'))
  folder = join(root, 'work')
  mkdirSync(folder)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const video = (name: string) => samplePath(`video/${name}`)
const inspect = (path: string) => inspectVideo({ path, folder })
const samples = new Map<string, Promise<Inspection>>()
/** Each sample is inspected once. */
function inspectSample(name: string): Promise<Inspection> {
  const inspection = samples.get(name) ?? inspect(video(name))
  samples.set(name, inspection)
  return inspection
}
/** Made here by ffmpeg, in the test's own folder. */
async function make(name: string, ...args: string[]): Promise<string> {
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...args, join(root, name)])
  return join(root, name)
}

function outcome(inspection: Inspection): string {
  if (inspection.kind === 'unreadable') return `unreadable: ${inspection.reasons.map(({ code }) => code)}`
  const { verdict, reasons } = judgeQuality(inspection.figures)
  return verdict === 'pass' ? 'pass' : `fail: ${reasons.map(({ code }) => code)}`
}

async function figuresOf(path: string) {
  const inspection = await inspect(path)
  if (inspection.kind !== 'video') throw new Error(outcome(inspection))
  return inspection.figures
}

async function fingerprintOf(inspecting: Promise<Inspection>): Promise<Uint8Array> {
  const inspection = await inspecting
  if (inspection.kind !== 'video') throw new Error(outcome(inspection))
  return inspection.fingerprint
}

describe('each clip gets the verdict its name says', () => {
  test.each([
    ['qc/good.mp4', 'pass'],
    ['qc/good_reencoded_crop.mp4', 'pass'],
    // That the camera only turned shows when a model is made of it.
    ['qc/pan_only_no_parallax.mp4', 'pass'],
    ['synth/synth_orbit_720p.mp4', 'pass'],
    ['qc/black.mp4', 'fail: black'],
    ['qc/blurred.mp4', 'fail: blurred'],
    ['qc/motion_blur.mp4', 'fail: blurred'],
    ['qc/dark.mp4', 'fail: too_dark'],
    ['qc/overexposed.mp4', 'fail: too_bright'],
    ['qc/fps8.mp4', 'fail: low_frame_rate'],
    ['qc/frozen.mp4', 'fail: frozen'],
    ['qc/half_frozen.mp4', 'fail: frozen'],
    ['qc/one_second.mp4', 'fail: too_short'],
    ['qc/p240.mp4', 'fail: low_resolution'],
    ['qc/truncated_faststart.mp4', 'fail: incomplete'],
    ['qc/truncated_no_moov.mp4', 'unreadable: incomplete'],
    ['hostile/concat_rel.mp4', 'unreadable: not_a_film'],
    ['hostile/hls_as.mp4', 'unreadable: not_a_film'],
    ['hostile/hls_local.mp4', 'unreadable: not_a_film'],
    ['hostile/sdp_as.mp4', 'unreadable: not_a_film'],
    ['hostile/jpeg_as.mp4', 'unreadable: not_a_film'],
    ['hostile/random.mp4', 'unreadable: not_a_film'],
    ['hostile/text.mp4', 'unreadable: not_a_film'],
    ['hostile/empty.mp4', 'unreadable: empty'],
    ['hostile/huge_16000x8000.mp4', 'unreadable: picture_too_large'],
  ])('%s: %s', { timeout: 20_000 }, async (name, expected) => {
    expect(outcome(await inspectSample(name))).toBe(expected)
    expect(readdirSync(folder)).toEqual([])
  })

  test('and no sample is forgotten', () => {
    const names = ['qc', 'hostile'].flatMap((each) => readdirSync(video(each)))
    expect(names).toHaveLength(24)
  })
})

describe('a film handed in before', () => {
  test('is recognised cut, scaled and blurred, and cropped for a person to look at; others are not', async () => {
    const good = await fingerprintOf(inspectSample('qc/good.mp4'))
    const distance = async (name: string) =>
      fingerprintDistance(good, await fingerprintOf(inspectSample(name)))
    for (const same of [
      'qc/truncated_faststart.mp4',
      'qc/p240.mp4',
      'qc/blurred.mp4',
      'synth/synth_arc_480p_8s.mp4',
    ])
      expect(await distance(same), same).toBeLessThan(0.02)
    const cropped = await distance('qc/good_reencoded_crop.mp4')
    expect(cropped).toBeGreaterThan(duplicateAtMost)
    expect(cropped).toBeLessThan(similarAtMost)
    for (const other of ['qc/pan_only_no_parallax.mp4', 'qc/black.mp4', 'c2pa/video1.mp4'])
      expect(await distance(other), other).toBeGreaterThan(0.35)
  })

  test('is told from one of the same place from another side', async () => {
    const orbit = video('synth/synth_orbit_720p.mp4')
    const side = (name: string, from: string) =>
      make(name, '-ss', from, '-t', '7', '-i', orbit, '-c:v', 'libx264', '-preset', 'ultrafast')
    const [one, other] = [await side('one.mp4', '0'), await side('other.mp4', '12')]
    const distance = fingerprintDistance(
      await fingerprintOf(inspect(one)),
      await fingerprintOf(inspect(other)),
    )
    expect(distance).toBeGreaterThan(similarAtMost)
  })
})

/** An MP4 whose tables come last, with its edit list replaced: the whole film, `times` over. */
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

/** An MP4 whose one track is to be shown turned by 90°: the matrix of its header (ISO 14496-12, 8.3.2). */
function withQuarterTurn(mp4: Buffer): Buffer {
  const turned = Buffer.from(mp4)
  const at = turned.lastIndexOf(Buffer.from('tkhd')) + 44
  const matrix = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000]
  for (const [index, value] of matrix.entries()) turned.writeInt32BE(value, at + 4 * index)
  return turned
}

describe('whatever a camera writes', () => {
  const small = ['-f', 'lavfi', '-i', 'testsrc2=size=128x72:rate=30:duration=2']
  const sound = ['-f', 'lavfi', '-i', 'sine=duration=2']
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

  test('a film turned by its metadata is measured as it is shown', async () => {
    const lying = await make('lying.mp4', ...small, ...h264)
    const turned = join(root, 'turned.mp4')
    writeFileSync(turned, withQuarterTurn(readFileSync(lying)))
    expect(await figuresOf(turned)).toMatchObject({ width: 72, height: 128 })
  })

  test('HEVC with 10 bits, Motion JPEG and ProRes are read; other encodings are not tried', async () => {
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

  test('sound alone, and sound with a cover picture, are no film', async () => {
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

  test('the first moving picture is looked at, not the cover before it nor the one after it', async () => {
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

  test('fragments, late starts, few and uneven pictures are counted as they are shown', async () => {
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

  test('what would take hours to decode is not begun', async () => {
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

  test('a film that its container shows forty times over is not decoded forty times', async () => {
    const film = await make('once.mp4', ...small, ...h264)
    const path = join(root, 'again.mp4')
    writeFileSync(path, withEdits(readFileSync(film), 40, 2_000))
    const figures = await figuresOf(path)
    expect(figures.declaredSeconds).toBe(2)
    expect(figures.decodedSeconds).toBeLessThan(5)
    expect(outcome(await inspect(path))).toContain('wrong_length')
  })

  test('bytes after the film do no harm', async () => {
    const film = await make('plain.mp4', ...small, ...h264)
    writeFileSync(join(root, 'trailed.mp4'), Buffer.concat([readFileSync(film), Buffer.alloc(4_099, 7)]))
    expect(await figuresOf(join(root, 'trailed.mp4'))).toMatchObject({ decodedSeconds: 2, truncated: false })
  })
})

describe('a file that names others', () => {
  const canary = 'canary.ts'
  const playlists = (port: number): [string, string][] => [
    ['list', `ffconcat version 1.0\nfile ${canary}\n`],
    ['list of any', `ffconcat version 1.0\nfile file:${join(folder, canary)}\n`],
    ['playlist', `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${canary}\n#EXT-X-ENDLIST\n`],
    [
      'playlist of URLs',
      `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nhttp://127.0.0.1:${port}/a.ts\n#EXT-X-ENDLIST\n`,
    ],
    [
      'manifest',
      `<?xml version="1.0"?><MPD><Period><AdaptationSet><Representation><BaseURL>http://127.0.0.1:${port}/</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    ],
    ['session', `v=0\nc=IN IP4 127.0.0.1\nm=video ${port} RTP/AVP 96\na=rtpmap:96 H264/90000\n`],
  ]

  test('opens none of them and calls nobody, not even where the first look is passed by', async () => {
    let calls = 0
    const server = createServer((socket) => {
      calls += 1
      socket.destroy()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as { port: number }
    const film = await make(
      canary,
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=128x72:rate=30:duration=1',
      '-f',
      'mpegts',
    )
    copyFileSync(film, join(folder, canary))
    try {
      for (const [kind, text] of playlists(port)) {
        writeFileSync(join(root, 'playlist.mp4'), text)
        expect(outcome(await inspect(join(root, 'playlist.mp4'))), kind).toBe('unreadable: not_a_film')
        writeFileSync(join(folder, 'playlist.mp4'), text)
        const probe = runFfprobe({
          folder,
          args: ['-v', 'error', ...hostileInput, '-show_streams', 'playlist.mp4'],
          limits: { wallSeconds: 20 },
        })
        await expect(probe, kind).rejects.toThrow(ToolFailed)
      }
      expect(calls).toBe(0)
    } finally {
      server.close()
      for (const name of readdirSync(folder)) rmSync(join(folder, name))
    }
  })
})

test('without an ffmpeg on the machine the WebAssembly one comes to the same verdicts', async () => {
  const empty = join(root, 'empty')
  mkdirSync(empty)
  const names = ['qc/half_frozen.mp4', 'qc/truncated_faststart.mp4', 'hostile/huge_16000x8000.mp4']
  const native: string[] = []
  for (const name of names) native.push(outcome(await inspectSample(name)))
  vi.stubEnv('PATH', empty)
  try {
    for (const [index, name] of names.entries())
      expect(outcome(await inspect(video(name))), name).toBe(native[index])
  } finally {
    vi.unstubAllEnvs()
  }
})

describe('what is not the film’s fault is not said of the film', () => {
  test('an inspection that is called off throws', async () => {
    const signal = AbortSignal.timeout(0)
    await expect(inspectVideo({ path: video('qc/good.mp4'), folder, signal })).rejects.toMatchObject({
      reason: 'aborted',
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('an ffmpeg that does not work throws', async () => {
    const broken = join(root, 'broken')
    mkdirSync(broken)
    const script = (lines: string) => ({ mode: 0o755, contents: `#!/bin/sh\n${lines}\n` })
    const { mode, contents } = script(
      'case "$*" in *-version*) echo "ffmpeg version 5.1.9"; exit 0;; esac\nexit 1',
    )
    writeFileSync(join(broken, 'ffmpeg'), contents, { mode })
    vi.stubEnv('PATH', `${broken}:${process.env.PATH}`)
    try {
      await expect(inspect(video('qc/good.mp4'))).rejects.toThrow(ToolFailed)
    } finally {
      vi.unstubAllEnvs()
    }
    expect(readdirSync(folder)).toEqual([])
  })

  test('the film itself stays as it was', async () => {
    const path = join(root, 'mine.mp4')
    copyFileSync(video('qc/one_second.mp4'), path)
    const state = () => [createHash('sha256').update(readFileSync(path)).digest('hex'), statSync(path).nlink]
    const before = state()
    await inspect(path)
    expect(state()).toEqual(before)
  })
})

describe('a film broken anywhere', () => {
  /** `FUZZ_RUNS=200` for more than a test run should take. */
  const numRuns = Number(process.env.FUZZ_RUNS ?? 30)

  test('gets a verdict, never an error, leaves nothing behind and costs no more than a good one', {
    timeout: 20_000 + numRuns * 3_000,
  }, async () => {
    const film = await make(
      'fuzz.mp4',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=128x72:rate=15:duration=2',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-movflags',
      'faststart',
    )
    const original = readFileSync(film)
    const tables = original.indexOf('mdat', 0, 'latin1')
    const path = join(root, 'mutant.mp4')
    // As often in the tables as in the pictures: there every byte counts.
    const place = fc.oneof(fc.nat({ max: tables }), fc.nat({ max: original.length - 1 }))
    const mutation = fc.oneof(
      fc.record({ kind: fc.constant('flip' as const), at: place, bits: fc.integer({ min: 1, max: 255 }) }),
      fc.record({
        kind: fc.constant('insert' as const),
        at: place,
        bytes: fc.uint8Array({ minLength: 1, maxLength: 64 }),
      }),
      fc.record({
        kind: fc.constant('overwrite' as const),
        at: place,
        bytes: fc.constant(Buffer.alloc(8, 255)),
      }),
      fc.record({ kind: fc.constant('cut' as const), at: place }),
    )
    const mutations = fc.array(mutation, { minLength: 1, maxLength: 6 })
    let slowestMs = 0
    await fc.assert(
      fc.asyncProperty(mutations, async (all) => {
        let bytes = Buffer.from(original)
        for (const each of all) {
          const [before, after] = [bytes.subarray(0, each.at), bytes.subarray(each.at)]
          if (each.kind === 'flip' && each.at < bytes.length) bytes[each.at]! ^= each.bits
          if (each.kind === 'insert') bytes = Buffer.concat([before, each.bytes, after])
          if (each.kind === 'overwrite') bytes = Buffer.concat([before, each.bytes, after.subarray(8)])
          if (each.kind === 'cut') bytes = Buffer.from(before)
        }
        writeFileSync(path, bytes)
        const began = performance.now()
        const inspection = await inspect(path)
        slowestMs = Math.max(slowestMs, performance.now() - began)
        if (inspection.kind === 'unreadable') expect(inspection.reasons).toHaveLength(1)
        else {
          const numbers = Object.values(inspection.figures).filter((value) => typeof value === 'number')
          expect(numbers.every(Number.isFinite)).toBe(true)
          // It is smaller than what is taken, whatever became of it.
          expect(judgeQuality(inspection.figures).verdict).toBe('fail')
        }
        expect(readdirSync(folder)).toEqual([])
      }),
      { numRuns, seed: 20_261_120, endOnFailure: true },
    )
    expect(slowestMs).toBeLessThan(15_000)
  })
})
