import 'server-only'
import { and, eq } from 'drizzle-orm'
import { hexToBytes } from 'viem'
import { bounty } from '#db/schema/bounty'
import { readEscrowId } from '#lib/adapters/chain/escrow'
import { findOurPost } from '#lib/services/bounties/find-our-post'
import { isAsDecided } from '#lib/services/bounties/is-as-decided'
import type { Known } from '#lib/services/bounties/load-facts'
import { postedRefOf, type Visit } from '#lib/services/bounties/visit'

/**
 * Keeps the number a bounty has in a final block, for good, with the transaction that posted it: until then a reorganisation
 * may give the number to another bounty.
 *
 * @returns false when no final block has it, its terms are not ours, or someone was first
 */
export async function keepNumber(args: { visit: Visit; known: Known }): Promise<boolean> {
  const { visit, known } = args
  const { ctx, chain, final } = visit
  const { row } = known
  const post = await findOurPost({ visit, known })
  if (!post || final < 0) return false
  const posted = { ...postedRefOf(visit, row), escrow: post.escrow }
  if ((await readEscrowId({ chain, posted, blockNumber: BigInt(final) })) !== post.id) return false
  const kept = await ctx.db
    .update(bounty)
    .set({
      escrow: post.escrow.toLowerCase(),
      onchainId: Number(post.id),
      createTx: hexToBytes(post.transaction),
      postIsFinal: true,
    })
    .where(and(eq(bounty.bountyId, row.bountyId), isAsDecided(row)))
    .returning({ bountyId: bounty.bountyId })
  return kept.length === 1
}
