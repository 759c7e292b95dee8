import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Report } from '#lib/client/check'
import { exportName, writeCsv, writeJson } from '#lib/client/check-export'
import type { CheckRow } from '#lib/client/check-run'

const rowOf = (name: string, report?: Partial<Report>): CheckRow => ({
  id: 1,
  name,
  sizeBytes: 3,
  doneBytes: 3,
  state: report ? 'done' : 'cancelled',
  isProofAlone: false,
  ...(report && { report: { verdict: 'unknown', sha256: '', ...report } }),
})

/** RFC 4180, read as strictly as it is written. */
function parseCsv(text: string): string[][] {
  expect(text.startsWith('\uFEFF')).toBe(true)
  const lines: string[][] = [[]]
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/gy
  cell.lastIndex = 1
  while (cell.lastIndex < text.length) {
    const [, value = '', end] = cell.exec(text)!
    lines.at(-1)!.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end === '\r\n') lines.push([])
  }
  expect(lines.pop()).toEqual([])
  return lines
}

const hostile = ['=1+1', '+a', '-2', '@x', ' =a', '\t=a', 'a,"b"\r\nc', '＝1', '\r', '""']

test('every name comes back from the table, and none can begin a formula', () => {
  const names = fc.array(fc.oneof(fc.string(), fc.constantFrom(...hostile)), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(names, (given) => {
      const [header, ...lines] = parseCsv(writeCsv(given.map((name) => rowOf(name, {}))))
      const isWhole = lines.every((line) => line.length === header!.length)
      const isKept = lines.every(([name], index) => name === given[index] || name === `'${given[index]}`)
      const isFormula = lines.some(([name]) => /^\s*[=+\-@＝＋－＠]/.test(name!))
      return lines.length === given.length && isWhole && isKept && !isFormula
    }),
    { numRuns: 60 },
  )
})

test('the verdict words are those of the interface, and what was not finished says so', () => {
  const rows = [rowOf('a', { verdict: 'does_not_match' }), rowOf('b')]
  const [header, ...lines] = parseCsv(writeCsv(rows))
  const at = header!.indexOf('verdict')
  expect(lines.map((line) => line[at])).toEqual(['does_not_match', 'cancelled'])
  const json = JSON.parse(writeJson(rows, '2026-03-04T14:05:09Z'))
  expect(json).toMatchObject({
    checked_at: '2026-03-04T14:05:09Z',
    files: [
      { name: 'a', verdict: 'does_not_match' },
      { name: 'b', verdict: 'cancelled' },
    ],
  })
})

test('the name tells how many rows there are to expect', () => {
  expect(exportName([rowOf('a')], 'json')).toBe('cairn-check-1-file.json')
  expect(exportName([rowOf('a'), rowOf('b')], 'csv')).toBe('cairn-check-2-files.csv')
})
