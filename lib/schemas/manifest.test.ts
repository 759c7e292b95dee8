import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellAt, cellToGeohash } from '#lib/domain/geo/geohash'
import { parseManifestLine } from '#lib/schemas/manifest'

const now = Date.parse('2026-03-01T12:00:00Z')
const sha256 = 'ab'.repeat(32)
const line = (members: object) =>
  JSON.stringify({ sha256, geohash: 'u33dbb', captured_at: '2026-02-01T00:00:00Z', ...members })
const reasonOf = (text: string) => parseManifestLine(text, now).reason

describe('a manifest line', () => {
  test('with a position gives the same capture as with the geohash of its cell', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.integer({ min: 0, max: now / 1_000 }),
        (lat, lon, capturedAt) => {
          fc.pre(lat !== 0 || lon !== 0)
          const captured_at = new Date(capturedAt * 1_000).toISOString()
          const byPosition = parseManifestLine(line({ geohash: undefined, lat, lon, captured_at }), now)
          expect(byPosition.entry).toEqual({ sha256, cell: cellAt(lat, lon), capturedAt })
          const geohash = cellToGeohash(cellAt(lat, lon))
          expect(parseManifestLine(line({ geohash, captured_at }), now)).toEqual(byPosition)
        },
      ),
    )
  })

  test('accepts a hash in any case and with known prefixes', () => {
    for (const written of [sha256.toUpperCase(), `0x${sha256}`, `sha256:${sha256}`])
      expect(parseManifestLine(line({ sha256: written }), now).entry?.sha256).toBe(sha256)
  })

  test('with a longer geohash gives the cell of six characters', () => {
    expect(parseManifestLine(line({ geohash: 'u33dbbwxyz' }), now)).toEqual(parseManifestLine(line({}), now))
  })

  test.each([
    ['not JSON', '{"sha256":', 'not JSON'],
    ['a list', '[]', 'must be a JSON object'],
    ['null', 'null', 'must be a JSON object'],
    ['a short hash', line({ sha256: 'ab' }), 'sha256 must be 64 hex digits'],
    ['no hash', line({ sha256: undefined }), 'sha256 must be 64 hex digits'],
    ['a short geohash', line({ geohash: 'u33db' }), 'geohash must be a geohash of 6 to 12 characters'],
    [
      'a letter no geohash has',
      line({ geohash: 'u33dba' }),
      'geohash must be a geohash of 6 to 12 characters',
    ],
    [
      'such a letter behind the cell',
      line({ geohash: 'u33dbb!' }),
      'geohash must be a geohash of 6 to 12 characters',
    ],
    [
      'half a position',
      line({ geohash: undefined, lat: 1 }),
      'no place: give geohash, or lat and lon (0,0 is not accepted as a place)',
    ],
    [
      '0,0',
      line({ geohash: undefined, lat: 0, lon: 0 }),
      'no place: give geohash, or lat and lon (0,0 is not accepted as a place)',
    ],
    [
      'no place',
      line({ geohash: undefined }),
      'no place: give geohash, or lat and lon (0,0 is not accepted as a place)',
    ],
    ['two places', line({ lat: 1, lon: 1 }), 'give geohash, or lat and lon, not both'],
    [
      'a latitude off the Earth',
      line({ geohash: undefined, lat: 91.5, lon: 1 }),
      'lat must be within -90..90',
    ],
    ['a position as text', line({ geohash: undefined, lat: '1', lon: 1 }), 'lat must be a number'],
    [
      'a time without offset',
      line({ captured_at: '2026-02-01T00:00:00' }),
      'captured_at must be ISO 8601 with an offset, or a date',
    ],
    ['a time as number', line({ captured_at: 5 }), 'captured_at must be text'],
    ['a future time', line({ captured_at: '2026-03-01T12:00:01Z' }), 'captured_at is in the future'],
    ['a time before 1970', line({ captured_at: '1969-12-31' }), 'captured_at is before 1970'],
  ])('with %s is refused with its reason', (_, text, reason) => {
    expect(reasonOf(text)).toBe(reason)
  })

  test('with any content is accepted or refused, and the reason never repeats it', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((text) => `{"lat":43.4674483,${text}`),
    )
    fc.assert(
      fc.property(anything, (text) => {
        const parsed = parseManifestLine(text, now)
        expect(parsed.entry === undefined).toBe(parsed.reason !== undefined)
        expect(parsed.reason ?? '').not.toContain('43.4')
      }),
    )
  })
})
