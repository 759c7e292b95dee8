import 'server-only'
import { randomInt } from 'node:crypto'
import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { event } from '#db/schema/service'
import { tree } from '#db/schema/tree'
import { anchorSchemaUid } from '#lib/adapters/chain/eas'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { fromHex, leafSpec } from '#lib/domain/proof/leaf'
import { buildTree as buildMerkleTree, rootOf } from '#lib/domain/proof/merkle'
import type { Anchorer } from '#lib/services/anchors/anchorer'
import { enqueueAttest } from '#lib/services/anchors/enqueue-attest'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'
import { endRounds } from '#lib/services/publication/end-rounds'

export type Waiting = Pick<
  typeof capture.$inferSelect,
  'sha256' | 'cell' | 'capturedAt' | 'salt' | 'madeFrom' | 'claimsFit'
>

const buildLock = 7_221_002

/**
 * Builds the next tree from the waiting captures and requests its attestation, in one database transaction. A tree is due when
 * `maxLeaves` captures wait, or the oldest has waited for `maxAgeSeconds` of the service's time. Captures that a bounty delivered wait
 * from the end of their round. One worker builds at a time.
 *
 * @returns the number of the tree, or `undefined` if none was due
 */
export async function buildTree(args: { ctx: Context; anchorer: Anchorer }): Promise<number | undefined> {
  const { ctx, anchorer } = args
  await endRounds({ ctx })
  if (!(await isDue(ctx, ctx.db))) return undefined
  return ctx.db.transaction(async (tx) => {
    const [lock] = await tx.execute<{ held: boolean }>(
      sql`select pg_try_advisory_xact_lock(${buildLock}) as held`,
    )
    // Checked again under the lock: another worker may have just built the tree.
    if (!lock?.held || !(await isDue(ctx, tx))) return undefined
    const captures = shuffle(await takeWaiting({ tx, maxLeaves: ctx.env.anchor.maxLeaves }))
    if (captures.length === 0) return undefined
    const root = rootOf(buildMerkleTree(captures.map(leafOfCapture)))
    const [last] = await tx.select().from(tree).orderBy(desc(tree.treeId)).limit(1)
    const treeId = (last?.treeId ?? 0) + 1
    const row = {
      treeId,
      leafCount: captures.length,
      root,
      prevRoot: last?.root ?? new Uint8Array(32),
      leafSpec: fromHex(leafSpec),
    }
    const chainTxId = await enqueueAttest({ tx, ctx, anchorer, tree: row, after: undefined })
    await tx.insert(tree).values({
      ...row,
      state: 'attesting',
      chainId: anchorer.chain.chainId,
      schemaUid: fromHex(anchorSchemaUid),
      attester: anchorer.signer.address.toLowerCase(),
      chainTxId,
    })
    await placeLeaves(tx, treeId, captures)
    await tx.insert(event).values({
      subject: 'tree',
      subjectId: String(treeId),
      name: 'built',
      data: { leaf_count: captures.length },
    })
    ctx.log.info({ treeId, leafCount: captures.length }, 'tree built')
    return treeId
  })
}

async function isDue(ctx: Context, db: Pick<Tx, 'execute'>): Promise<boolean> {
  const { maxLeaves, maxAgeSeconds } = ctx.env.anchor
  const [row] = await db.execute<{ due: boolean | null }>(sql`
    select count(*) >= ${maxLeaves} or min(ready_at) <= service_now() - make_interval(secs => ${maxAgeSeconds}) as due
    from (
      select ready_at from capture where tree_id is null and ready_at is not null order by ready_at limit ${maxLeaves}
    ) as waiting`)
  return row?.due ?? false
}

/**
 * The captures that have waited longest, locked until the transaction ends. Those of one round are in the order of their hashes, which
 * does not follow their releases.
 *
 * @param args.evenOfOpenRounds also those that may not join a tree yet, after all others
 */
export async function takeWaiting(args: {
  tx: Tx
  maxLeaves: number
  evenOfOpenRounds?: boolean
}): Promise<Waiting[]> {
  const { tx, maxLeaves, evenOfOpenRounds = false } = args
  return tx
    .select({
      sha256: capture.sha256,
      cell: capture.cell,
      capturedAt: capture.capturedAt,
      salt: capture.salt,
      madeFrom: capture.madeFrom,
      claimsFit: capture.claimsFit,
    })
    .from(capture)
    .where(and(isNull(capture.treeId), evenOfOpenRounds ? undefined : isNotNull(capture.readyAt)))
    .orderBy(asc(capture.readyAt), asc(capture.sha256))
    .limit(maxLeaves)
    .for('update', { skipLocked: true })
}

/** Fisher-Yates shuffle with secure random numbers: the order of leaves must not show which captures arrived together. */
function shuffle<Item>(items: Item[]): Item[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    ;[items[i], items[j]] = [items[j]!, items[i]!]
  }
  return items
}

/** Assigns captures to a tree as leaves, in this order. */
export async function placeLeaves(tx: Tx, treeId: number, captures: readonly Waiting[]): Promise<void> {
  const hashes = captures.map((item) => Buffer.from(item.sha256).toString('hex'))
  await tx.execute(sql`
    update capture set tree_id = ${treeId}, leaf_index = leaf.position - 1
    from unnest(string_to_array(${hashes.join(',')}, ',')) with ordinality as leaf (hash, position)
    where sha256 = decode(leaf.hash, 'hex')`)
  // `observation` has the leaf hashes of all others.
  for (const unsold of captures.filter((item) => item.madeFrom !== null || !item.claimsFit))
    await tx
      .update(capture)
      .set({ leafHash: leafOfCapture(unsold) })
      .where(eq(capture.sha256, unsold.sha256))
}
