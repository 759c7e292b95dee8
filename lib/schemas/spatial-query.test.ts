import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { statusOf } from '#lib/domain/error-table'
import { CairnError } from '#lib/domain/errors'
import { cellAt, geohashToCell } from '#lib/domain/geo/geohash'
import { parseSpatialQuery, spatialQueryInput } from '#lib/schemas/spatial-query'

const now = new Date('2026-03-10T12:34:56.789Z')
const aoi = { type: 'Point', coordinates: [2.2945, 48.8584] }
const parse = (body: unknown) => parseSpatialQuery(body, { now })

function refusal(body: unknown): CairnError {
  try {
    parse(body)
  } catch (error) {
    if (error instanceof CairnError) return error
    throw error
  }
  throw new Error('was accepted')
}

test('defaults: the last seven days, 100 observations, 500 m', () => {
  const query = parse({ aoi })
  expect(new Date(query.toMs).toISOString()).toBe('2026-03-10T12:34:56.000Z')
  expect(query.toMs - query.fromMs).toBe(7 * 86_400_000)
  expect(query.limit).toBe(100)
  expect(query.runs).toEqual(parse({ aoi, radius_m: 500 }).runs)
})

const timeRule =
  'must be an ISO 8601 date (2026-01-31) or a time with its offset (2026-01-31T12:00:00Z, 2026-01-31T12:00:00+02:00)'
const limitRule = 'is a text and must be a whole number from 1 to 1000, without quotes'

test('a refusal has all faulty members with their rules, the first as its field', () => {
  const { field, message } = refusal({ from: 'yesterday', limit: 'many' })
  expect(field).toBe('aoi')
  expect(message).toBe(
    `aoi is required: a GeoJSON Point or Polygon. Also wrong: from ${timeRule}; limit ${limitRule}.`,
  )
  expect(refusal({ aoi, from: 'yesterday', limit: 'many' }).message).toMatch(
    /^from must be an ISO 8601 .*\. Also wrong: limit is a text and must be a whole number from 1 to 1000, without quotes\.$/,
  )
})

test('a refusal has the faults of area, radius and window beside those of other members', () => {
  const limit = 'limit must be a whole number from 1 to 1000'
  const radius = 'radius_m must be a number of metres from 1 to 5000'
  expect(refusal({ aoi, radius_m: 90_000, limit: 0 })).toMatchObject({
    code: 'invalid_request',
    field: 'radius_m',
    message: `${radius}. Also wrong: ${limit}.`,
  })
  expect(refusal({ aoi, radius_m: '300', limit: 1.5 }).message).toBe(
    `radius_m is a text and must be a number of metres from 1 to 5000, without quotes. Also wrong: ${limit}.`,
  )
  const beyond = { type: 'Point', coordinates: [11, 143] }
  expect(refusal({ aoi: beyond, radius_m: 0, limit: 0 })).toMatchObject({
    code: 'invalid_geometry',
    field: 'aoi.coordinates.1',
    message: `aoi.coordinates.1 is a latitude and must be within -90 to 90 degrees (longitude comes first). Also wrong: ${radius}; ${limit}.`,
  })
  expect(refusal({ aoi, limit: 0, from: '2030-01-01', to: '2030-02-01' }).message).toBe(
    `${limit}. Also wrong: from must not be in the future.`,
  )
  expect(refusal({ bbox: [2, 48, 3, 49], limit: 0 }).message).toBe(
    `aoi is required: a GeoJSON Point or Polygon. Also wrong: ${limit}. Ignored, because this request has no such member: "bbox".`,
  )
})

test('a day that no calendar has is called so', () => {
  expect(refusal({ aoi, from: '2026-02-30' }).message).toBe(
    'from is on a day that does not exist: 2026-02-30',
  )
  expect(refusal({ aoi, to: '2026-02-30T10:00:00Z' }).message).toBe(
    'to is on a day that does not exist: 2026-02-30',
  )
  expect(refusal({ aoi, to: '2026-13-01' }).message).toBe('to is in a month that does not exist: 2026-13-01')
  expect(refusal({ aoi, to: '2026-02-28T25:00:00Z' }).message).toMatch(/^to must be an ISO 8601 date/)
})

test('a number sent as a text is called so', () => {
  const message = 'radius_m is a text and must be a number of metres from 1 to 5000, without quotes'
  expect(refusal({ aoi, radius_m: '500' })).toMatchObject({ field: 'radius_m', message })
})

test('an area by another name is called unknown, and the right name is given', () => {
  expect(refusal({ bbox: [2, 48, 3, 49] })).toMatchObject({
    field: 'aoi',
    message:
      'aoi is required: a GeoJSON Point or Polygon. Ignored, because this request has no such member: "bbox".',
  })
})

