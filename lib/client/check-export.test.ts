import { expect, test } from 'vitest'
import type { Report } from '#lib/client/check'
import { exportName, placesOf, toCsv, toJson } from '#lib/client/check-export'
import type { CheckRow } from '#lib/client/check-row'

const about = { checkedAt: '2026-03-04T14:05:09Z', places: new Map(), isDemo: false }

const rowOf = (name: string, report?: Partial<Report>): CheckRow => ({
  id: 1,
  name,
  sizeBytes: 3,
  doneBytes: 3,
  state: report ? 'done' : 'cancelled',
  isProofAlone: false,
  ...(report && { report: { verdict: 'unknown', sha256: '', ...report } }),
})

test('the verdict words are those of the interface, and what was not finished says so', () => {
  const rows = [rowOf('a', { verdict: 'does_not_match' }), rowOf('b')]
  const [header, ...lines] = toCsv(rows, about)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  const told = (name: string) => lines.map((line) => line[header!.indexOf(name)])
  expect(told('verdict')).toEqual(['Does not match', 'Cancelled'])
  expect(header).not.toContain('verdict_code')
  expect(new Set(lines.map((line) => line.length))).toEqual(new Set([header!.length]))
  const json = JSON.parse(toJson(rows, about))
  expect(json).toMatchObject({
    checked_at: '2026-03-04T14:05:09Z',
    files: [
      { name: 'a', verdict: 'Does not match', verdict_code: 'does_not_match' },
      { name: 'b', verdict: 'Cancelled', verdict_code: 'cancelled' },
    ],
  })
})

test('a file without a record is exported with what was found in it, and "not looked up" differs from "none found"', () => {
  const file = new File(['x'], 'a.jpg')
  const of = (clues?: CheckRow['clues']) => ({ ...rowOf('a.jpg', {}), file, ...(clues && { clues }) })
  const rows = [
    of({ isOver: true, credentials: 'does_not_match', picture: 'readable', likeness: 'none' }),
    of({ isOver: true, credentials: 'none', picture: 'readable', likeness: 'alike', similarTo: 'ab' }),
    of({ isOver: true, credentials: 'none', picture: 'unreadable', likeness: 'not_comparable' }),
    of({ isOver: false }),
    of(),
    rowOf('b.jpg', { verdict: 'verified' }),
  ]
  const { files } = JSON.parse(toJson(rows, about))
  const found = files.map((each: Record<string, string>) => [
    ...[each.reason, each.content_credentials, each.picture, each.similar_record, each.similar_sha256],
  ])
  expect(found).toEqual([
    ['Credentials do not match', 'present, do not match the file', 'readable', 'none found', ''],
    ['Similar to a record', 'none found', 'readable', 'found', 'ab'],
    ['Damaged or incomplete', 'none found', 'unreadable', 'not comparable', ''],
    ['', 'not checked', 'not read', 'not looked up', ''],
    ['', 'not checked', 'not read', 'not looked up', ''],
    ['', 'not checked', '', '', ''],
  ])
})

test('Content Credentials are said to be present, absent or not checked, and never left empty', () => {
  const states = [
    'none',
    'trusted',
    'untrusted',
    'does_not_match',
    'could_not_validate',
    'unsupported',
  ] as const
  const rows = states.map((credentials) => ({ ...rowOf('a.jpg', {}), clues: { isOver: true, credentials } }))
  const { files } = JSON.parse(toJson([...rows, rowOf('b'), recorded()], about))
  expect(files.map((file: Record<string, string>) => file.content_credentials)).toEqual([
    'none found',
    'present, signer on the C2PA trust list',
    'present, signer not on the C2PA trust list',
    'present, do not match the file',
    'present, not verified',
    'not checked: kind of file not supported',
    'not checked',
    'not checked',
  ])
})

test('the hash of the manifest of a model is never given as the hash of its ZIP', () => {
  const manifestSha256 = '5c'.repeat(32)
  const good = { ...rowOf('model.zip', { verdict: 'verified' }), sha256: manifestSha256, modelFileCount: 3 }
  const changed = {
    ...rowOf('changed.zip', { verdict: 'does_not_match', sha256: manifestSha256, changedCount: 1 }),
    modelFileCount: 3,
  }
  const photo = { ...rowOf('photo.jpg', { verdict: 'verified' }), sha256: 'ab' }
  const { files } = JSON.parse(toJson([good, changed, photo], about))
  expect(files.map((file: Record<string, string>) => [file.sha256, file.manifest_sha256])).toEqual([
    ['', manifestSha256],
    ['', manifestSha256],
    ['ab', ''],
  ])
})

