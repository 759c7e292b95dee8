import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  advised,
  judgeQuality,
  type QualityReason,
  unadvised,
  type VideoFigures,
} from '#lib/domain/film/quality'

const good: VideoFigures = {
  codec: 'h264',
  width: 1920,
  height: 1080,
  declaredSeconds: 24,
  decodedSeconds: 24,
  framesPerSecond: 30,
  blurMedian: 4.6,
  laplacianShare: 0.16,
  lumaMean: 150,
  clippedLow: 0.01,
  clippedHigh: 0.01,
  blackShare: 0,
  frozenShare: 0,
  frameDifferenceMedian: 13,
  cuts: 0,
  truncated: false,
}

const codes = (reasons: readonly QualityReason[]) => reasons.map(({ code }) => code)

test('every code that a film can get is explained to contributors', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const told = [
    ...read('quality.ts').matchAll(/reason\(\s*'(\w+)'/g),
    ...read('frame-hash.ts').matchAll(/code: '(\w+)'/g),
    ...read('unreadable-film.ts').matchAll(/case '(\w+)'/g),
  ].map((match) => match[1]!)
  expect(told.length).toBeGreaterThan(20)
  const explained = read('../../../docs/media.md')
  expect(told.filter((code) => !explained.includes(`\`${code}\``))).toEqual([])
})

test('a good film passes without reasons or warnings', () => {
  expect(judgeQuality(good)).toEqual({ verdict: 'pass', reasons: [], warnings: [] })
})

describe('each limit', () => {
  test.each<[code: string, at: Partial<VideoFigures>, beyond: Partial<VideoFigures>]>([
    ['incomplete', { decodedSeconds: 22.8 }, { decodedSeconds: 22.7 }],
    ['incomplete', {}, { truncated: true }],
    ['wrong_length', { decodedSeconds: 25 }, { decodedSeconds: 25.1 }],
    ['low_resolution', { height: 720 }, { height: 719 }],
    ['low_resolution', { width: 720, height: 1280 }, { width: 719, height: 1280 }],
    ['too_short', { declaredSeconds: 5, decodedSeconds: 5 }, { declaredSeconds: 4.9, decodedSeconds: 4.9 }],
    [
      'too_long',
      { declaredSeconds: 300, decodedSeconds: 300 },
      { declaredSeconds: 300.1, decodedSeconds: 300.1 },
    ],
    ['low_frame_rate', { framesPerSecond: 14.985 }, { framesPerSecond: 14.8 }],
    ['black', { blackShare: 0.2 }, { blackShare: 0.21 }],
    ['frozen', { frozenShare: 0.3 }, { frozenShare: 0.31 }],
    ['no_motion', { frameDifferenceMedian: 1 }, { frameDifferenceMedian: 0.99 }],
    ['too_dark', { lumaMean: 28 }, { lumaMean: 27.9 }],
    ['too_dark', { clippedLow: 0.4 }, { clippedLow: 0.41 }],
    ['too_bright', { lumaMean: 232 }, { lumaMean: 232.1 }],
    ['too_bright', { clippedHigh: 0.4 }, { clippedHigh: 0.41 }],
    ['edited', { cuts: 3 }, { cuts: 4 }],
    ['blurred', { blurMedian: 6.9 }, { blurMedian: 7 }],
    ['blurred', { laplacianShare: 0.015 }, { laplacianShare: 0.0149 }],
  ])('%s holds at %j and fails beyond, at %j, for that alone', (code, at, beyond) => {
    expect(codes(judgeQuality({ ...good, ...at }).reasons)).toEqual([])
    const judged = judgeQuality({ ...good, ...beyond })
    expect(judged.verdict).toBe('fail')
    expect(codes(judged.reasons)).toEqual([code])
  })

  test.each<[code: string, figures: Partial<VideoFigures>]>([
    ['short', { declaredSeconds: 7.9, decodedSeconds: 7.9 }],
    ['slightly_blurred', { blurMedian: 6 }],
    ['slightly_blurred', { laplacianShare: 0.034 }],
    ['sudden_change', { cuts: 1 }],
  ])('%s warns of %j, and passes', (code, figures) => {
    const judged = judgeQuality({ ...good, ...figures })
    expect(judged.verdict).toBe('pass')
    expect(codes(judged.warnings)).toEqual([code])
  })
})

