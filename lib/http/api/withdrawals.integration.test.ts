import { hexToBytes } from '@noble/hashes/utils.js'
import { eq } from 'drizzle-orm'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capture } from '#db/schema/capture'
import { cellPresence, coverage } from '#db/schema/observation'
import { operatorAction } from '#db/schema/operator'
import { submission, submissionFile } from '#db/schema/submission'
import { tree } from '#db/schema/tree'
import { upload } from '#db/schema/upload'
import { tierLimits } from '#lib/domain/access/tier'
import { coarseCell, geohashToCell } from '#lib/domain/geo/geohash'
import { badgeRoute } from '#lib/http/documents/badge-route'
import { route } from '#lib/http/route'
import { operations } from '#lib/operations/catalog'
import type { Operation } from '#lib/operations/define-operation'
import { getObservation, listCoverage, verifyProvenance } from '#lib/operations/observations'
import { countWithdrawn, getProof, lookUpProofs, search } from '#lib/operations/proofs'
import { parseGroundQuery } from '#lib/schemas/enterprise'
import { parseSpatialQuery } from '#lib/schemas/spatial-query'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'
import { getReview } from '#lib/services/bounties/get-review'
import { queryGroundTruth } from '#lib/services/enterprise/query-ground-truth'
import { readFeed } from '#lib/services/feed/read-feed'
import { findMatches } from '#lib/services/likeness/find-matches'
import { insertPictureHashes } from '#lib/services/likeness/insert-picture-hashes'
import { publishTree } from '#lib/services/observations/publish-tree'
import { queryObservations } from '#lib/services/observations/query-observations'
import { runAction } from '#lib/services/operator/run-action'
import { anchorTestCaptures } from '#testing/anchored-captures'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { boxInside, insideCell } from '#testing/inside-cell'
import { createPlainSubmission } from '#testing/plain-submission'
import { openUnchained, type UnchainedContext } from '#testing/unchained-context'
import { origin } from '#testing/unchained-settings'

const operator = {
  ...{ address: getAddress(`0x${'0a'.repeat(20)}`), chainId: 8453 },
  ...{ expiresAt: new Date('2100-01-01'), tokenHash: new Uint8Array(32) },
}
const place = 'u09tun'
const capturedAt = `${new Date(Date.now() - 3_600_000).toISOString().slice(0, 19)}Z`
const key = {
  id: 1,
  prefix: 'cairn_00000000',
  account: 'Maps',
  tier: 'scale' as const,
  limits: tierLimits.scale,
}

let database: TestDatabase
let ctx: UnchainedContext
/** The capture that is withdrawn, and two others of the same tree: in the same cell, and far away. */
let [withdrawn, beside, far]: string[] = []
let bountyId: string
/** The hash of its picture. */
const look = new Uint8Array(32).fill(0x5a)

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await openUnchained(database.url)
  ;[withdrawn, beside, far] = await anchorTestCaptures(database, {
    ...{ treeId: 1, geohashes: [place, place, 'gcpvj0'], capturedAt },
  })
  bountyId = await acceptFilmOf(withdrawn!)
  await insertPictureHashes({ tx: ctx.db, sha256: hexToBytes(withdrawn!), hashes: [look] })
})
afterAll(async () => {
  await ctx.close()
  await database.close()
})

const act = (action: string, input: Record<string, unknown>, reason = 'the owner asked us to') =>
  runAction({ ctx, input: { action, input, reason }, operator, requestId: 'req' })
const withdraw = (sha256: string, reason = 'privacy') =>
  act('withdraw_capture', { sha256, public_reason: reason })
// biome-ignore lint/suspicious/noExplicitAny: what each takes and gives differs
const get = async (operation: Operation<any, any>, path: string, init?: RequestInit) => {
  const handlers = route(operation, async () => ctx)
  const method = (init?.method ?? 'GET') as 'GET'
  return (await handlers[method](new Request(origin + path, init))).json()
}
const aoi = insideCell(place)
const names = (text: unknown, id = withdrawn!) => JSON.stringify(text).includes(id)

/**
 * Every operation that shows captures: whether it serves one, or what it says about its withdrawal. For the other operations, the reason
 * why they show none.
 */
const ways: Record<
  string,
  { serves: () => Promise<boolean> } | { says: () => Promise<unknown> } | 'no capture'
