import { randomBytes } from 'node:crypto'
import { bytesToHex } from '@noble/hashes/utils.js'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capture } from '#db/schema/capture'
import { cellPresence, coverage, observation } from '#db/schema/observation'
import type { Context } from '#lib/adapters/context'
import { openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { recomputeProof } from '#lib/domain/proof/proof'
import { parseSpatialQuery } from '#lib/schemas/spatial-query'
import { getProof } from '#lib/services/anchors/get-proof'
import { getTree } from '#lib/services/anchors/get-tree'
import { getObservation } from '#lib/services/observations/get-observation'
import { queryObservations } from '#lib/services/observations/query-observations'
import { verifyProvenance } from '#lib/services/observations/verify-provenance'
import { type LocalChains, startChains } from '#sandbox/chains'
import { sandboxVariables } from '#sandbox/settings'
import { anchorWaiting } from '#testing/anchor-waiting'
import { createTestDatabase, type TestDatabase } from '#testing/database'

const geohash = 'u33dbb'
const place = { cell: geohashToCell(geohash)!, capturedAt: new Date('2026-05-01T12:00:00Z') }
const newHash = () => new Uint8Array(randomBytes(32))

let database: TestDatabase
let chains: LocalChains
let ctx: Awaited<ReturnType<typeof openContext>>
beforeAll(async () => {
  database = await createTestDatabase()
  chains = await startChains()
  const secrets = {
    secretKey: 's'.repeat(32),
    cronSecret: 'c'.repeat(32),
    enterpriseApiKey: 'unused',
    pushKey: '',
  }
  const mediaFolder = '/nowhere'
  const settings = sandboxVariables({
    databaseUrl: database.url,
    baseUrl: 'http://cairn.test',
    chains,
    secrets,
    mediaFolder,
  })
  ctx = await openContext(parseEnv({ ...settings, ANCHOR_MAX_LEAVES: '3', LOG_LEVEL: 'silent' }), {
    service: 'test',
  })
})
afterAll(async () => {
  await ctx.close()
  await chains.stop()
  await database.close()
})

const everything = () =>
  parseSpatialQuery(
    {
      aoi: { type: 'Point', coordinates: [13.4, 52.5] },
      radius_m: 5_000,
      from: '2026-01-01',
      to: '2027-01-01',
    },
    { now: new Date('2027-01-01') },
  )

test('a model’s manifest is attested and provable like a capture, but excluded from queries and capture verification', async () => {
  const [filmed, other, manifest] = [newHash(), newHash(), newHash()]
  const row = (sha256: Uint8Array) => ({ ...place, sha256, salt: newHash() })
  await ctx.db
    .insert(capture)
    .values([row(filmed), row(other), { ...row(manifest), madeFrom: filmed, mediaType: 'application/json' }])
  const hash = bytesToHex(manifest)
  expect(await verifyProvenance({ ctx, hash })).toMatchObject({ verified: false })
  expect(await getProof({ ctx, input: { sha256: hash } })).toMatchObject({ status: 'pending' })
  await anchorWaiting(ctx as Context, chains)

  expect(await served()).toEqual([filmed, other].map((sha256) => bytesToHex(sha256)).sort())
  const { observations } = await queryObservations({ ctx, input: everything() })
  expect(observations.map((each) => each.observation_id).sort()).toEqual(await served())
  await expect(getObservation({ ctx, id: hash })).rejects.toMatchObject({ code: 'not_found' })
  expect(await ctx.db.select().from(cellPresence)).toEqual([{ cell: place.cell }])

  const answer = await getProof({ ctx, input: { sha256: hash } })
  if (answer.status !== 'anchored') throw new Error(answer.status)
  expect(recomputeProof(answer, hash)).toMatchObject({ holds: true })
  expect(answer.tree).toMatchObject({ tree_id: 1, leaf_count: 3 })
  expect((await getTree({ ctx, input: { treeId: 1 } })).leaves).toContain(answer.leaf_hash)
  const found = await verifyProvenance({ ctx, hash })
  const its = await verifyProvenance({ ctx, hash: bytesToHex(filmed) })
  expect(found).toEqual({ provenance_hash: `sha256:${hash}`, verified: false })
  expect(its).toMatchObject({ verified: true, geohash, captured_at: answer.captured_at })
  expect(answer).toMatchObject({ geohash, made_from: bytesToHex(filmed) })
  expect(await getProof({ ctx, input: { sha256: bytesToHex(filmed) } })).not.toHaveProperty('made_from')
})

test('a tree that has only manifests is attested and adds no coverage', async () => {
  const before = [await ctx.db.$count(observation), await ctx.db.$count(coverage)]
  const far = { cell: geohashToCell('9q8yyk')!, capturedAt: place.capturedAt, madeFrom: newHash() }
  const hashes = [newHash(), newHash(), newHash()]
  await ctx.db.insert(capture).values(hashes.map((sha256) => ({ ...far, sha256, salt: newHash() })))
  await anchorWaiting(ctx as Context, chains)
  expect([await ctx.db.$count(observation), await ctx.db.$count(coverage)]).toEqual(before)
  for (const sha256 of hashes) {
    const hash = bytesToHex(sha256)
    expect(await getProof({ ctx, input: { sha256: hash } })).toMatchObject({
      status: 'anchored',
      geohash: '9q8yyk',
    })
    expect(await verifyProvenance({ ctx, hash })).toEqual({
      provenance_hash: `sha256:${hash}`,
      verified: false,
    })
  }
})

test('a manifest that was changed after its attestation proves nothing', async () => {
  const [row] = await ctx.db
    .select()
    .from(capture)
    .where(and(isNull(capture.mediaType), eq(capture.treeId, 2)))
  await ctx.db.update(capture).set({ salt: newHash() }).where(eq(capture.sha256, row!.sha256))
  // Another instance of the service: nothing of the tree is in memory.
  const fresh = await openContext(ctx.env, { service: 'test' })
  const input = { sha256: bytesToHex(row!.sha256) }
  await expect(getProof({ ctx: fresh, input })).rejects.toThrow('do not hash to its root')
  await expect(verifyProvenance({ ctx: fresh, hash: input.sha256 })).rejects.toThrow(
    'do not hash to its root',
  )
  await expect(verifyProvenance({ ctx, hash: input.sha256 })).rejects.toThrow('is not what was attested')
  await fresh.close()
  await ctx.db.update(capture).set({ salt: row!.salt }).where(eq(capture.sha256, row!.sha256))
})

async function served(): Promise<string[]> {
  const rows = await ctx.db.select({ sha256: observation.sha256 }).from(observation)
  return rows.map(({ sha256 }) => bytesToHex(sha256)).sort()
}
