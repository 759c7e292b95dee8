import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRange } from '#lib/http/files/byte-range'

const size = 1_000
const read = (header: string | null) => readRange(header, size)
const part = (first: number, last: number) => ({ is: 'part', first, last })

describe('a range', () => {
  test.each([
    ['bytes=0-0', part(0, 0)],
    ['bytes=0-999', part(0, 999)],
    ['bytes=10-19', part(10, 19)],
    ['bytes=10-', part(10, 999)],
    ['bytes=999-', part(999, 999)],
    ['bytes=-1', part(999, 999)],
    ['bytes=-999', part(1, 999)],
    ['BYTES=0-0', part(0, 0)],
    ['bytes= 5-6 ', part(5, 6)],
    ['bytes=,5-6,,', part(5, 6)],
    ['bytes=005-0006', part(5, 6)],
  ])('%s is read', (header, expected) => expect(read(header)).toEqual(expected))

  test.each([
    ['bytes=0-1000', part(0, 999)],
    ['bytes=500-99999999999999999999999999', part(500, 999)],
    ['bytes=-1000', part(0, 999)],
    ['bytes=-99999999999999999999999999', part(0, 999)],
  ])('%s ends with the file', (header, expected) => expect(read(header)).toEqual(expected))

  test.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', `bytes=${'9'.repeat(400)}-`, 'bytes=1000-,2000-'])(
    '%s is outside the file',
    (header) => expect(read(header)).toEqual({ is: 'unsatisfiable' }),
  )

  test.each([
    null,
    '',
    'bytes',
    'bytes=',
    'bytes=,',
    'bytes=-',
    'bytes=a-b',
    'bytes=5-4',
    'bytes=1.5-2',
    'bytes=+1-2',
    'bytes=0x1-2',
    'bytes=1-2-3',
    'bytes=1 - 2',
    'bytes=--1',
    'bytes 0-1',
    ' bytes=0-1',
    'items=0-1',
    'bytes=0-1, bytes=2-3',
    'bytes=0-1,x',
    'bytes=0-1\u0000',
    'bytes=٠-١',
  ])('%j is none, and ignored', (header) => expect(read(header)).toEqual({ is: 'whole' }))

  test.each(['bytes=0-1,3-4', 'bytes=-1,0-0', `bytes=${'0-0,'.repeat(10_000)}`])(
    'of several parts is answered with the whole file: %.30s',
    (header) => expect(read(header)).toEqual({ is: 'whole' }),
  )

  test('of which one part only is inside the file is that part', () => {
    expect(read('bytes=5-6,1000-,2000-3000')).toEqual(part(5, 6))
  })

  test('of an empty file is outside of it, but for a suffix', () => {
    expect(readRange('bytes=0-', 0)).toEqual({ is: 'unsatisfiable' })
    expect(readRange('bytes=-5', 0)).toEqual({ is: 'whole' })
  })
})

test('any requested range is inside the file and correct', () => {
  const position = fc.nat({ max: 3_000 }).map(String)
  const either = fc.oneof(position, fc.constant(''))
  const member = fc.tuple(either, either).map(([from, to]) => `${from}-${to}`)
  const header = fc.oneof(
    fc.array(member, { maxLength: 3 }).map((members) => `bytes=${members.join(',')}`),
    fc.string({ unit: fc.constantFrom(...'bytes=-, 0123456789') }),
  )
  fc.assert(
    fc.property(header, fc.nat({ max: 2_000 }), (text, length) => {
      const range = readRange(text, length)
      if (range.is !== 'part') return
      expect(range.first).toBeGreaterThanOrEqual(0)
      expect(range.last).toBeLessThan(length)
      expect(range.first).toBeLessThanOrEqual(range.last)
      const numbers = (text.match(/\d+/g) ?? []).map(Number)
      expect(
        numbers.includes(range.first) || numbers.includes(length - range.first) || range.first === 0,
      ).toBe(true)
      expect(numbers.includes(range.last) || range.last === length - 1).toBe(true)
    }),
  )
})

test('a single plain range is always served as requested', () => {
  fc.assert(
    fc.property(fc.nat({ max: 999 }), fc.nat({ max: 2_000 }), (first, more) => {
      expect(read(`bytes=${first}-${first + more}`)).toEqual(part(first, Math.min(999, first + more)))
      expect(read(`bytes=-${first + 1}`)).toEqual(part(999 - first, 999))
    }),
  )
})
