import { expect, test } from 'vitest'
import { parseIngestArguments } from '#lib/cli/ingest-arguments'

test('files, folders, manifests and hints are read', () => {
  expect(
    parseIngestArguments([
      'a.jpg',
      '--manifest',
      'm.ndjson',
      'folder',
      '--captured-at',
      '2026-05-01',
      '--utc-offset',
      '+02:00',
    ]),
  ).toEqual({
    paths: ['a.jpg', 'folder'],
    manifests: ['m.ndjson'],
    hints: { capturedAt: Date.parse('2026-05-01') / 1_000, utcOffsetMinutes: 120 },
  })
  expect(parseIngestArguments(['--help'])).toBe('help')
})

test.each([
  [[], 'FILE'],
  [[''], 'FILE'],
  [['a', '--captured-at', 'noon'], '--captured-at'],
  [['a', '--captured-at', '2026-05-01T12:00:00'], '--captured-at'],
  [['a', '--captured-at', '1969-01-01'], '--captured-at'],
  [['a', '--utc-offset', '2h'], '--utc-offset'],
  [['a', '--manifest'], '--manifest'],
  [['a', '--force'], '--force'],
])('wrong usage %j names the argument', (args, named) => {
  expect(() => parseIngestArguments(args)).toThrow(named)
})
