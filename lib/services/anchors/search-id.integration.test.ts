import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { capture } from '#db/schema/capture'
import { tree } from '#db/schema/tree'
import { cellToGeohash, geohashToCell } from '#lib/domain/geo/geohash'
import { fromHex, leafOf, leafSpec, toHex } from '#lib/domain/proof/leaf'
import { buildTree, rootOf } from '#lib/domain/proof/merkle'
import { route } from '#lib/http/route'
import { listTrees, search } from '#lib/operations/proofs'
import { type SearchAnswer, searchAnswerSchema, treePageSchema } from '#lib/schemas/trees'
import { findHashSql } from '#lib/services/anchors/search-id'
import { publishTree } from '#lib/services/observations/publish-tree'
import { openUnpaidService, origin, type UnpaidService } from '#testing/unpaid-service'

const geohash = 'u33dbz'
const capturedAt = new Date('2026-03-04T14:05:09Z')
const newHash = () => new Uint8Array(randomBytes(32))

let service: UnpaidService
let trees: Awaited<ReturnType<typeof seed>>[]
beforeAll(async () => {
  service = await openUnpaidService()
  await service.ctx.sql`truncate tree, observation, cell_presence, coverage cascade`
  trees = []
  for (const treeId of [1, 2, 3])
    trees.push(await seed(treeId, { prevRoot: trees.at(-1)?.root, isFinal: treeId < 3 }))
})
afterAll(() => service?.close())

/** A tree of three captures and the manifest of a model, published when it is final. */
async function seed(treeId: number, options: { prevRoot: Uint8Array | undefined; isFinal: boolean }) {
  const { db } = service.ctx
  const captures = Array.from({ length: 4 }, (_, index) => {
    const item = { sha256: newHash(), cell: geohashToCell(geohash)!, capturedAt, salt: newHash() }
    const leaf = leafOf({
      captureSha256: item.sha256,
      salt: item.salt,
      geohash: cellToGeohash(item.cell),
      capturedAtMs: capturedAt.getTime(),
    })
    return { ...item, leaf, isManifest: index === 3 }
  })
  const root = rootOf(buildTree(captures.map(({ leaf }) => leaf)))
  const attestation = { attestUid: newHash(), attestTx: newHash(), attestBlock: 7, attestedAt: capturedAt }
  await db.insert(tree).values({
    treeId,
    state: options.isFinal ? 'final' : 'attesting',
    leafCount: captures.length,
    root,
    prevRoot: options.prevRoot ?? new Uint8Array(32),
    leafSpec: fromHex(leafSpec),
    chainId: 8453,
    schemaUid: newHash(),
    attester: '0x0000000000000000000000000000000000000001',
    ...attestation,
  })
  await db.insert(capture).values(
    captures.map(({ leaf, isManifest, ...item }, leafIndex) => ({
      ...item,
      treeId,
      leafIndex,
      ...(isManifest ? { madeFrom: captures[0]!.sha256, leafHash: leaf } : {}),
    })),
  )
  const leaves = captures
    .filter(({ isManifest }) => !isManifest)
    .map(({ sha256, cell, leaf }) => ({
      sha256,
      cell,
      leafHash: leaf,
      capturedAtSeconds: capturedAt.getTime() / 1_000,
    }))
  if (options.isFinal) await db.transaction((tx) => publishTree({ tx, treeId, leaves }))
  return { treeId, root, captures, ...attestation }
}

async function ask(path: string): Promise<Response> {
  const operation = path.startsWith('/api/search') ? search : listTrees
  const handlers = route<unknown, unknown>(operation as never, async () => service.ctx)
  return handlers.GET(new Request(origin + path))
}

async function find(text: string): Promise<SearchAnswer> {
  const answer = await ask(`/api/search?q=${encodeURIComponent(text)}`)
  expect(answer.status).toBe(200)
  return searchAnswerSchema.strict().parse(await answer.json())
}

describe('an id is found with its kind and its tree', () => {
  test('fingerprint, with its leaf', async () => {
    const { captures } = trees[1]!
    for (const { sha256, leaf } of captures)
      for (const text of [toHex(sha256), `sha256:${toHex(sha256).slice(2)}`])
        expect((await find(text)).matches).toEqual([
          { kind: 'fingerprint', state: 'anchored', tree_id: 2, leaf_hash: toHex(leaf) },
        ])
  })

  test('leaf of a capture or of a manifest', async () => {
    for (const { leaf } of trees[1]!.captures)
      expect(await find(toHex(leaf).toUpperCase())).toEqual({
        form: 'hash',
        looked_for: ['fingerprint', 'leaf', 'root', 'attestation', 'transaction'],
        matches: [{ kind: 'leaf', state: 'anchored', tree_id: 2, leaf_hash: toHex(leaf) }],
      })
  })

  test('root, attestation, transaction and number', async () => {
    const { root, attestUid, attestTx } = trees[0]!
    const found = { state: 'anchored', tree_id: 1, leaf_hash: null }
    expect((await find(toHex(root))).matches).toEqual([{ kind: 'root', ...found }])
    expect((await find(toHex(attestUid))).matches).toEqual([{ kind: 'attestation', ...found }])
    expect((await find(toHex(attestTx))).matches).toEqual([{ kind: 'transaction', ...found }])
    expect((await find('#1')).matches).toEqual([{ kind: 'tree', ...found }])
  })

  test('an id of several kinds is found as each of them', async () => {
    const { sql } = service.ctx
    const shared = trees[0]!.captures[1]!.leaf
    await sql`update tree set attest_tx = ${shared} where tree_id = 2`
    expect((await find(toHex(shared))).matches.map(({ kind, tree_id }) => [kind, tree_id])).toEqual([
      ['leaf', 1],
      ['transaction', 2],
    ])
    expect((await find(`sha256:${toHex(shared).slice(2)}`)).matches).toEqual([])
    await sql`update tree set attest_tx = ${trees[1]!.attestTx} where tree_id = 2`
  })
})