test('the default of "from" depends on "to"', () => {
  expect(new Date(parse({ aoi, to: '2020-01-08' }).fromMs).toISOString()).toBe('2020-01-01T00:00:00.000Z')
})

test('the query has the cells of the area', () => {
  const cell = geohashToCell('u09tun')!
  const query = parse({ aoi, radius_m: 1 })
  expect(query.runs).toEqual([[cell, cell]])
  expect(cellAt(48.8584, 2.2945)).toBe(cell)
})

describe('times', () => {
  test.each([
    ['2026-02-28', '2026-02-28T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-02-28T10:00Z', '2026-02-28T10:00:00.000Z'],
    ['2026-02-28T10:00:00Z', '2026-02-28T10:00:00.000Z'],
    ['2026-02-28T10:00:00.25Z', '2026-02-28T10:00:00.250Z'],
    ['2026-02-28T10:00:00+02:00', '2026-02-28T08:00:00.000Z'],
    ['2026-02-28T10:00:00-09:30', '2026-02-28T19:30:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(new Date(parse({ aoi, from: text }).fromMs).toISOString()).toBe(instant)
  })

  test.each([
    '2026-02-28T10:00:00',
    '2026-02-28 10:00:00Z',
    '2026-02-30',
    '2025-02-29T00:00:00Z',
    '2026-13-01',
    '2026-02-28T24:00:00Z',
    '2026-02-28T10:00:60Z',
    '2026-02-28T10:00:00+25:00',
    '28.02.2026',
    'yesterday',
    '',
    1_700_000_000,
    null,
    {},
  ])('%j is refused', (value) => {
    for (const field of ['from', 'to']) {
      const error = refusal({ aoi, [field]: value })
      expect(error).toMatchObject({ code: 'invalid_request', field })
      expect(error.message).toMatch(/ISO 8601|does not exist/)
    }
  })

  test.each([
    '0000-01-01',
    '0001-01-01T00:00:00+01:00',
    '0001-01-01T00:00:00+12:00',
    '9999-12-31T23:59:59-01:00',
  ])('%j is told the range', (value) => {
    for (const field of ['from', 'to']) {
      const error = refusal({ aoi, [field]: value })
      expect(error).toMatchObject({ code: 'invalid_request', field })
      expect(error.message).toContain('from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59.999Z')
    }
  })

  test.each(['0001-01-01', '0001-01-03', '0001-01-08T00:00:00Z', '0001-01-09'])(
    'a window that ends at %s begins where it could be asked for',
    (to) => {
      const { fromMs, toMs } = parse({ aoi, to })
      const written = (ms: number) => new Date(ms).toISOString()
      expect(parse({ aoi, from: written(fromMs), to: written(toMs) })).toMatchObject({ fromMs, toMs })
      expect(toMs - fromMs).toBeLessThanOrEqual(7 * 86_400_000)
    },
  )

  test('times are ordered by their full precision, beyond milliseconds', () => {
    const at = (fraction: string) => `2026-01-01T00:00:00.${fraction}Z`
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,9}$/), fc.stringMatching(/^\d{1,9}$/), (from, to) => {
        const ask = () => parse({ aoi, from: at(from), to: at(to) })
        if (Number(`0.${from}`) > Number(`0.${to}`)) expect(ask).toThrow('must not be after "to"')
        else expect(ask).not.toThrow()
      }),
      {
        examples: [
          ['0009', '0001'],
          ['0001', '0009'],
          ['0001', '00010'],
          ['001', '0009'],
        ],
      },
    )
    expect(parse({ aoi, from: at('1239'), to: at('1239999') })).toMatchObject({
      fromMs: Date.parse(at('123')),
      toMs: Date.parse(at('123')),
    })
  })

  test('"from" may equal "to" but not be after it', () => {
    expect(refusal({ aoi, from: '2026-01-02', to: '2026-01-01' })).toMatchObject({
      code: 'invalid_request',
      field: 'from',
    })
    expect(refusal({ aoi, from: '2027-01-01' })).toMatchObject({ code: 'invalid_request', field: 'from' })
    expect(() => parse({ aoi, from: '2026-01-01', to: '2026-01-01T00:00:00Z' })).not.toThrow()
  })
})

describe('a window that has not begun', () => {
  test('is refused, because nothing can be in it', () => {
    for (const body of [
      { aoi, from: '2030-01-01', to: '2030-02-01' },
      { aoi, from: '2026-03-10T12:34:57Z', to: '2026-03-11' },
    ]) {
      const error = refusal(body)
      expect(error).toMatchObject({ code: 'invalid_request', field: 'from' })
      expect(error.message).toContain('must not be in the future')
    }
  })

  test('is refused by its end, if its caller gave only that', () => {
    const error = refusal({ aoi, to: '2030-02-01' })
    expect(error).toMatchObject({ code: 'invalid_request', field: 'to' })
    expect(error.message).toContain('seven days before it')
  })

  test('may end in the future once it has begun', () => {
    expect(() => parse({ aoi, from: '2026-03-10T12:34:56Z', to: '2030-01-01' })).not.toThrow()
    expect(() => parse({ aoi, to: '2026-03-17T12:34:56Z' })).not.toThrow()
  })
})

