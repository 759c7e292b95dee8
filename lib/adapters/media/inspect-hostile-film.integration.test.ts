// needs: ffmpeg ffprobe

import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { withCpuMeter } from '#lib/adapters/media/cpu-meter'
import { runFfprobe } from '#lib/adapters/media/ffmpeg'
import type { Inspection } from '#lib/adapters/media/inspect-video'
import { hostileInput } from '#lib/adapters/media/probe-video'
import { ToolFailed } from '#lib/adapters/media/run-tool'
import { judgeQuality } from '#lib/domain/film/quality'
import { filmInspection, outcome } from '#testing/film-inspection'

const films = filmInspection()
const { root, folder, inspect, make } = films
afterAll(films.remove)

describe('a file that refers to other files', () => {
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

  test('opens neither files nor connections, also if type detection is bypassed', async () => {
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

describe('a film with corrupt bytes anywhere', () => {
  /** Set `FUZZ_RUNS=200` for a longer run. */
  const numRuns = Number(process.env.FUZZ_RUNS ?? 30)

  test('gets a verdict instead of an error, leaves no files and takes about as long as a valid one', {
    tags: 'thorough',
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
    // Half of the changes are in the tables, where every byte matters.
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
    const cpuSecondsOf = async (act: () => Promise<unknown>) => {
      const meter = { seconds: 0 }
      await withCpuMeter(meter, act)
      return meter.seconds
    }
    const goodSeconds = await cpuSecondsOf(() => inspect(film))
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
        let inspection!: Inspection
        const seconds = await cpuSecondsOf(async () => {
          inspection = await inspect(path)
        })
        expect(seconds).toBeLessThan(10 * goodSeconds)
        if (inspection.kind === 'unreadable') expect(inspection.reasons).toHaveLength(1)
        else {
          const numbers = Object.values(inspection.figures).filter((value) => typeof value === 'number')
          expect(numbers.every(Number.isFinite)).toBe(true)
          // The sample is below the minimum size, so it always fails.
          expect(judgeQuality(inspection.figures).verdict).toBe('fail')
        }
        expect(readdirSync(folder)).toEqual([])
      }),
      { numRuns, seed: 20_261_120, endOnFailure: true },
    )
  })
})
