import { expect, test } from 'vitest'
import { curlCode, pythonCode, toolCode, typescriptCode } from '#lib/client/query-code'
import { queryBody } from '#lib/client/spatial-request'
import { parseSpatialQuery } from '#lib/schemas/spatial-query'

const now = new Date('2026-11-21T12:00:00.500Z')
const body = queryBody(
  {
    area: {
      type: 'polygon',
      rings: [
        [
          [2.28, 48.85],
          [2.31, 48.85],
          [0.0000001, 48.87],
          [2.28, 48.85],
        ],
      ],
    },
    window: { is: 'last', days: 30 },
    limit: 5,
  },
  now,
)!
const facts = {
  baseUrl: 'https://cairn.test',
  network: 'eip155:8453',
  usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  maxAtomic: '10000',
}

test.each([
  ['curl', curlCode(body, facts), /body='([^']*)'/],
  ['TypeScript', typescriptCode(body, facts), /JSON\.stringify\(([\s\S]*?)\)\nconst ask/],
  ['Python', pythonCode(body, facts), /json\.dumps\(([\s\S]*?)\)\)\n\n#/],
])('the %s code asks the very query, at this service', (_, code, found) => {
  expect(JSON.parse(found.exec(code)![1]!)).toEqual(body)
  expect(code).toContain('https://cairn.test')
  expect(code).toContain('/api/v1/spatial/query')
  expect(code).not.toMatch(/undefined[,'}]|\[object/)
})

test('the call for agents has the query as its arguments', () => {
  expect(JSON.parse(toolCode('cairn_query_coverage', body))).toEqual({
    method: 'tools/call',
    params: { name: 'cairn_query_coverage', arguments: body },
  })
})

test('a query leaves out defaults, so that its window ends by the clock of the service', () => {
  const area = { type: 'circle' as const, centre: [2.2945, 48.8584] as [number, number], radiusM: 800 }
  const aoi = { type: 'Point', coordinates: [2.2945, 48.8584] }
  const ask = (window: Parameters<typeof queryBody>[0]['window'], limit = 100) =>
    queryBody({ area, window, limit }, now)
  expect(ask({ is: 'last', days: 7 })).toEqual({ aoi, radius_m: 800 })
  expect(ask({ is: 'last', days: 1 }, 5)).toEqual({
    aoi,
    radius_m: 800,
    from: '2026-11-20T12:00:00Z',
    limit: 5,
  })
  const between = ask({ is: 'between', from: '2026-01-01T00:00Z', to: '2026-01-02T10:30Z' })
  expect(between).toMatchObject({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T10:30:00Z' })
  expect(ask({ is: 'between', from: undefined, to: '2026-01-02T10:30Z' })).not.toHaveProperty('from')
  expect(queryBody({ area: undefined, window: { is: 'last', days: 7 }, limit: 1 }, now)).toBeUndefined()
  // The service accepts each of them.
  expect(parseSpatialQuery(between, { now })).toMatchObject({ limit: 100, fromMs: Date.parse('2026-01-01') })
})
