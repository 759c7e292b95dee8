import 'server-only'
import { eq, gte, max, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { capture } from '#db/schema/capture'
import { chainTx } from '#db/schema/outbox'
import { event } from '#db/schema/service'
import { tree } from '#db/schema/tree'
import type { Chain } from '#lib/adapters/chain/client'
import { anchorSchemaUid, type FoundAttestation, readAttestations } from '#lib/adapters/chain/eas'
import { readForward } from '#lib/adapters/chain/log-search'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { addressOf } from '#lib/adapters/key-ref'
import { fromHex } from '#lib/domain/proof/leaf'
import { buildTree, equalBytes, rootOf } from '#lib/domain/proof/merkle'
import { placeLeaves, takeWaiting, type Waiting } from '#lib/services/anchors/build-tree'
import { finishTree } from '#lib/services/anchors/finish-trees'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'

/** The maximum number of leaves of which all orders are tried: 6 leaves have 720. */
const maxTried = 6

/**
 * Numbers of trees: `published` were waiting here, `lost` are known only by their attestation, `conflicts`
 * contradict the chain.
 */
export type ReplayedTrees = { published: number[]; lost: number[]; conflicts: number[] }

/**
 * Finds attestations of ours that this database does not know, so that new trees continue after the last of them. A tree that waits
 * here is published with the attestation it got. A tree whose leaves are missing retains its number and root and is no longer served;
 * those of its captures that are here join a new tree with a later number. That attests them twice, and earlier proofs stay valid.
 *
 * @param input.final the last final block
 */
export async function replayTrees(args: {
  ctx: Context
  input: { chain: Chain; final: number; ledgerFromBlock: number }
}): Promise<ReplayedTrees> {
  const { ctx, input } = args
  const replayed: ReplayedTrees = { published: [], lost: [], conflicts: [] }
  const [last] = await ctx.db.select({ block: max(tree.attestBlock) }).from(tree)
  const from = last?.block ?? input.ledgerFromBlock
  const { chain, final: to } = input
  const { eas } = ctx.env.anchor
  for (const attester of await readAttesters(ctx)) {
    const attestations = await readForward({ from, to }, (first, last) =>
      readAttestations({ chain, eas, attester, from: first, to: last }),
    )
    for (const found of attestations) await adopt(ctx, chain, found, replayed)
  }
  return replayed
}

/** All accounts that attested for us according to this database, and the current one. */
async function readAttesters({ db, env }: Context): Promise<Address[]> {
  const [trees, asked] = await Promise.all([
    db.selectDistinct({ address: tree.attester }).from(tree),
    db.selectDistinct({ address: chainTx.sender }).from(chainTx).where(eq(chainTx.kind, 'attest')),
  ])
  const own = env.anchorKey ? [addressOf(env.anchorKey).toLowerCase()] : []
  return [...new Set([...trees, ...asked].map(({ address }) => address).concat(own))] as Address[]
}

async function adopt(
  ctx: Context,
  chain: Chain,
  found: FoundAttestation,
  replayed: ReplayedTrees,
): Promise<void> {
  const { treeId, root } = found.anchor
  const [known] = await ctx.db
    .select()
    .from(tree)
    .where(eq(tree.root, fromHex(root)))
  if (known) {
    if (known.state !== 'attesting') return
    await finishTree({ ctx, chain, row: known, hash: fromHex(found.transaction) })
    replayed.published.push(treeId)
    return
  }
  const [numbered] = await ctx.db.select().from(tree).where(eq(tree.treeId, treeId))
  if (numbered && numbered.state !== 'attesting') {
    replayed.conflicts.push(treeId)
    return
  }
  const row = await keep(ctx, chain, found)
  if (row.state === 'lost') {
    replayed.lost.push(treeId)
    return
  }
  await finishTree({ ctx, chain, row, hash: fromHex(found.transaction) })
  replayed.published.push(treeId)
}

/**
 * Its number is in use, so captures that were gathered here under that number or a later one are gathered again. A small tree may consist
 * of captures that wait here, in an order that can be found: then it is not lost, and building it again would give the same root.
 */
async function keep(ctx: Context, chain: Chain, found: FoundAttestation): Promise<typeof tree.$inferSelect> {
  const { treeId, leafCount, root, prevRoot, leafSpec } = found.anchor
  const kept = await ctx.db.transaction(async (tx) => {
    await tx
      .update(capture)
      .set({ treeId: null, leafIndex: null, leafHash: null })
      .where(
        sql`${capture.treeId} in (select tree_id from tree where tree_id >= ${treeId} and state = 'attesting')`,
      )
    await tx.delete(tree).where(sql`${gte(tree.treeId, treeId)} and ${tree.state} = 'attesting'`)
    const ordered = leafCount > maxTried ? undefined : await findLeaves(tx, leafCount, fromHex(root))
    const [row] = await tx
      .insert(tree)
      .values({
        treeId,
        leafCount,
        chainId: chain.chainId,
        attester: found.attester,
        root: fromHex(root),
        prevRoot: fromHex(prevRoot),
        leafSpec: fromHex(leafSpec),
        schemaUid: fromHex(anchorSchemaUid),
        attestUid: fromHex(found.uid),
        attestTx: fromHex(found.transaction),
        attestBlock: found.block,
        attestedAt: new Date(Number(found.time) * 1_000),
        state: ordered ? 'attesting' : 'lost',
      })
      .returning()
    if (ordered) {
      await placeLeaves(tx, treeId, ordered)
      return row!
    }
    const data = { attest_uid: found.uid, attest_tx: found.transaction, block: found.block }
    await tx.insert(event).values({ subject: 'tree', subjectId: String(treeId), name: 'lost', data })
    return row!
  })
  if (kept.state === 'lost')
    ctx.log.error({ treeId, attestUid: found.uid }, 'a tree that we attested is not in this database')
  return kept
}

/** Searches the waiting captures for the leaves of a root. A round that is open here may have ended before the tree was built. */
async function findLeaves(tx: Tx, leafCount: number, root: Uint8Array): Promise<Waiting[] | undefined> {
  for (const evenOfOpenRounds of [false, true]) {
    const leaves = await takeWaiting({ tx, maxLeaves: leafCount, evenOfOpenRounds })
    const ordered = leaves.length === leafCount ? findOrder(leaves, root) : undefined
    if (ordered) return ordered
  }
  return undefined
}

/** Searches all orders of the leaves for the one that gives a root. */
function findOrder<Item extends Parameters<typeof leafOfCapture>[0]>(
  items: readonly Item[],
  root: Uint8Array,
): Item[] | undefined {
  const leaves = items.map((item) => ({ item, leaf: leafOfCapture(item) }))
  const tryAll = (chosen: typeof leaves, left: typeof leaves): typeof leaves | undefined => {
    if (left.length === 0)
      return equalBytes(rootOf(buildTree(chosen.map(({ leaf }) => leaf))), root) ? chosen : undefined
    for (const [index, next] of left.entries()) {
      const found = tryAll([...chosen, next], left.toSpliced(index, 1))
      if (found) return found
    }
    return undefined
  }
  return tryAll([], leaves)?.map(({ item }) => item)
}
