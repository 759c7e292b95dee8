// needs: ffmpeg ffprobe

import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { runFfprobe } from '#lib/adapters/media/ffmpeg'
import { hostileInput } from '#lib/adapters/media/probe-video'
import { ToolFailed } from '#lib/adapters/media/run-tool'
import { judgeQuality } from '#lib/domain/quality'
import { filmInspection, outcome } from '#lib/sandbox/testing/film-inspection'

const films = filmInspection()
const { root, folder, inspect, make } = films
afterAll(films.remove)

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
