import { randomBytes } from 'node:crypto'
import { bytesToHex } from '@noble/hashes/utils.js'
import { eq, inArray } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { submission, submissionFile } from '#db/schema/submission'
import { tree } from '#db/schema/tree'
import { upload } from '#db/schema/upload'
import type { Context } from '#lib/adapters/context'
import type { ClaimOrigin } from '#lib/domain/film/match-claims'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { fromHex, leafSpec } from '#lib/domain/proof/leaf'
import { buildTree, compareBytes, rootOf } from '#lib/domain/proof/merkle'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'
import { deliverCaptures } from '#lib/services/media/deliver-captures'
import { publishTree } from '#lib/services/observations/publish-tree'
import { insertBounty } from '#testing/bounty-rows'

export type TestFilm = {
  contributor: string
  payer: string
  origin: ClaimOrigin
  geohash?: string
  /** ISO 8601. */
  capturedAt: string
  /** True if it passed the quality check; default: true. */
  isChecked?: boolean
}

const bytes32 = () => new Uint8Array(randomBytes(32))

/**
 * Films that were accepted and paid, delivered by the product's own code and published in a tree of their own. Only rows: the files
 * and the chain do not exist. Answers the ids in the order of the films. Films of one tree are published in the order of their ids,
 * so a film with an earlier place in the list gets a smaller id.
 */
export async function publishTestFilms(
  ctx: Pick<Context, 'db' | 'env' | 'log'>,
  given: { treeId: number; films: readonly TestFilm[] },
): Promise<string[]> {
  const { db } = ctx
  const { treeId, films } = given
  const ids = films.map(bytes32).sort(compareBytes)
  for (const [index, film] of films.entries()) await accept(db, ids[index]!, film)
  for (let delivered = 0; delivered < films.length; ) delivered += await deliverCaptures({ ctx })
  await db.transaction(async (tx) => {
    const rows = await tx.select().from(capture).where(inArray(capture.sha256, ids))
    const leaves = rows.map((row) => ({ ...row, leafHash: leafOfCapture(row) }))
    await tx.insert(tree).values({
      treeId,
      state: 'final',
      leafCount: rows.length,
      prevRoot: bytes32(),
      leafSpec: fromHex(leafSpec),
      root: rootOf(buildTree(leaves.map(({ leafHash }) => leafHash))),
      chainId: 8453,
      schemaUid: bytes32(),
      attester: '0x0000000000000000000000000000000000000001',
      attestUid: bytes32(),
      attestTx: bytes32(),
      attestBlock: 1,
      attestedAt: new Date(),
    })
    for (const [leafIndex, { sha256 }] of leaves.entries())
      await tx
        .update(capture)
        .set({ treeId, leafIndex, readyAt: new Date() })
        .where(eq(capture.sha256, sha256))
    await publishTree({
      tx,
      treeId,
      leaves: leaves.map(({ sha256, cell, capturedAt, leafHash }) => ({
        sha256,
        cell,
        leafHash,
        capturedAtSeconds: capturedAt.getTime() / 1_000,
      })),
    })
  })
  return ids.map((sha256) => bytesToHex(sha256))
}

async function accept(db: Context['db'], sha256: Uint8Array, film: TestFilm): Promise<void> {
  const { contributor, payer, origin, geohash = 'u09tun', isChecked = true } = film
  const submissionId = `sub_${bytesToHex(sha256)}`
  const { bountyId } = await insertBounty(db, 'accepted', { payer, acceptedSubmissionId: submissionId })
  const uploadId = `upl_${bytesToHex(sha256)}`
  await db.insert(upload).values({
    uploadId,
    owner: contributor,
    byteLength: 1,
    sha256,
    state: 'submitted',
    expiresAt: new Date(),
  })
  await db
    .insert(submission)
    .values({ submissionId, bountyId, contributor, qualityStatus: isChecked ? 'pass' : 'fail' })
  await db.insert(submissionFile).values({
    submissionId,
    uploadId,
    sha256,
    byteLength: 1,
    mediaType: 'video/mp4',
    cell: geohashToCell(geohash)!,
    capturedAt: new Date(film.capturedAt),
    placeFrom: origin,
    timeFrom: origin,
  })
}
