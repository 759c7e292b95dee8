import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capture } from '#db/schema/capture'
import { observation } from '#db/schema/observation'
import { tree } from '#db/schema/tree'
import type { Context } from '#lib/adapters/context'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { fromHex, leafOf, leafSpec, toHex } from '#lib/domain/proof/leaf'
import { buildTree, rootOf } from '#lib/domain/proof/merkle'
import { recomputeProof } from '#lib/domain/proof/proof'
import { proofAnswerSchema, treeAnswerSchema } from '#lib/schemas/proof'
import { proofLookupSchema } from '#lib/schemas/proof-lookup'
import { getLatestTree } from '#lib/services/anchors/get-latest-tree'
import { getProof } from '#lib/services/anchors/get-proof'
import { getTree } from '#lib/services/anchors/get-tree'
import { getTrust } from '#lib/services/anchors/get-trust'
import { lookUpProofs } from '#lib/services/anchors/look-up-proofs'
import { createTestDatabase, type TestDatabase } from '#testing/database'

const eas = '0x4200000000000000000000000000000000000021'
const attester = '0x1111111111111111111111111111111111111111'
const unknownSha256 = 'f'.repeat(64)
let database: TestDatabase
let ctx: Context

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = {
    db: database.db,
    sql: database.sql,
    env: { anchor: { chainId: 8453, eas, maxAgeSeconds: 600 } },
  } as unknown as Context
})
afterAll(() => database.close())

/** Ingests captures; with a number, also puts them in a tree with that number. */
async function seed(
  count: number,
  options: { treeId?: number; final?: boolean; prevRoot?: Uint8Array } = {},
) {
  const captures = Array.from({ length: count }, (_, index) => ({
    sha256: new Uint8Array(randomBytes(32)),
    cell: 123_456 + index,
    capturedAt: new Date(Date.UTC(2026, 2, 4, 14, 5, index % 60)),
    salt: new Uint8Array(randomBytes(32)),
  }))
  const leaves = captures.map((item) =>
    leafOf({
      captureSha256: item.sha256,
      salt: item.salt,
      geohash: cellToGeohash(item.cell),
      capturedAtMs: item.capturedAt.getTime(),
    }),
  )
  const { treeId } = options
  const root = rootOf(buildTree(leaves))
  if (treeId !== undefined) {
    await database.db.insert(tree).values({
      treeId,
      state: 'attesting',
      leafCount: count,
      root,
      prevRoot: options.prevRoot ?? new Uint8Array(32),
      leafSpec: fromHex(leafSpec),
      chainId: 8453,
      schemaUid: new Uint8Array(32).fill(2),
      attester,
    })
  }
  await database.db.insert(capture).values(
    captures.map((item, leafIndex) => ({
      ...item,
      ...(treeId === undefined ? {} : { treeId, leafIndex }),
    })),
  )
  const finish = async () => {
    await database.db
      .update(tree)
      .set({
        state: 'final',
        attestUid: new Uint8Array(32).fill(treeId!),
        attestTx: new Uint8Array(32).fill(9),
        attestBlock: 77,
        attestedAt: new Date('2026-03-04T15:00:00Z'),
      })
      .where(eq(tree.treeId, treeId!))
    await database.db.insert(observation).values(
      captures.map((item, index) => ({
        recency: -item.capturedAt.getTime() / 1_000,
        cell: item.cell,
        treeId: treeId!,
        leafHash: leaves[index]!,
        sha256: item.sha256,
      })),
    )
  }
  if (options.final) await finish()
  return { ids: captures.map((item) => toHex(item.sha256).slice(2)), leaves: leaves.map(toHex), root, finish }
}

test('every capture of an anchored tree has a proof that anyone can recompute', async () => {
  const { ids, leaves, root } = await seed(37, { treeId: 1, final: true })
  for (const [index, sha256] of ids.entries()) {
    const answer = proofAnswerSchema.parse(await getProof({ ctx, input: { sha256 } }))
    if (answer.status !== 'anchored') throw new Error(answer.status)
    expect(recomputeProof(answer, sha256)).toMatchObject({ holds: true })
    expect(answer).toMatchObject({ leaf_index: index, leaf_hash: leaves[index] })
    expect(answer.tree).toMatchObject({ tree_id: 1, root: toHex(root) })
    expect(answer.attestation).toMatchObject({ attester, eas, block: 77, time: '2026-03-04T15:00:00Z' })
  }
  const shown = treeAnswerSchema.parse(await getTree({ ctx, input: { treeId: 1 } }))
  expect(shown.leaves).toEqual(leaves)
  for (const sha256 of ids) expect(JSON.stringify(shown)).not.toContain(sha256)
  expect(await getLatestTree({ ctx })).toMatchObject({ treeId: 1, leafCount: 37 })
  expect(await getTrust({ ctx })).toEqual({
    chainId: 8453,
    eas,
    schemaUids: [`0x${'02'.repeat(32)}`],
    attesters: [attester],
  })
})

