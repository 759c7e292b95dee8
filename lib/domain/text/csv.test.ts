import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeCsv } from '#lib/domain/text/csv'

/** A strict parser of RFC 4180. */
function parseCsv(text: string): string[][] {
  const lines: string[][] = [[]]
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/gy
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  while (cell.lastIndex < text.length) {
    const [, value = '', end] = cell.exec(text)!
    lines.at(-1)!.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end === '\r\n') lines.push([])
  }
  expect(lines.pop()).toEqual([])
  return lines
}

const hostile = ['=1+1', '+a', '-2', '@x', ' =a', '\t=a', 'a,"b"\r\nc', '＝1', '\r', '""', '']

test('every text comes back from the table, and none can begin a formula', () => {
  const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...hostile))
  const rows = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }))
  fc.assert(
    fc.property(rows, (given) => {
      // The name of the column keeps a byte order mark of the first text apart from one of the file.
      const [, ...lines] = parseCsv(writeCsv([['name'], ...given]))
      expect(lines).toHaveLength(given.length)
      lines.forEach((line, at) => {
        expect(line).toHaveLength(given[at]!.length)
        line.forEach((text, column) => {
          expect([given[at]![column], `'${given[at]![column]}`]).toContain(text)
          expect(text).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
        })
      })
    }),
    { numRuns: 100 },
  )
})

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['a "b"', '"a ""b"""'],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  [' =1', `' =1`],
  [-12.5, '-12.5'],
])('%j is written %s', (value, written) => {
  expect(writeCsv([[value]])).toBe(`${written}\r\n`)
})

test('a byte order mark comes with the first letter beyond ASCII, and not before', () => {
  expect(writeCsv([['name'], ['Tower']])).toBe('name\r\nTower\r\n')
  expect(writeCsv([['name'], ['Türme']])).toBe('\uFEFFname\r\nTürme\r\n')
})
