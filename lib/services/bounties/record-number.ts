import 'server-only'
import { and, eq } from 'drizzle-orm'
import { hexToBytes } from 'viem'
import { bounty } from '#db/schema/bounty'
import { readEscrowId } from '#lib/adapters/chain/escrow'
import { findOurPost } from '#lib/services/bounties/find-our-post'
import { isAsDecided } from '#lib/services/bounties/is-as-decided'
import type { Known } from '#lib/services/bounties/load-facts'
import { type Pass, postedRefOf } from '#lib/services/bounties/pass'

/**
 * Stores the number that a bounty has in a final block, with the transaction that posted it. Before that
 * block is final a reorganisation may give the number to another bounty.
 *
 * @returns false if no final block has the post, its terms differ, or another process was first
 */
export async function recordNumber(args: { pass: Pass; known: Known }): Promise<boolean> {
  const { pass, known } = args
  const { ctx, chain, final } = pass
  const { row } = known
  const post = await findOurPost({ pass, known })
  if (!post || final < 0) return false
  const posted = { ...postedRefOf(pass, row), escrow: post.escrow }
  if ((await readEscrowId({ chain, posted, blockNumber: BigInt(final) })) !== post.id) return false
  const stored = await ctx.db
    .update(bounty)
    .set({
      escrow: post.escrow.toLowerCase(),
      onchainId: Number(post.id),
      createTx: hexToBytes(post.transaction),
      postIsFinal: true,
    })
    .where(and(eq(bounty.bountyId, row.bountyId), isAsDecided(row)))
    .returning({ bountyId: bounty.bountyId })
  return stored.length === 1
}
