import 'server-only'
import type { tree } from '#db/schema/tree'
import { encodeAttest } from '#lib/adapters/chain/eas'
import { enqueue } from '#lib/adapters/chain/outbox'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import type { AnchorData } from '#lib/domain/attestation'
import { toHex } from '#lib/domain/leaf'
import type { Anchorer } from '#lib/services/anchors/anchorer'

type TreeFacts = Pick<typeof tree.$inferSelect, 'treeId' | 'leafCount' | 'root' | 'prevRoot' | 'leafSpec'>

/**
 * Asks for the attestation of a tree.
 *
 * @param after the transaction that ended without effect, when there was one
 * @returns id of the chain transaction
 */
export async function enqueueAttest(args: {
  tx: Tx
  ctx: Pick<Context, 'env'>
  anchorer: Anchorer
  tree: TreeFacts
  after: number | undefined
}): Promise<number> {
  const { tx, ctx, anchorer, after } = args
  const { txId } = await enqueue({
    tx,
    intent: {
      chainId: anchorer.chain.chainId,
      sender: anchorer.signer.address,
      kind: 'attest',
      idemKey: `attest:${args.tree.treeId}${after === undefined ? '' : `:after:${after}`}`,
      to: ctx.env.anchor.eas,
      data: encodeAttest(anchorDataOf(args.tree)),
    },
  })
  return txId
}

/** A tree as it is attested. */
export function anchorDataOf(row: TreeFacts): AnchorData {
  return {
    root: toHex(row.root),
    treeId: row.treeId,
    leafCount: row.leafCount,
    prevRoot: toHex(row.prevRoot),
    leafSpec: toHex(row.leafSpec),
  }
}