> = {
  queryObservations: {
    serves: async () =>
      names(await queryObservations({ ctx, input: parseSpatialQuery({ aoi }, { now: new Date() }) })),
  },
  getObservation: {
    serves: () => getObservation.run({ ctx, input: { id: withdrawn! } }).then(names, () => false),
  },
  listCoverage: {
    // The other capture of the cell is withdrawn too before this is checked.
    serves: async () => {
      const { cells } = await listCoverage.run({
        ctx,
        input: { bbox: boxInside(place) },
      })
      return cells.some((cell) => place.startsWith(cell))
    },
  },
  queryGroundTruth: {
    serves: async () =>
      names(await queryGroundTruth({ ctx, key, input: parseGroundQuery({ aoi, max_age_seconds: 86_400 }) })),
  },
  streamObservations: {
    serves: async () => {
      const cell = geohashToCell(place)!
      const everywhere = await readFeed({ sql: ctx.sql, input: { after: 0, limit: 10 } })
      const within = (runs: [number, number][]) =>
        readFeed({ sql: ctx.sql, input: { after: 0, limit: 10, runs } })
      const here = await within([[cell, cell]])
      // So many cells that they are not read one by one.
      expect(await within([[cell - 1_000, cell + 1_000]])).toEqual(here)
      const isIn = (items: typeof here) =>
        items.some(({ row }) => Buffer.from(row.sha256).toString('hex') === withdrawn)
      expect(isIn(here)).toBe(isIn(everywhere))
      return isIn(here)
    },
  },
  findMatches: { serves: async () => names(await findMatches({ ctx, input: { hashes: [look] } })) },
  // The same verb as findMatches.
  findMatchesByAddress: { serves: async () => names(await findMatches({ ctx, input: { hashes: [look] } })) },
  getReview: { serves: async () => (await preview()) !== null },
  verifyProvenance: { says: () => get(verifyProvenance, `/api/v1/provenance/${withdrawn}`) },
  getProof: { says: () => get(getProof, `/api/proofs/${withdrawn}`) },
  lookUpProofs: {
    says: async () => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ sha256: [withdrawn] })
      return (await get(lookUpProofs, '/api/proofs', { method: 'POST', headers, body })).answers[0].proof
    },
  },
  // The same links as the review. The poster's files stay available, which is tested below.
  getBounty: { serves: async () => (await preview()) !== null },
  countWithdrawn: 'no capture',
  createReport: 'no capture',
  // The hashes of an attested tree, and the paths to them, do not change.
  listTrees: 'no capture',
  getTree: 'no capture',
  search: 'no capture',
  getSolvency: 'no capture',
  // For contributors: their own uploads and submissions.
  listUploads: 'no capture',
  listSubmissions: 'no capture',
  getSubmission: 'no capture',
  createSubmission: 'no capture',
  getEarnings: 'no capture',
  listNotices: 'no capture',
  setNoticeFeed: 'no capture',
  getNoticeWebhook: 'no capture',
  setNoticeWebhook: 'no capture',
  subscribePush: 'no capture',
  unsubscribePush: 'no capture',
  ...Object.fromEntries(
    [
      'createBounty',
      'acceptSubmission',
      'declineSubmission',
      'getTokenChallenge',
      'recoverToken',
      'cancelBounty',
      'retryModel',
      'shareModel',
      'getWebhook',
      'setWebhook',
      'listBoard',
      'getBoardBounty',
    ]
      .concat([
        'issueNonce',
        'signIn',
        'getSession',
        'signOut',
        'findPlaces',
        'namePlaces',
        'getEnterpriseStatus',
      ])
      .concat(['checkHealth', 'checkReadiness', 'advanceClock', 'fundWallet'])
      .map((name) => [name, 'no capture' as const]),
  ),
}

const preview = async () => (await getReview({ ctx, input: { bountyId } })).submissions[0]!.preview_url

test('every operation is asked whether it tells of captures', () => {
  const all = operations.map(({ name }) => name)
  expect(Object.keys(ways).toSorted()).toEqual(all.toSorted())
})

