import 'server-only'
import { and, asc, eq, sql } from 'drizzle-orm'
import { type Address, bytesToHex } from 'viem'
import { capture } from '#db/schema/capture'
import { chainTx } from '#db/schema/outbox'
import { event } from '#db/schema/service'
import { tree } from '#db/schema/tree'
import type { Chain } from '#lib/adapters/chain/client'
import { readAttestUid } from '#lib/adapters/chain/eas'
import type { Context } from '#lib/adapters/context'
import { endedWithoutEffect } from '#lib/domain/chain/chain-tx'
import { fromHex } from '#lib/domain/proof/leaf'
import { buildTree, equalBytes, rootOf } from '#lib/domain/proof/merkle'
import type { Anchorer } from '#lib/services/anchors/anchorer'
import { anchorDataOf, enqueueAttest } from '#lib/services/anchors/enqueue-attest'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'
import { mayTryAgain } from '#lib/services/chain/may-try-again'
import { publishTree } from '#lib/services/observations/publish-tree'

type TreeRow = typeof tree.$inferSelect

/**
 * Publishes the trees whose attestation is final, and requests another attestation where the transaction ended without effect.
 * Nothing of an attestation is stored before it is final, because a reorganisation can change its UID.
 *
 * @returns true if there were trees without a final attestation
 */
export async function finishTrees(args: { ctx: Context; anchorer: Anchorer }): Promise<boolean> {
  const { ctx, anchorer } = args
  const attesting = await ctx.db
    .select({ tree, txId: chainTx.id, state: chainTx.state, minedHash: chainTx.minedHash, mayTryAgain })
    .from(tree)
    .innerJoin(chainTx, eq(chainTx.id, tree.chainTxId))
    .where(sql`${tree.state} = 'attesting'`)
    .orderBy(asc(tree.treeId))
  for (const row of attesting) {
    if (row.state === 'final' && row.minedHash)
      await finishTree({ ctx, chain: anchorer.chain, row: row.tree, hash: row.minedHash })
    else if (endedWithoutEffect(row.state) && row.mayTryAgain)
      await askAgain({ ctx, anchorer, row: row.tree, after: row.txId })
  }
  return attesting.length > 0
}

/**
 * Publishes a tree with its attestation from a final transaction, which may have been requested by another copy of this database.
 */
export async function finishTree(args: {
  ctx: Context
  chain: Chain
  row: TreeRow
  hash: Uint8Array
}): Promise<void> {
  const { ctx, chain, row } = args
  const { client } = chain
  const receipt = await client.getTransactionReceipt({ hash: bytesToHex(args.hash) })
  const block = await client.getBlock({ blockHash: receipt.blockHash })
  const uid = readAttestUid({
    receipt,
    blockTime: block.timestamp,
    eas: ctx.env.anchor.eas,
    attester: row.attester as Address,
    anchor: anchorDataOf(row),
  })
  const leaves = await readObservable(ctx, row)
  const published = await ctx.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(tree)
      .set({
        state: 'final',
        attestUid: fromHex(uid),
        attestTx: args.hash,
        attestBlock: Number(receipt.blockNumber),
        attestedAt: new Date(Number(block.timestamp) * 1_000),
      })
      .where(and(eq(tree.treeId, row.treeId), eq(tree.state, 'attesting')))
      .returning({ treeId: tree.treeId })
    if (!changed) return false
    await publishTree({ tx, treeId: row.treeId, leaves })
    const data = { attest_uid: uid, attest_tx: receipt.transactionHash, block: Number(receipt.blockNumber) }
    await tx.insert(event).values({ subject: 'tree', subjectId: String(row.treeId), name: 'final', data })
    return true
  })
  if (published) ctx.log.info({ treeId: row.treeId, attestUid: uid }, 'tree attested and published')
}

/**
 * The leaves of a tree that become observations. The manifest of a 3D model is attested but does not become one, nor does a
 * delivered film whose claims do not fit its bounty.
 *
 * @throws Error if the stored captures do not give the attested root
 */
async function readObservable(ctx: Context, row: TreeRow) {
  const captures = await ctx.db
    .select()
    .from(capture)
    .where(eq(capture.treeId, row.treeId))
    .orderBy(asc(capture.leafIndex))
  const leaves = captures.map((item) => ({
    sha256: item.sha256,
    cell: item.cell,
    capturedAtSeconds: item.capturedAt.getTime() / 1_000,
    leafHash: leafOfCapture(item),
    isObserved: item.madeFrom === null && item.claimsFit,
  }))
  if (
    leaves.length !== row.leafCount ||
    !equalBytes(rootOf(buildTree(leaves.map((leaf) => leaf.leafHash))), row.root)
  )
    throw new Error(`the captures of tree ${row.treeId} do not hash to its root`)
  return leaves.filter((leaf) => leaf.isObserved)
}

async function askAgain(args: {
  ctx: Context
  anchorer: Anchorer
  row: TreeRow
  after: number
}): Promise<void> {
  const { ctx, anchorer, row, after } = args
  await ctx.db.transaction(async (tx) => {
    const chainTxId = await enqueueAttest({ tx, ctx, anchorer, tree: row, after })
    // The key may have changed since the last request.
    await tx
      .update(tree)
      .set({ chainTxId, attester: anchorer.signer.address.toLowerCase() })
      .where(and(eq(tree.treeId, row.treeId), eq(tree.chainTxId, after), eq(tree.state, 'attesting')))
  })
  ctx.log.warn({ treeId: row.treeId, after }, 'requested another attestation after one without effect')
}
