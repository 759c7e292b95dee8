import { expect, test } from 'vitest'
import { readMovie } from '#lib/adapters/media/movie-structure'
import type { CaptureRefused } from '#lib/domain/capture'

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
const read = (movie: Buffer) =>
  readMovie(
    async (offset, length) => movie.subarray(offset, offset + length),
    [{ at: 0, size: movie.length }],
  )
const refusals = (movie: Buffer) =>
  read(movie).then(
    () => [],
    (error: CaptureRefused) => error.refusals,
  )
const track = (samples: number[]) =>
  box(
    'trak',
    box(
      'mdia',
      box(
        'minf',
        box('stbl', box('stts', number(0, samples.length), ...samples.map((count) => number(count, 1)))),
      ),
    ),
  )

test('the location among the keys is found, in the form of QuickTime and of MP4', async () => {
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

test('more tracks, boxes, levels or samples than any camera writes are refused before anything parses them', async () => {
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

test('a box that reaches beyond the one it is in is damage', async () => {
  const long = box('trak')
  long.writeUInt32BE(1_000)
  expect(await refusals(box('moov', long))).toEqual(['damaged'])
})
