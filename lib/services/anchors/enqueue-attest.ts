import 'server-only'
import type { tree } from '#db/schema/tree'
import { encodeAttest } from '#lib/adapters/chain/eas'
import { enqueue } from '#lib/adapters/chain/outbox'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import type { AnchorData } from '#lib/domain/proof/attestation'
import { toHex } from '#lib/domain/proof/leaf'
import type { Anchorer } from '#lib/services/anchors/anchorer'

type TreeFacts = Pick<typeof tree.$inferSelect, 'treeId' | 'leafCount' | 'root' | 'prevRoot' | 'leafSpec'>

/**
 * Requests the attestation of a tree from the outbox.
 *
 * @param after the previous transaction for it, if that ended without effect
 * @returns the id of the chain transaction
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

/** The attested data of a tree. */
export function anchorDataOf(row: TreeFacts): AnchorData {
  return {
    root: toHex(row.root),
    treeId: row.treeId,
    leafCount: row.leafCount,
    prevRoot: toHex(row.prevRoot),
    leafSpec: toHex(row.leafSpec),
  }
}