test('a capture is pending until its tree is final, and anchored from then on', async () => {
  const [first] = await database.db.select({ root: tree.root }).from(tree).where(eq(tree.treeId, 1))
  const waiting = await seed(1)
  expect(await getProof({ ctx, input: { sha256: waiting.ids[0]! } })).toEqual({
    status: 'pending',
    sha256: waiting.ids[0],
    anchored_within_seconds: 600,
  })
  const { ids, finish } = await seed(3, { treeId: 2, prevRoot: first!.root })
  expect(await getProof({ ctx, input: { sha256: ids[0]! } })).toMatchObject({ status: 'pending' })
  await expect(getTree({ ctx, input: { treeId: 2 } })).rejects.toMatchObject({ code: 'not_found' })
  await finish()
  expect(await getProof({ ctx, input: { sha256: ids[0]! } })).toMatchObject({ status: 'anchored' })
  expect(await getTree({ ctx, input: { treeId: 2 } })).toMatchObject({ prev_root: toHex(first!.root) })
})

test('an unknown hash has the status `unknown`, and an unknown tree is refused as `not_found`', async () => {
  expect(await getProof({ ctx, input: { sha256: unknownSha256 } })).toEqual({
    status: 'unknown',
    sha256: unknownSha256,
  })
  await expect(getTree({ ctx, input: { treeId: 999 } })).rejects.toMatchObject({ code: 'not_found' })
})

test('every answer of a demonstration says so, and none of a real service', async () => {
  const { ids } = await seed(1)
  const [waiting, anchored] = [ids[0]!, toHex((await oneAnchored()).sha256).slice(2)]
  const demo = { ...ctx, env: { ...ctx.env, mode: 'sandbox' as const } }
  for (const sha256 of [anchored, waiting, unknownSha256]) {
    expect(await getProof({ ctx: demo, input: { sha256 } })).toHaveProperty('is_demonstration', true)
    expect(await getProof({ ctx, input: { sha256 } })).not.toHaveProperty('is_demonstration')
  }
})

async function oneAnchored() {
  const [row] = await database.db
    .select({ sha256: capture.sha256 })
    .from(capture)
    .where(eq(capture.treeId, 1))
  return row!
}

test('many look-ups are answered in order, duplicates included, each with its provenance record', async () => {
  const [last] = await database.db.select({ root: tree.root }).from(tree).where(eq(tree.treeId, 2))
  const anchored = await seed(2, { treeId: 3, final: true, prevRoot: last!.root })
  const waiting = await seed(1)
  const asked = [waiting.ids[0]!, anchored.ids[1]!, unknownSha256, anchored.ids[0]!, anchored.ids[1]!]
  const { answers } = proofLookupSchema.parse(await lookUpProofs({ ctx, input: { sha256: asked } }))
  expect(answers.map(({ proof, verified }) => [proof.sha256, proof.status, verified])).toEqual([
    [asked[0], 'pending', false],
    [asked[1], 'anchored', true],
    [unknownSha256, 'unknown', false],
    [asked[3], 'anchored', true],
    [asked[4], 'anchored', true],
  ])
  for (const { proof } of answers)
    expect(proof).toEqual(await getProof({ ctx, input: { sha256: proof.sha256 } }))
})

test('no proof is returned if the leaves do not give the attested root', async () => {
  const [last] = await database.db.select({ root: tree.root }).from(tree).where(eq(tree.treeId, 3))
  const { ids } = await seed(4, { treeId: 4, final: true, prevRoot: last!.root })
  await database.db
    .update(observation)
    .set({ leafHash: sql`decode(repeat('ab', 32), 'hex')` })
    .where(eq(observation.sha256, fromHex(ids[1]!)))
  await expect(getProof({ ctx, input: { sha256: ids[0]! } })).rejects.toThrow('do not hash to its root')
  await expect(getTree({ ctx, input: { treeId: 4 } })).rejects.toThrow('do not hash to its root')
})