test('a polygon without an area has the cells that it touches', () => {
  const polygon = (coordinates: number[][]) => ({ type: 'Polygon', coordinates: [coordinates] })
  const at = [2.2945, 48.8584]
  expect(parse({ aoi: polygon([at, at, at, at]) }).runs).toEqual(parse({ aoi, radius_m: 1 }).runs)
  const line = parse({ aoi: polygon([at, [2.32, 48.8584], [2.31, 48.8584], at]) }).runs
  expect(line).toEqual([[cellAt(48.8584, 2.2945), cellAt(48.8584, 2.32)]])
})

describe('every error names its member', () => {
  test.each<[string, unknown, string, string | undefined]>([
    ['no body', undefined, 'invalid_request', undefined],
    ['a list', [], 'invalid_request', undefined],
    ['text', 'aoi', 'invalid_request', undefined],
    ['no area', {}, 'invalid_request', 'aoi'],
    ['an area that is null', { aoi: null }, 'invalid_geometry', 'aoi'],
    ['a line', { aoi: { type: 'LineString', coordinates: [] } }, 'invalid_geometry', 'aoi.type'],
    [
      'a latitude too high',
      { aoi: { type: 'Point', coordinates: [0, 91] } },
      'invalid_geometry',
      'aoi.coordinates.1',
    ],
    ['a radius of 0', { aoi, radius_m: 0 }, 'invalid_request', 'radius_m'],
    ['a radius of 5001', { aoi, radius_m: 5001 }, 'invalid_request', 'radius_m'],
    ['a radius of null', { aoi, radius_m: null }, 'invalid_request', 'radius_m'],
    ['a radius in words', { aoi, radius_m: 'far' }, 'invalid_request', 'radius_m'],
    ['a limit of 0', { aoi, limit: 0 }, 'invalid_request', 'limit'],
    ['a limit of 1001', { aoi, limit: 1001 }, 'invalid_request', 'limit'],
    ['half a limit', { aoi, limit: 1.5 }, 'invalid_request', 'limit'],
    ['a limit in words', { aoi, limit: '10' }, 'invalid_request', 'limit'],
    ['a limit of null', { aoi, limit: null }, 'invalid_request', 'limit'],
    [
      'a country',
      {
        aoi: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [5, 0],
              [5, 5],
              [0, 5],
              [0, 0],
            ],
          ],
        },
      },
      'aoi_too_large',
      'aoi',
    ],
  ])('%s', (_, body, code, field) => {
    const error = refusal(body)
    expect({ code: error.code, field: error.field }).toEqual({ code, field })
    expect(error.message).not.toMatch(/undefined|NaN|Invalid input/)
  })
})

test('unknown members, and the radius of a polygon, are ignored', () => {
  const polygon = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [0.01, 0],
        [0.01, 0.01],
        [0, 0],
      ],
    ],
  }
  expect(parse({ aoi: polygon, radius_m: -1, more: {} })).toEqual(parse({ aoi: polygon }))
})

test('any input gives a query or an error with status 400', () => {
  const positions = fc.array(fc.oneof(fc.double(), fc.anything()), { maxLength: 4 })
  const geometry = fc.record(
    {
      type: fc.oneof(fc.constantFrom('Point', 'Polygon'), fc.anything()),
      coordinates: fc.oneof(
        positions,
        fc.array(fc.array(positions, { maxLength: 6 }), { maxLength: 3 }),
        fc.anything(),
      ),
    },
    { requiredKeys: [] },
  )
  const body = fc.oneof(
    fc.anything(),
    fc.record(
      {
        aoi: fc.oneof(geometry, fc.anything()),
        radius_m: fc.anything(),
        from: fc.anything(),
        to: fc.anything(),
        limit: fc.anything(),
      },
      { requiredKeys: [] },
    ),
  )
  fc.assert(
    fc.property(body, (value) => {
      try {
        parse(value)
      } catch (error) {
        expect(error).toBeInstanceOf(CairnError)
        expect(statusOf(error as CairnError)).toBe(400)
        expect((error as CairnError).message).not.toMatch(/Invalid|expected|received/)
      }
    }),
    { numRuns: 500 },
  )
})

test('the body has a JSON Schema that describes each member', () => {
  const schema = z.toJSONSchema(spatialQueryInput, { io: 'input' })
  expect(schema.required).toEqual(['aoi'])
  for (const member of Object.values(schema.properties!)) {
    expect((member as { description?: string }).description).toBeTruthy()
  }
})
