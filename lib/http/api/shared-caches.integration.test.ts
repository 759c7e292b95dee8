import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureKey } from '#lib/domain/freshness'
import { operations } from '#lib/operations/catalog'
import type { AnyOperation } from '#lib/operations/define-operation'
import { exampleProof } from '#lib/operations/examples/capture'
import { verifyProvenance } from '#lib/operations/observations'
import { countWithdrawn, getProof, getTree } from '#lib/operations/proofs'
import { anchorTestCaptures } from '#testing/anchored-captures'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { dispatcher } from '#testing/paid-service'
import { openUnchained, type UnchainedContext } from '#testing/unchained-context'
import { origin } from '#testing/unchained-settings'

const cacheable = (operation: AnyOperation) =>
  'freshness' in operation && operation.freshness !== undefined ? operation.freshness : undefined

let database: TestDatabase
let withCdn: UnchainedContext
let withoutCdn: UnchainedContext
let sha256: string
beforeAll(async () => {
  database = await createTestDatabase()
  withoutCdn = await openUnchained(database.url)
  withCdn = await openUnchained(database.url, { CDN_PURGE_URL: 'https://cdn.example/purge' })
  const captured = { treeId: 1, geohashes: ['u09tun'], capturedAt: '2026-06-01T12:00:00Z' }
  sha256 = (await anchorTestCaptures(database, captured))[0]!
})
afterAll(async () => {
  await withoutCdn.close()
  await withCdn.close()
  await database.close()
})

const requestOf = ({ method, path, example }: AnyOperation) => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => example?.params?.[name] ?? '1')
  const query = new URLSearchParams(example?.query).toString()
  return new Request(`${origin}${filled}${query ? `?${query}` : ''}`, {
    method,
    ...(method === 'POST' && {
      body: JSON.stringify(example?.body ?? {}),
      headers: { 'content-type': 'application/json' },
    }),
  })
}

describe('what caches may share', () => {
  test('are these operations: free, without a credential, and the same for everyone', () => {
    const found = operations.filter(cacheable)
    expect(found.map(({ name }) => name).toSorted()).toEqual([
      ...['countWithdrawn', 'findPlaces', 'getBoardBounty', 'getProof', 'getSolvency', 'getTree'],
      ...['listBoard', 'listCoverage', 'listTrees', 'namePlaces', 'search', 'verifyProvenance'],
    ])
    for (const operation of found) {
      expect(operation.method).toBe('GET')
      for (const member of ['payment', 'credential', 'session', 'location', 'ownHeaders'])
        expect(Object.hasOwn(operation, member), `${operation.name} ${member}`).toBe(false)
    }
  })

  const others = operations.filter((operation) => !cacheable(operation) && !('streams' in operation))
  test.each(others.map((operation) => [operation.name, operation] as const))(
    'is nothing of %s',
    async (_, operation) => {
      const answer = await dispatcher(withCdn)(requestOf(operation))
      expect(answer.headers.get('cache-control')).toMatch(/^(private, )?no-store/)
      for (const name of ['etag', 'surrogate-key', 'cache-tag', 'cdn-cache-control', 'surrogate-control'])
        expect(answer.headers.get(name), name).toBeNull()
    },
  )
})

describe('an answer that a withdrawal changes', () => {
  const headersOf = async (ctx: UnchainedContext, path: string) =>
    Object.fromEntries((await dispatcher(ctx)(new Request(origin + path))).headers)
  const forAnHour = 'max-age=3600, stale-while-revalidate=60'

  test('is stored for an hour by a cache that can be purged, and for a second without one', async () => {
    for (const [path, key] of [
      [verifyProvenance.path.replace('{hash}', sha256), captureKey(sha256)],
      [getProof.path.replace('{sha256}', sha256), captureKey(sha256)],
      [countWithdrawn.path, 'withdrawals'],
    ] as const) {
      const tags = { 'surrogate-key': key, 'cache-tag': key }
      // Other caches on the way store it for a second.
      expect(await headersOf(withCdn, path)).toMatchObject({
        'cache-control': 'public, max-age=1',
        ...tags,
        'cdn-cache-control': forAnHour,
        'surrogate-control': forAnHour,
      })
      const plain = await headersOf(withoutCdn, path)
      expect(plain['cache-control']).toBe('public, max-age=1')
      for (const name of ['surrogate-key', 'cache-tag', 'cdn-cache-control', 'surrogate-control'])
        expect(Object.keys(plain)).not.toContain(name)
    }
  })

  test('is not stored for long while the capture is unknown: no cache is told of an attestation', async () => {
    for (const path of [verifyProvenance.path, getProof.path]) {
      const headers = await headersOf(withCdn, path.replace(/\{\w+\}/, 'ab'.repeat(32)))
      expect(headers['cache-control']).toBe('public, max-age=1')
      for (const name of ['surrogate-key', 'cdn-cache-control'])
        expect(Object.keys(headers)).not.toContain(name)
    }
  })

  test('is, for the proof of a model, stored under the capture that the model was made from', () => {
    const source = 'cd'.repeat(32)
    const proof = { ...exampleProof, status: 'anchored' as const, made_from: source }
    expect(getProof.freshness!(proof)).toMatchObject({ purgedBy: captureKey(source) })
  })
})

test('a tree, which never changes, is stored for longer, and its ETag is strong', async () => {
  const answer = await dispatcher(withCdn)(new Request(origin + getTree.path.replace('{tree_id}', '1')))
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600, stale-while-revalidate=3600')
  expect(answer.headers.get('etag')).toMatch(/^"[\w-]{22}"$/)
})