describe('one cause gives one reason', () => {
  test('a film that is not sharp names the measure that failed, and only that', () => {
    const textOf = (figures: Partial<VideoFigures>) => judgeQuality({ ...good, ...figures }).reasons[0]!.text
    expect(textOf({ blurMedian: 8.1 })).toBe(
      'The film is not sharp. Scaled to 640 pixels, its edges are 8.1 pixels wide; the check needs less than 7.',
    )
    expect(textOf({ laplacianShare: 0.012 })).toBe(
      'The film is not sharp. Only 1.2% of the contrast in its pictures is fine detail; the check needs at least 1.5%.',
    )
  })

  test('a black film is not also dark, frozen or blurred', () => {
    const black = { lumaMean: 0, clippedLow: 1, blackShare: 1, frozenShare: 1, frameDifferenceMedian: 0 }
    const judged = judgeQuality({ ...good, ...black, blurMedian: null, laplacianShare: null })
    expect(codes(judged.reasons)).toEqual(['black'])
  })

  test('a frozen film has one reason', () => {
    const judged = judgeQuality({ ...good, frozenShare: 1, frameDifferenceMedian: 0 })
    expect(codes(judged.reasons)).toEqual(['frozen'])
  })

  test('a film with a low frame rate is not also frozen', () => {
    const judged = judgeQuality({ ...good, framesPerSecond: 1, frozenShare: 0.9, frameDifferenceMedian: 0 })
    expect(codes(judged.reasons)).toEqual(['low_frame_rate'])
  })

  test('all causes are listed together', () => {
    const judged = judgeQuality({ ...good, height: 480, framesPerSecond: 8, lumaMean: 20, blurMedian: 9 })
    expect(codes(judged.reasons)).toEqual(['low_resolution', 'low_frame_rate', 'too_dark', 'blurred'])
  })
})

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const orNone = (values: fc.Arbitrary<number>) => fc.oneof(fc.constant(null), values)

/** On both sides of every limit. */
const figuresArbitrary: fc.Arbitrary<VideoFigures> = fc
  .record({
    width: fc.integer({ min: 600, max: 4096 }),
    height: fc.integer({ min: 600, max: 2304 }),
    declaredSeconds: between(0.1, 400),
    decodedOf: fc.oneof(fc.constant(1), between(0, 1.1)),
    framesPerSecond: between(1, 250),
    blurMedian: orNone(between(3, 11)),
    laplacianShare: orNone(between(0, 0.06)),
    lumaMean: between(0, 255),
    clippedLow: between(0, 0.6),
    clippedHigh: between(0, 0.6),
    blackShare: between(0, 0.4),
    frozenShare: between(0, 0.5),
    frameDifferenceMedian: between(0, 30),
    cuts: fc.integer({ min: 0, max: 6 }),
    truncated: fc.boolean(),
  })
  .map(withDecoded)

/** Within every limit, up to its edge. */
const passing: fc.Arbitrary<VideoFigures> = fc
  .record({
    width: fc.integer({ min: 720, max: 4096 }),
    height: fc.integer({ min: 720, max: 2304 }),
    declaredSeconds: between(5, 300),
    decodedOf: between(0.951, 1.003),
    framesPerSecond: between(15, 250),
    blurMedian: orNone(between(3, 6.999)),
    laplacianShare: orNone(between(0.015, 0.6)),
    lumaMean: between(28, 232),
    clippedLow: between(0, 0.4),
    clippedHigh: between(0, 0.4),
    blackShare: between(0, 0.2),
    frozenShare: between(0, 0.3),
    frameDifferenceMedian: between(1, 30),
    cuts: fc.integer({ min: 0, max: 3 }),
    truncated: fc.constant(false),
  })
  .map(withDecoded)

function withDecoded<Drawn extends { declaredSeconds: number; decodedOf: number }>(drawn: Drawn) {
  const { decodedOf, ...figures } = drawn
  return { codec: 'h264', ...figures, decodedSeconds: figures.declaredSeconds * decodedOf }
}

const toward = (value: number, target: number, by: number) => value + (target - value) * by

