import { expect, test } from 'vitest'
import { readMovie } from '#lib/adapters/media/movie-structure'
import type { CaptureRefused } from '#lib/domain/proof/capture'

const box = (type: string | number, ...content: Buffer[]): Buffer => {
  const bytes = Buffer.concat([Buffer.alloc(8), ...content])
  bytes.writeUInt32BE(bytes.length)
  if (typeof type === 'number') bytes.writeUInt32BE(type, 4)
  else bytes.write(type, 4, 'latin1')
  return bytes
}
const number = (...values: number[]) =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes
    }),
  )
const read = (movie: Buffer, dataBytes = 1_000) =>
  readMovie(async (offset, length) => movie.subarray(offset, offset + length), {
    movies: [{ at: 0, size: movie.length }],
    dataBytes,
  })
const refusals = (movie: Buffer, dataBytes?: number) =>
  read(movie, dataBytes).then(
    () => [],
    (error: CaptureRefused) => error.refusals,
  )
const tables = (handler: string, ...children: Buffer[]) =>
  box(
    'trak',
    box('mdia', box('hdlr', number(0, 0), Buffer.from(handler)), box('minf', box('stbl', ...children))),
  )
const times = (samples: number[], each = 1) =>
  box('stts', number(0, samples.length), ...samples.map((count) => number(count, each)))
const track = (samples: number[]) => tables('vide', times(samples))

test('reads the location from the keys, in the QuickTime and the MP4 layout', async () => {
  const keys = box(
    'keys',
    number(0, 2),
    box('mdta', Buffer.from('com.apple.quicktime.make')),
    box('mdta', Buffer.from('com.apple.quicktime.location.ISO6709')),
  )
  const items = box(
    'ilst',
    box(1, box('data', number(1, 0), Buffer.from('Apple'))),
    box(2, box('data', number(1, 0), Buffer.from('+40.7128-074.0060/'))),
  )
  const handler = box('hdlr', number(0, 0), Buffer.from('mdta'))
  expect(await read(box('moov', box('meta', handler, keys, items)))).toEqual({ place: '+40.7128-074.0060/' })
  expect(await read(box('moov', box('meta', number(0), handler, keys, items)))).toEqual({
    place: '+40.7128-074.0060/',
  })
  expect(await read(box('moov', box('udta', number(0))))).toEqual({ place: undefined })
})

test('refuses more tracks, boxes, levels or samples than any camera writes', async () => {
  expect(await refusals(box('moov', ...Array(32).fill(track([1]))))).toEqual([])
  expect(await refusals(box('moov', ...Array(33).fill(track([1]))))).toEqual(['too_complex'])
  expect(await refusals(box('moov', ...Array(5_001).fill(box('free'))))).toEqual(['too_complex'])
  expect(await refusals(box('moov', track([1_000_000])))).toEqual([])
  expect(await refusals(box('moov', track([500_000]), track([500_001])))).toEqual(['too_complex'])
  expect(await refusals(box('moov', track([0xffffffff])))).toEqual(['too_complex'])
  let deep = box('meta')
  for (let level = 0; level < 20; level++) deep = box('udta', deep)
  expect(await refusals(box('moov', deep))).toEqual(['too_complex'])
})

test('refuses a box that extends beyond its parent as damaged', async () => {
  const long = box('trak')
  long.writeUInt32BE(1_000)
  expect(await refusals(box('moov', long))).toEqual(['damaged'])
})

test('refuses tables that declare more pictures than the file has bytes for', async () => {
  const pictures = (...sizes: number[]) =>
    box('moov', tables('vide', times([sizes.length]), box('stsz', number(0, 0, sizes.length, ...sizes))))
  expect(await refusals(pictures(600, 400), 1_000)).toEqual([])
  expect(await refusals(pictures(600, 401), 1_000)).toEqual(['overdeclared'])
  const uniform = (handler: string) =>
    box('moov', tables(handler, times([10]), box('stsz', number(0, 101, 10))))
  expect(await refusals(uniform('vide'), 1_009)).toEqual(['overdeclared'])
  expect(await refusals(uniform('vide'), 1_010)).toEqual([])
  // QuickTime declares other sample sizes for audio.
  expect(await refusals(uniform('soun'), 1_009)).toEqual([])
  const short = box('moov', tables('vide', times([2]), box('stsz', number(0, 0, 2, 600))))
  expect(await refusals(short, 1_000)).toEqual(['overdeclared'])
})

test('refuses a duration without samples, unless the film is fragmented or the duration is unknown', async () => {
  const header = (duration: number) => box('mvhd', number(0, 0, 0, 1_000, duration))
  const long = (...duration: number[]) => box('mvhd', number(1 << 24, 0, 0, 0, 0, 1_000, ...duration))
  const empty = tables('vide', times([]), box('stsz', number(0, 0, 0)))
  expect(await refusals(box('moov', header(60_000), empty))).toEqual(['overdeclared'])
  expect(await refusals(box('moov', long(0, 60_000), empty))).toEqual(['overdeclared'])
  for (const told of [header(0), header(0xffffffff), long(0, 0), long(0xffffffff, 0xffffffff)])
    expect(await refusals(box('moov', told, empty))).toEqual([])
  expect(await refusals(box('moov', header(60_000), empty, box('mvex')))).toEqual([])
  expect(await refusals(box('moov', header(60_000), track([1])))).toEqual([])
})

test('the samples of uncompressed audio have a separate, larger limit', async () => {
  const sound = (count: number, each = 1) =>
    box('moov', tables('soun', times([count], each), box('stsz', number(0, 4, count))))
  expect(await refusals(sound(14_400_000))).toEqual([])
  expect(await refusals(sound(80_000_001))).toEqual(['too_complex'])
  // Parsers create an entry for each of these.
  expect(await refusals(sound(14_400_000, 2))).toEqual(['too_complex'])
  const pictures = box('moov', tables('vide', times([14_400_000]), box('stsz', number(0, 4, 14_400_000))))
  expect(await refusals(pictures, 1e9)).toEqual(['too_complex'])
})