test('a tree is found only after its attestation is final; until then its fingerprints are pending', async () => {
  const { root, attestUid, captures } = trees[2]!
  for (const { sha256, leaf } of captures) {
    expect((await find(toHex(sha256))).matches).toEqual([
      { kind: 'fingerprint', state: 'pending', tree_id: null, leaf_hash: null },
    ])
    expect((await find(toHex(leaf))).matches).toEqual([])
  }
  for (const text of [toHex(root), toHex(attestUid), '3'])
    expect((await find(text)).matches, text).toEqual([])
})

test('no answer has a place, a capture time, a salt or a fingerprint', async () => {
  const asked = trees.flatMap(({ root, attestUid, attestTx, captures }) => [
    root,
    attestUid,
    attestTx,
    ...captures.flatMap(({ sha256, leaf }) => [sha256, leaf]),
  ])
  const answers = await Promise.all([
    ...asked.map((value) => ask(`/api/search?q=${toHex(value)}`)),
    ask('/api/search?q=1'),
    ask('/api/trees'),
  ])
  const secrets = [
    geohash,
    '2026-03-04T14:05:09',
    String(capturedAt.getTime() / 1_000),
    ...trees.flatMap(({ captures }) => captures.flatMap(({ sha256, salt }) => [sha256, salt]).map(hexOf)),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    const { attested, rest } = withoutAttestedTime(await answer.text())
    expect(attested).toBeLessThanOrEqual(2)
    for (const secret of secrets) expect(rest).not.toContain(secret)
  }
})

const hexOf = (value: Uint8Array) => toHex(value).slice(2)
/** The seeded trees were attested in the second their captures were made, and that second is public. */
function withoutAttestedTime(text: string): { attested: number; rest: string } {
  const pattern = /"time":"2026-03-04T14:05:09Z"/g
  return { attested: text.match(pattern)?.length ?? 0, rest: text.replace(pattern, '') }
}

test('places and accounts are recognized and not searched for', async () => {
  expect(await find(geohash)).toEqual({ form: 'place', looked_for: [], matches: [] })
  expect(await find(`0x${'1'.repeat(40)}`)).toEqual({ form: 'address', looked_for: [], matches: [] })
})

test('a text that is not an id is refused with a readable message', async () => {
  for (const [query, message] of [
    ['?q=0x12', 'has 2 hexadecimal digits'],
    ['?q=', 'Give a fingerprint'],
    ['', 'required'],
    [`?q=${'1'.repeat(501)}`, 'at most 500'],
  ]) {
    const answer = await ask(`/api/search${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ field: 'q', message: expect.stringContaining(message!) })
  }
})

test('trees are listed newest first, in pages, each with the root of the previous tree', async () => {
  const first = treePageSchema.parse(await (await ask('/api/trees?limit=1')).json())
  const second = treePageSchema.parse(
    await (await ask(`/api/trees?limit=1&cursor=${first.next_cursor}`)).json(),
  )
  expect([...first.trees, ...second.trees].map(({ tree_id }) => tree_id)).toEqual([2, 1])
  expect(first.trees[0]).not.toHaveProperty('leaves')
  expect(first.trees[0]!.prev_root).toBe(second.trees[0]!.root)
  expect(second.next_cursor).toBeNull()
  for (const query of ['?limit=0', '?cursor=x', `?cursor=${btoa('before.0').replaceAll('=', '')}`])
    expect((await ask(`/api/trees${query}`)).status, query).toBe(400)
})

test('a search reads only through indexes', async () => {
  const { sql } = service.ctx
  await sql`
    insert into observation (recency, cell, tree_id, leaf_hash, sha256)
    select -n, n % 1000, 1, sha256(('leaf' || n)::bytea), sha256(('capture' || n)::bytea)
    from generate_series(1, 20000) n`
  await sql`analyze observation`
  const wanted = createHash('sha256').update('leaf777').digest()
  const plan = await sql.unsafe(`explain (analyze, buffers, format json) ${findHashSql}`, [wanted])
  const text = JSON.stringify(plan)
  expect(text).toContain('observation_by_leaf')
  expect(text).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"observation"/)
  const top = (plan[0] as unknown as { 'QUERY PLAN': { Plan: Record<string, number> }[] })['QUERY PLAN'][0]!
    .Plan
  expect(top['Shared Hit Blocks']! + top['Shared Read Blocks']!).toBeLessThan(60)
})
