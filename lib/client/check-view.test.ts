import { expect, test } from 'vitest'
import type { CheckRow } from '#lib/client/check-row'
import {
  arrange,
  cluesOf,
  isNotCompared,
  limitSizeText,
  listedVerdict,
  sameFiles,
  summarise,
} from '#lib/client/check-view'
import type { Clues } from '#lib/client/look-closer'

const rowOf = (
  name: string,
  clues?: Clues,
  report: CheckRow['report'] = { verdict: 'unknown', sha256: '' },
) => ({
  id: 1,
  name,
  sizeBytes: 1,
  doneBytes: 1,
  state: 'done' as const,
  isProofAlone: false,
  file: new File(['x'], name),
  report,
  ...(clues && { clues }),
})
const signed = rowOf('signed.jpg', { isOver: true, credentials: 'does_not_match', likeness: 'none' })
const copy = rowOf('copy.jpg', { isOver: true, likeness: 'alike', similarTo: 'ab' })
const damaged = rowOf('damaged.jpg', { isOver: true, picture: 'unreadable', likeness: 'not_comparable' })
const plain = rowOf('plain.jpg', { isOver: true, picture: 'readable', likeness: 'none' })
const stopped = rowOf('stopped.jpg', { isOver: true, picture: 'readable' })

test('files without a record are told apart by what was found in them, and can be found among many', () => {
  const rows = [plain, damaged, stopped, copy, signed]
  expect(rows.flatMap(cluesOf)).toEqual(['damaged', 'similar', 'changed_credentials'])
  const names = (filter: Parameters<typeof arrange>[1]) =>
    arrange(rows, filter, { by: 'verdict', isDescending: false }).map(({ name }) => name)
  expect(names('similar')).toEqual(['copy.jpg'])
  expect(names('unknown')).toEqual(['signed.jpg', 'copy.jpg', 'damaged.jpg', 'plain.jpg', 'stopped.jpg'])
  expect(summarise(rows).counts).toMatchObject({ unknown: 5, similar: 1, changed_credentials: 1, damaged: 1 })
})

test('a picture that was not compared is never counted as one that is similar to none', () => {
  const waiting = rowOf('waiting.jpg', { isOver: false })
  const text = rowOf('text.txt', { isOver: true, picture: 'no_picture' })
  const rows = [plain, copy, damaged, text, waiting, stopped]
  expect(rows.map(isNotCompared)).toEqual([false, false, false, false, true, true])
  expect(summarise(rows)).toMatchObject({ looking: 1, notCompared: 1 })
})

test('a format that few browsers show or play is not called damaged', () => {
  expect(cluesOf(rowOf('raw.dng', { isOver: true, picture: 'unreadable' }))).toEqual([])
  expect(cluesOf(rowOf('film.mov', { isOver: true, picture: 'unreadable' }))).toEqual([])
})

test('a film that is cut off is called damaged, also if its beginning can be read', () => {
  const cut = { isOver: true, isDamaged: true as const }
  expect(cluesOf(rowOf('film.mov', { ...cut, picture: 'unreadable' }))).toEqual(['damaged'])
  expect(cluesOf(rowOf('film.mp4', { ...cut, picture: 'readable', likeness: 'none' }))).toEqual(['damaged'])
})

test('text under the name of a picture is called no photo, and not damaged', () => {
  const text = rowOf('text.jpg', { isOver: true, isOtherContent: true, picture: 'no_picture' })
  expect(cluesOf(text)).toEqual(['not_media'])
  expect(isNotCompared(text)).toBe(false)
})

test('a proof whose chain was not read is distinguished from a file that could not be checked', () => {
  const report = { verdict: 'could_not_check', sha256: '' } as const
  const recomputed = { holds: true } as NonNullable<CheckRow['report']>['recomputed'] & {}
  expect(listedVerdict(report)).toBe('could_not_check')
  expect(listedVerdict({ ...report, recomputed })).toBe('chain_not_read')
})

