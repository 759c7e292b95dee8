import { expect, test } from 'vitest'
import { likelyPath } from '#lib/http/api/likely-path'

const paths = [
  '/api/v1/observations/{observation_id}',
  '/api/v1/spatial/query',
  '/api/coverage',
  '/api/v1/bounties',
  '/api/v1/bounties/{bounty_id}',
]

test.each([
  ['/api/v1/observation/abc', '/api/v1/observations/{observation_id}'],
  ['/api/v1/spatail/query', '/api/v1/spatial/query'],
  ['/api/v1/Bounties', '/api/v1/bounties'],
  ['/api/covrage', '/api/coverage'],
  ['/api/v1/nothing/abc', undefined],
  ['/api/v2', undefined],
  [`/api/${'x'.repeat(10_000)}`, undefined],
])('%s probably means %s', (given, meant) => {
  expect(likelyPath(given.split('/'), paths)).toBe(meant)
})
