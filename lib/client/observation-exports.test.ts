import { expect, test } from 'vitest'
import { exportName, toCsv, toGeoJson, toKml } from '#lib/client/observation-exports'
import type { Observation } from '#lib/schemas/observation'

const hex = (digit: string) => `0x${digit.repeat(64)}`
const at = (geohash: string, id: string): Observation => ({
  observation_id: id.repeat(64),
  provenance_hash: `sha256:${id.repeat(64)}`,
  geohash,
  captured_at: '2026-11-20T14:05:09Z',
  anchor: {
    chain_id: 8453,
    tree_id: 3,
    leaf_hash: hex('1'),
    root: hex('2'),
    attest_uid: hex('3'),
    attest_tx: hex('4'),
    eas_url: 'https://base.easscan.org/attestation/view/0x33?a=1&b=2',
    viewer_url: 'https://cairn.test/trees/3',
  },
})
/** On both sides of the antimeridian, and in the west and south, where coordinates are negative. */
const rows = [at('xbpbpb', 'a'), at('800000', 'b'), at('6gyf4b', 'c')]
const nameOf = (geohash: string) => (geohash === '6gyf4b' ? 'Santa Rosa' : undefined)

test('the CSV has a line of names and one for each observation, as many cells in each', () => {
  const lines = toCsv(rows, nameOf).split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines.at(-1)).toBe('')
  const cells = lines.slice(0, 4).map((line) => line.split(','))
  expect(new Set(cells.map((line) => line.length)).size).toBe(1)
  expect(cells[1]!.slice(0, 3)).toEqual(['2026-11-20T14:05:09Z', 'xbpbpb', ''])
  // Coordinates of the south and the west stay numbers.
  expect(Number(cells[3]![3])).toBeLessThan(0)
})

test('each file calls time and place claims, and names the places whose names are known', () => {
  expect(toCsv(rows, nameOf)).toMatch(/^captured_at_claimed,geohash_claimed,place_claimed,/)
  expect(toCsv(rows, nameOf)).toContain('6gyf4b,Santa Rosa,')
  const { features } = JSON.parse(toGeoJson(rows, nameOf)) as { features: { properties: object }[] }
  expect(features[2]!.properties).toMatchObject({
    captured_at_claimed: '2026-11-20T14:05:09Z',
    geohash_claimed: '6gyf4b',
    place_claimed: 'Santa Rosa',
    tree_id: 3,
  })
  const kml = toKml(rows, nameOf)
  expect(kml).toContain('<name>Santa Rosa, 2026-11-20T14:05:09Z, as claimed</name>')
  expect(kml).toContain('<name>xbpbpb, 2026-11-20T14:05:09Z, as claimed</name>')
  expect(kml).toContain('<Data name="captured_at_claimed">')
  for (const text of [toCsv(rows, nameOf), toGeoJson(rows, nameOf), kml])
    expect(text).not.toMatch(/\b(captured_at|geohash)\b/)
})

test('each file of a demonstration says in every row that it is one, and no other file does', () => {
  for (const write of [toCsv, toGeoJson, toKml]) {
    expect(write(rows, nameOf, { isDemo: true })).toContain('is_demonstration')
    expect(write(rows, nameOf)).not.toContain('is_demonstration')
  }
  expect(
    toCsv(rows, nameOf, { isDemo: true })
      .split('\r\n')
      .slice(1, 4)
      .every((line) => line.endsWith(',yes')),
  ).toBe(true)
})

test('each file links the page that checks a record', () => {
  const url = `https://cairn.test/verify/${'a'.repeat(64)}`
  for (const text of [toCsv(rows, nameOf), toGeoJson(rows, nameOf), toKml(rows, nameOf)])
    expect(text).toContain(url)
})

test('the GeoJSON has closed, counter-clockwise cells within the globe, none across the antimeridian', () => {
  const { type, features } = JSON.parse(toGeoJson(rows, nameOf)) as {
    type: string
    features: { type: string; id: string; geometry: { coordinates: [number, number][][] } }[]
  }
  expect(type).toBe('FeatureCollection')
  expect(features.map(({ id }) => id)).toEqual(rows.map((row) => row.observation_id))
  for (const { geometry } of features) {
    const [ring] = geometry.coordinates
    expect(ring).toHaveLength(5)
    expect(ring![0]).toEqual(ring![4])
    const twice = ring!
      .slice(1)
      .reduce((sum, [x, y], index) => sum + ring![index]![0] * y - x * ring![index]![1], 0)
    expect(twice).toBeGreaterThan(0)
    const longitudes = ring!.map(([x]) => x)
    expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(0.02)
    for (const [x, y] of ring!) expect(Math.abs(x) <= 180 && Math.abs(y) <= 90).toBe(true)
  }
})

test('the KML has a place for each observation, and its text is escaped', () => {
  const kml = toKml(rows, nameOf)
  expect(kml.match(/<Placemark>/g)).toHaveLength(3)
  expect(kml).toContain('a=1&amp;b=2')
  expect(kml).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/)
})

test('the name of the file says how many rows are in it', () => {
  const day = new Date('2026-11-21T01:00:00Z')
  expect(exportName(3, 'csv', day)).toBe('cairn-3-captures-2026-11-21.csv')
  expect(exportName(1, 'kml', day)).toBe('cairn-1-capture-2026-11-21.kml')
})