test('a withdrawn capture disappears from every answer, its proof remains, and it can be restored', async () => {
  const look = async () => {
    const [served, said]: [Record<string, boolean>, Record<string, unknown>] = [{}, {}]
    for (const [name, way] of Object.entries(ways)) {
      if (way === 'no capture') continue
      if ('serves' in way) served[name] = await way.serves()
      else said[name] = await way.says()
    }
    return { served, said }
  }
  const before = await look()
  const searchBefore = await get(search, `/api/search?q=${withdrawn}`)
  const rows = () =>
    Promise.all([
      ctx.db.select().from(cellPresence).orderBy(cellPresence.cell),
      ctx.db.select().from(coverage).orderBy(coverage.precision, coverage.cell),
    ])
  const mapBefore = await rows()
  expect(Object.entries(before.served).filter(([, isServed]) => !isServed)).toEqual([])
  expect(JSON.stringify(before.said)).not.toContain('withdrawn')

  await withdraw(beside!, 'rights')
  await expect(withdraw(withdrawn!)).resolves.toMatchObject({ result: { was_observed: true } })
  await expect(withdraw(withdrawn!)).rejects.toMatchObject({ code: 'conflict' })
  const after = await look()
  expect(Object.entries(after.served).filter(([, isServed]) => isServed)).toEqual([])
  for (const [name, said] of Object.entries(after.said)) {
    const { withdrawn_at: at, ...rest } = said as { withdrawn_at: string }
    expect(Math.abs(Date.parse(at) - Date.now()), name).toBeLessThan(60_000)
    // The proof itself is unchanged, and no reason is given.
    expect(rest).toEqual(before.said[name])
  }
  await expect(getObservation.run({ ctx, input: { id: withdrawn! } })).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('was withdrawn on'),
  })
  expect(await get(search, `/api/search?q=${withdrawn}`)).toEqual(searchBefore)
  const { leaf_hash: leaf } = searchBefore.matches[0]
  expect((await get(search, `/api/search?q=${leaf}`)).matches).toHaveLength(1)
  const badge = await badgeRoute(async () => ctx).GET(new Request(`${origin}/badge/${withdrawn}.svg`))
  expect(await badge.text()).toContain('withdrawn')
  // The capture far away in the same tree is still served, and the map shows only its cell.
  expect(await getObservation.run({ ctx, input: { id: far! } })).toMatchObject({ observation_id: far })
  expect((await rows())[0]).toEqual([{ cell: geohashToCell('gcpvj0') }])
  expect((await rows())[1].map(({ precision }) => precision).toSorted()).toEqual([1, 2, 3, 4, 5])
  // Buyers can still fetch answers that they paid for.
  expect((await getReview({ ctx, input: { bountyId } })).submissions[0]!.full_capture_url).not.toBeNull()
  expect(await get(countWithdrawn, '/api/withdrawals')).toEqual({
    ...{ total: 2, by_reason: { rights: 1, privacy: 1, wrong_place: 0, not_real: 0, other: 0 } },
  })

  await act('restore_capture', { sha256: withdrawn })
  await act('restore_capture', { sha256: beside })
  expect(await look()).toEqual(before)
  expect(await rows()).toEqual(mapBefore)
  expect((await get(search, `/api/search?q=${leaf}`)).matches).toHaveLength(1)
  await expect(act('restore_capture', { sha256: withdrawn })).rejects.toMatchObject({ code: 'conflict' })
  const logged = await ctx.db.select().from(operatorAction).where(eq(operatorAction.subjectId, withdrawn!))
  expect(logged.map(({ action, reason }) => [action, reason])).toEqual([
    ['withdraw_capture', 'the owner asked us to'],
    ['restore_capture', 'the owner asked us to'],
  ])
})

test('what is withdrawn between its tree and its attestation is anchored and never served, until it is restored', async () => {
  const geohash = 'u33dbb'
  const [id, other] = await anchorTestCaptures(database, {
    ...{ treeId: 2, geohashes: [geohash, geohash], capturedAt, isFinal: false },
  })
  await withdraw(id!, 'not_real')
  expect(await get(getProof, `/api/proofs/${id}`)).toMatchObject({
    ...{ status: 'pending', withdrawn_at: expect.any(String) },
  })
  const rows = await ctx.db.select().from(capture).where(eq(capture.treeId, 2))
  const hash = new Uint8Array(32).fill(7)
  await ctx.db
    .update(tree)
    .set({ state: 'final', attestUid: hash, attestTx: hash, attestBlock: 2, attestedAt: new Date() })
    .where(eq(tree.treeId, 2))
  const head = async () => (await ctx.sql`select position from feed_head`)[0]!.position
  await ctx.db.transaction((tx) =>
    publishTree({
      ...{ tx, treeId: 2 },
      leaves: rows.map((row) => ({
        ...{ sha256: row.sha256, cell: row.cell, leafHash: leafOfCapture(row) },
        capturedAtSeconds: row.capturedAt.getTime() / 1_000,
      })),
    }),
  )
  const told = await head()
  expect(await getObservation.run({ ctx, input: { id: other! } })).toBeDefined()
  await expect(getObservation.run({ ctx, input: { id: id! } })).rejects.toMatchObject({ code: 'not_found' })
  // It was never sent to listeners, so it is sent now, once.
  await act('restore_capture', { sha256: id })
  expect(Number(await head())).toBe(Number(told) + 1)
  expect(await getObservation.run({ ctx, input: { id: id! } })).toMatchObject({ observation_id: id })
})

