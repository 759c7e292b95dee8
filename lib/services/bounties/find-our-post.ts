import 'server-only'
import { type Address, bytesToHex, isAddressEqual } from 'viem'
import { type FoundPost, findPost, findPostIn, readEscrowId } from '#lib/adapters/chain/escrow'
import { amountOf, deadlineOf } from '#lib/services/bounties/effect-intent'
import type { Known } from '#lib/services/bounties/load-facts'
import type { BountyRow } from '#lib/services/bounties/transition'
import { noteHindrance, postedRefOf, postedRefsOf, type Visit } from '#lib/services/bounties/visit'

/** With the contract that has it. */
export type OurPost = FoundPost & { escrow: Address }

/**
 * The post of a bounty: in the transaction we sent, or, when this database knows of none, in a final block.
 *
 * @returns undefined when it is not there (any more), or when its terms are not the bounty's: the treasury's key posted
 *   something else under its reference, and people have to see to that
 */
export async function findOurPost(args: { visit: Visit; known: Known }): Promise<OurPost | undefined> {
  const { visit, known } = args
  const { row } = known
  const found = (await findOwn(args)) ?? (await findOther(visit, row))
  if (!found || hasTermsOf(row, found)) return found
  const { id, transaction } = found
  const text = 'It is in the contract on terms that are not its own. Nothing is done about it.'
  const data = { onchain_id: id.toString(), hash: transaction }
  noteHindrance({ visit, row, hindrance: { code: 'other_terms', text, data } })
  return undefined
}

async function findOwn(args: { visit: Visit; known: Known }): Promise<OurPost | undefined> {
  const { visit, known } = args
  if (!known.post?.minedHash) return undefined
  const posted = postedRefOf(visit, known.row)
  const transaction = bytesToHex(known.post.minedHash)
  const found = await findPostIn({ chain: visit.chain, posted, transaction })
  return found && { ...found, escrow: posted.escrow }
}

async function findOther(visit: Visit, row: BountyRow): Promise<OurPost | undefined> {
  const { chain, network, final } = visit
  if (final < 0) return undefined
  for (const posted of postedRefsOf(visit, row)) {
    // The contract first: searching for what is not there would read the log to its beginning.
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
    // What was accepted may have been posted again after its deadline, with a later one.
    (found.deadline === deadline || (row.state === 'accepting' && found.deadline > deadline))
  )
}