test('a file that contradicts the claims of its record is found among many, and stays unchanged', () => {
  const record = { geohash: 'srb0br', captured_at: '2026-11-27T19:40:00Z' }
  const holding = (holds: boolean) =>
    ({
      verdict: 'verified',
      sha256: '',
      recomputed: { holds },
      proof: record,
    }) as unknown as CheckRow['report']
  const of = (name: string, geohash: string, holds = true): CheckRow => ({
    ...rowOf(name, undefined, holding(holds)),
    stated: { times: [], geohash },
  })
  const reading: CheckRow = { ...of('reading.jpg', ''), stated: 'reading' }
  const unread: CheckRow = { ...of('unread.jpg', ''), stated: 'unread' }
  const rows = [of('same.jpg', 'srb0br'), of('other.jpg', 'u3ckuh'), of('broken.jpg', 'u3ckuh', false)]
  expect(summarise([...rows, reading, unread, unread])).toMatchObject({
    reading: 1,
    unread: 2,
    counts: { verified: 6, other_place: 1 },
  })
  const names = arrange(rows, 'other_place', { by: 'given', isDescending: false }).map(({ name }) => name)
  expect(names).toEqual(['other.jpg'])
  expect(summarise(rows).counts).toMatchObject({
    verified: 3,
    other_place: 1,
    other_time: 0,
    two_times: 0,
  })
  const late: CheckRow = {
    ...of('late.jpg', 'u3ckuh'),
    stated: { times: ['2014-06-07T10:24:24'], geohash: 'u3ckuh' },
  }
  expect(summarise([late]).counts).toMatchObject({ other_place: 1, other_time: 1, two_times: 0 })
  expect(arrange([...rows, late], 'other_time', { by: 'given', isDescending: false })).toEqual([late])
})

test('a limit is written in the unit in which it was set', () => {
  expect([8 * 2 ** 30, 512 * 2 ** 20, 2 ** 40].map(limitSizeText)).toEqual(['8 GiB', '512 MiB', '1 TiB'])
  expect(limitSizeText(1_500_000_000)).toBe('1.50 GB')
})

test('two clocks that disagree are counted apart from another time than that of the record', () => {
  const record = { geohash: 'sr8rq2', captured_at: '2008-10-23T14:36:47Z' }
  const report = { verdict: 'verified', sha256: '', recomputed: { holds: true }, proof: record }
  const row: CheckRow = {
    ...rowOf('clocks.jpg', undefined, report as unknown as CheckRow['report']),
    stated: { times: ['2008-10-22T16:38:20', '2008-10-23T14:36:47Z'], geohash: undefined },
  }
  expect(summarise([row]).counts).toMatchObject({ other_place: 0, other_time: 0, two_times: 1 })
  expect(arrange([row], 'two_times', { by: 'given', isDescending: false })).toEqual([row])
  expect(arrange([row], 'other_time', { by: 'given', isDescending: false })).toEqual([])
})

test('a file with the bytes of an earlier one is the same file, but an empty one, a proof alone and a model are not', () => {
  const file = new File(['x'], 'x')
  const of = (id: number, name: string, more: Partial<CheckRow> = {}): CheckRow => ({
    ...rowOf(name),
    id,
    file,
    sizeBytes: 1,
    sha256: 'aa',
    ...more,
  })
  const { file: _, ...alone } = of(4, 'proof.json')
  const rows = [
    of(1, 'a.jpg'),
    of(2, 'b.jpg'),
    of(3, 'c.jpg', { sha256: 'bb' }),
    alone,
    of(5, 'model.zip', { modelFileCount: 3 }),
    ...[6, 7].map((id) => of(id, 'empty.jpg', { sizeBytes: 0, sha256: 'ee' })),
    of(8, 'd.jpg'),
  ]
  expect([...sameFiles(rows)]).toEqual([
    [2, 'a.jpg'],
    [8, 'a.jpg'],
  ])
})