test('the name tells how many rows there are to expect', () => {
  expect(exportName([rowOf('a')], 'json')).toBe('cairn-check-1-file.json')
  expect(exportName([rowOf('a'), rowOf('b')], 'csv')).toBe('cairn-check-2-files.csv')
})

test('a claimed place is named, and the service is not asked for that of a proof that was given', async () => {
  const proof = (geohash: string) =>
    ({
      recomputed: { holds: true },
      proof: { geohash, captured_at: '2026-03-04T14:05:09Z', attestation: {}, tree: {} },
    }) as unknown as Partial<Report>
  const rows = [
    rowOf('a', proof('u3ckuh')),
    { ...rowOf('b', proof('u33dc0')), bundle: { name: 'b.json', problem: '' } },
    rowOf('c', { ...proof('srb0bw'), recomputed: { holds: false } as Report['recomputed'] & {} }),
  ]
  const asked: string[] = []
  const nameCell = async (geohash: string) => {
    asked.push(geohash)
    return 'Central Lund'
  }
  const placesIn = async (name?: typeof nameCell) => {
    const places = await placesOf(rows, name)
    const { files } = JSON.parse(toJson(rows, { ...about, places }))
    return files.map((file: Record<string, string>) => file.place_claimed)
  }
  expect(await placesIn(nameCell)).toEqual(['Central Lund', 'Around 52.52° N, 13.41° E', ''])
  expect(asked).toEqual(['u3ckuh'])
  expect(await placesIn()).toEqual(['Around 55.70° N, 13.19° E', 'Around 52.52° N, 13.41° E', ''])
})

test('a line of the CSV says when it was saved, in UTC', () => {
  const [header, line] = toCsv([rowOf('a')], about).split('\r\n')
  expect(header).toMatch(/,checked_at$/)
  expect(line).toMatch(/,2026-03-04T14:05:09Z$/)
})

const recorded = (stated?: CheckRow['stated']): CheckRow => ({
  ...rowOf('a.jpg', {
    verdict: 'verified',
    recomputed: { holds: true },
    proof: {
      geohash: 'srb0br',
      captured_at: '2026-11-27T19:40:00Z',
      attestation: { chain_id: 8453 },
      tree: {},
    },
  } as unknown as Partial<Report>),
  file: new File(['x'], 'a.jpg'),
  ...(stated && { stated }),
})

test('a demonstration is named beside the number of its chain, and not where that is unknown', () => {
  const told = (isDemo: boolean | undefined) => {
    const { is_demonstration: whole, files } = JSON.parse(
      toJson([recorded(), rowOf('b')], { ...about, isDemo }),
    )
    return [whole, ...files.map((file: Record<string, string>) => file.is_demonstration)]
  }
  expect(told(true)).toEqual([true, 'yes', ''])
  expect(told(false)).toEqual([false, 'no', ''])
  expect(told(undefined)).toEqual([undefined, '', ''])
})

test('a file that contradicts the claims of its record is marked, and one that was not read is not marked as agreeing', () => {
  const { file: _, ...withoutFile } = recorded()
  const rows = [
    recorded({ times: ['2014-06-07T10:24:24'], geohash: 'u3ckuh' }),
    recorded({ times: ['2026-11-27T19:40:00Z'], geohash: 'srb0br' }),
    recorded({ times: ['2014-06-07T10:24:24', '2026-11-27T19:40:00Z'], geohash: 'u3ckuh' }),
    recorded({ times: [], geohash: undefined }),
    withoutFile,
    recorded('reading'),
    recorded('unread'),
    recorded(),
    rowOf('b'),
  ]
  const { files } = JSON.parse(toJson(rows, about))
  expect(
    files.map((file: Record<string, string>) => [
      ...[file.file_contradicts_claims, file.captured_at_in_file, file.geohash_in_file],
    ]),
  ).toEqual([
    ['place; time', '2014-06-07T10:24:24', 'u3ckuh'],
    ['none found', '2026-11-27T19:40:00Z', 'srb0br'],
    ['place; two times', '2014-06-07T10:24:24; 2026-11-27T19:40:00Z', 'u3ckuh'],
    ['not compared', '', ''],
    ['not compared', '', ''],
    ['not read', '', ''],
    ['not read', '', ''],
    ['not read', '', ''],
    ['', '', ''],
  ])
})
