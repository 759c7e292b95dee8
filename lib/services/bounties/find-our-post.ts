import 'server-only'
import { type Address, bytesToHex, isAddressEqual } from 'viem'
import { type FoundPost, findPost, findPostIn, readEscrowId } from '#lib/adapters/chain/escrow'
import { amountOf, deadlineOf } from '#lib/services/bounties/effect-intent'
import type { Known } from '#lib/services/bounties/load-facts'
import { noteBlocker, type Pass, postedRefOf, postedRefsOf } from '#lib/services/bounties/pass'
import type { BountyRow } from '#lib/services/bounties/transition'

/** The bounty, and the contract that has it. */
export type OurPost = FoundPost & { escrow: Address }

/**
 * The post of a bounty: in the transaction we sent, or, when this database knows of none, in a final block.
 *
 * @returns `undefined` if it is missing or was undone, or if its terms differ: then the treasury's key posted
 * something else under its reference, which an operator must resolve
 */
export async function findOurPost(args: { pass: Pass; known: Known }): Promise<OurPost | undefined> {
  const { pass, known } = args
  const { row } = known
  const found = (await findOwn(args)) ?? (await findOther(pass, row))
  if (!found || hasTermsOf(row, found)) return found
  const { id, transaction } = found
  const text = 'It is in the contract on terms that are not its own. Nothing is done about it.'
  const data = { onchain_id: id.toString(), hash: transaction }
  noteBlocker({ pass, row, blocker: { code: 'other_terms', text, data } })
  return undefined
}

async function findOwn(args: { pass: Pass; known: Known }): Promise<OurPost | undefined> {
  const { pass, known } = args
  if (!known.post?.minedHash) return undefined
  const posted = postedRefOf(pass, known.row)
  const transaction = bytesToHex(known.post.minedHash)
  const found = await findPostIn({ chain: pass.chain, posted, transaction })
  return found && { ...found, escrow: posted.escrow }
}

async function findOther(pass: Pass, row: BountyRow): Promise<OurPost | undefined> {
  const { chain, network, final } = pass
  if (final < 0) return undefined
  for (const posted of postedRefsOf(pass, row)) {
    // The contract is read first, because a search for a missing post would read the whole log.
    if ((await readEscrowId({ chain, posted, blockNumber: BigInt(final) })) === undefined) continue
    const found = await findPost({ chain, posted, within: { from: network.ledgerFromBlock, to: final } })
    return found && { ...found, escrow: posted.escrow }
  }
  return undefined
}

function hasTermsOf(row: BountyRow, found: FoundPost): boolean {
  const deadline = BigInt(deadlineOf(row))
  return (
    isAddressEqual(found.refundTo, row.payer as Address) &&
    found.amountAtomic === amountOf(row) &&
    // An accepted bounty may have been posted again after its deadline, with a later deadline.
    (found.deadline === deadline || (row.state === 'accepting' && found.deadline > deadline))
  )
}