test('a page of the feed is full of what is there: what was withdrawn does not make it short', async () => {
  const ids = await anchorTestCaptures(database, {
    ...{ treeId: 3, geohashes: ['s00000', 's00000', 's00000'], capturedAt },
  })
  const cell = geohashToCell('s00000')!
  const page = async () =>
    (await readFeed({ sql: ctx.sql, input: { after: 0, limit: 2, runs: [[cell, cell]] } })).map(({ row }) =>
      Buffer.from(row.sha256).toString('hex'),
    )
  const sorted = ids.toSorted()
  expect(await page()).toEqual(sorted.slice(0, 2))
  await withdraw(sorted[1]!, 'wrong_place')
  expect(await page()).toEqual([sorted[0], sorted[2]])
})

test('a manifest of a model is no capture, and says that what it was made from is withdrawn', async () => {
  const [id] = await anchorTestCaptures(database, { treeId: 4, geohashes: ['s00001'], capturedAt })
  const manifest = new Uint8Array(32).fill(9)
  const salt = new Uint8Array(32)
  await ctx.db.insert(capture).values({
    ...{ sha256: manifest, cell: 1, capturedAt: new Date(capturedAt), salt, madeFrom: hexToBytes(id!) },
  })
  const hex = Buffer.from(manifest).toString('hex')
  await expect(withdraw(hex)).rejects.toMatchObject({ code: 'conflict' })
  await withdraw(id!)
  expect(await get(getProof, `/api/proofs/${hex}`)).toHaveProperty('withdrawn_at')
})

/** Creates an accepted bounty whose film is the capture. */
async function acceptFilmOf(sha256: string): Promise<string> {
  const open = await insertBounty(ctx.db, 'open', { deadline: new Date(Date.now() + 86_400_000) })
  const contributor = `0x${'0c'.repeat(20)}`
  const input = { bountyId: open.bountyId, contributor }
  const { submissionId } = await createPlainSubmission({ ctx, input })
  await ctx.db
    .update(submission)
    .set({ previewStatus: 'ready', previewKey: 'previews/film.mp4' })
    .where(eq(submission.submissionId, submissionId))
  const uploadId = 'upl_00000000000000000000000000000000'
  await ctx.db.insert(upload).values({
    ...{ uploadId, owner: contributor, state: 'submitted', byteLength: 1, sha256: hexToBytes(sha256) },
    expiresAt: new Date('2100-01-01'),
  })
  await ctx.db.insert(submissionFile).values({
    ...{ submissionId, uploadId, sha256: hexToBytes(sha256), byteLength: 1, mediaType: 'video/mp4' },
    ...{ cell: geohashToCell(place)!, capturedAt: new Date(capturedAt), originalKey: 'originals/film.mp4' },
    deliveredAt: new Date(),
  })
  await ctx.sql`update bounty set state = 'accepting', accepted_submission_id = ${submissionId} where bounty_id = ${open.bountyId}`
  await ctx.sql`update bounty set state = 'accepted', accept_tx = ${Buffer.alloc(32, 1)} where bounty_id = ${open.bountyId}`
  return open.bountyId
}

test('a withdrawn capture takes nothing of its neighbours off the map, at any precision', async () => {
  // Two cells within the same cell of each coarser precision, without other captures nearby.
  const [cell, sibling] = ['9q8yyk', '9q8yym']
  const [own, other] = await anchorTestCaptures(database, {
    ...{ treeId: 90, geohashes: [cell, sibling], capturedAt },
  })
  const coarseOf = async () => {
    const rows = await ctx.db.select().from(coverage)
    const wanted = [1, 2, 3, 4, 5].map((precision) => coarseCell(geohashToCell(cell)!, precision))
    return rows.filter((row) => row.cell === wanted[row.precision - 1]).length
  }
  const shown = async () => {
    const rows = await ctx.db.select().from(cellPresence)
    return [cell, sibling].map((place) => rows.some((row) => row.cell === geohashToCell(place!)))
  }
  expect(await coarseOf()).toBe(5)
  await withdraw(own!)
  expect(await coarseOf()).toBe(5)
  expect(await shown()).toEqual([false, true])
  await withdraw(other!)
  expect(await coarseOf()).toBe(0)
  expect(await shown()).toEqual([false, false])
})