/** Each figure is moved towards that of a good film, by a share of its own. */
const betterOf = (figures: fc.Arbitrary<VideoFigures>) =>
  fc
    .tuple(figures, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 15, maxLength: 15 }))
    .map(([worse, parts]): [VideoFigures, VideoFigures] => {
      let next = 0
      const move = (value: number, target: number) => toward(value, target, parts[next++]!)
      const declaredSeconds = move(worse.declaredSeconds, 60)
      const decodedOf = move(Math.min(1, worse.decodedSeconds / worse.declaredSeconds), 1)
      const overrun = move(Math.max(0, worse.decodedSeconds - worse.declaredSeconds), 0)
      return [
        worse,
        {
          ...worse,
          width: Math.round(move(worse.width, Math.max(worse.width, 1920))),
          height: Math.round(move(worse.height, Math.max(worse.height, 1080))),
          declaredSeconds,
          decodedSeconds: declaredSeconds * decodedOf + overrun,
          framesPerSecond: move(worse.framesPerSecond, Math.max(worse.framesPerSecond, 30)),
          blurMedian: worse.blurMedian === null ? null : move(worse.blurMedian, 3),
          laplacianShare: worse.laplacianShare === null ? null : move(worse.laplacianShare, 0.3),
          lumaMean: move(worse.lumaMean, 128),
          clippedLow: move(worse.clippedLow, 0),
          clippedHigh: move(worse.clippedHigh, 0),
          blackShare: move(worse.blackShare, 0),
          frozenShare: move(worse.frozenShare, 0),
          frameDifferenceMedian: move(worse.frameDifferenceMedian, 30),
          cuts: Math.floor(move(worse.cuts, 0)),
          truncated: worse.truncated && parts[next - 1]! < 0.5,
        },
      ]
    })

describe('for all measurements', () => {
  test('better values never turn a pass into a fail', () => {
    fc.assert(
      fc.property(betterOf(passing), ([worse, better]) => {
        expect(judgeQuality(worse).verdict).toBe('pass')
        expect(judgeQuality(better).reasons).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  test('better values never add a reason of a new cause', () => {
    // These reasons are omitted if a more serious one covers them.
    const shadowed = new Set(['too_dark', 'too_bright', 'frozen', 'no_motion'])
    fc.assert(
      fc.property(betterOf(figuresArbitrary), ([worse, better]) => {
        const before = codes(judgeQuality(worse).reasons)
        const added = codes(judgeQuality(better).reasons).filter((code) => !before.includes(code))
        expect(added.filter((code) => !shadowed.has(code))).toEqual([])
        if (added.length > 0) expect(before).not.toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  test('a fail has reasons, each once, and a pass has none', () => {
    fc.assert(
      fc.property(figuresArbitrary, (figures) => {
        const { verdict, reasons, warnings } = judgeQuality(figures)
        expect(verdict === 'fail').toBe(reasons.length > 0)
        const all = codes([...reasons, ...warnings])
        expect(new Set(all).size).toBe(all.length)
      }),
    )
  })

  test('every text contains a number and what to do, is polite and short', () => {
    fc.assert(
      fc.property(figuresArbitrary, (figures) => {
        const { reasons, warnings } = judgeQuality(figures)
        for (const { code, text } of [...reasons, ...warnings].map(advised)) {
          expect(code).toMatch(/^[a-z_]+$/)
          expect(text).toMatch(/\d| once\./)
          expect(text).toMatch(/^The |^Of /)
          expect(text).toMatch(/\.$/)
          expect(text.length).toBeLessThan(280)
          expect(text).not.toMatch(/NaN|Infinity|null|undefined/)
          expect(text).not.toMatch(/\b(you(r fault)?|failed to|bad|wrong|invalid|sorry|must)\b/i)
        }
      }),
    )
  })

  test('a poster reads what was found, and never what to film', () => {
    fc.assert(
      fc.property(figuresArbitrary, (figures) => {
        const { reasons, warnings } = judgeQuality(figures)
        for (const finding of [...reasons, ...warnings]) {
          const { text } = unadvised(finding)
          expect(text).toMatch(/\.$/)
          expect(text).not.toMatch(/\b(submit|film (in|for|with)|walk|wipe|turn away|set the camera)\b/i)
          expect(advised(finding).text).toMatch(/^.*\. [A-Z].*\.$/)
        }
      }),
    )
  })
})
