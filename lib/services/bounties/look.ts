import 'server-only'
import { bytesToHex } from 'viem'
import { type EscrowBounty, readEscrowBounty, readEscrowId, readGrace } from '#lib/adapters/chain/escrow'
import { isNonceSpent } from '#lib/adapters/facilitator/authorization'
import type { BountyFacts } from '#lib/domain/bounty-progress'
import type { Known } from '#lib/services/bounties/load-facts'
import { postedRefOf, type Visit } from '#lib/services/bounties/visit'

type Seen = Pick<BountyFacts, 'inContract' | 'paidBack'>

const unsettled: Seen = { inContract: 'unsettled', paidBack: 'unsettled' }

/**
 * What contract and token say of a bounty in a final block. Nothing is settled while the newest block says otherwise, or
 * while the node that answers has not come to the blocks in which we saw our transactions end.
 */
export async function look(args: { visit: Visit; known: Known }): Promise<Seen> {
  const { visit, known } = args
  const seenBlocks = [known.post, known.exit, known.payback].map((asked) =>
    Math.max(asked?.minedBlock ?? -1, asked?.nonceGoneBlock ?? -1),
  )
  if (visit.final < 0 || Math.max(...seenBlocks) > visit.final) return unsettled
  const blockNumber = BigInt(visit.final)
  const [final, latest, wasPaidBack, isPaidBack] = await Promise.all([
    readBounty(visit, known, blockNumber),
    readBounty(visit, known, undefined),
    readPaidBack(visit, known, blockNumber),
    readPaidBack(visit, known, undefined),
  ])
  const isSettled = final?.id === latest?.id && final?.state === latest?.state
  return {
    inContract: isSettled ? await describe(visit, final) : 'unsettled',
    paidBack: wasPaidBack === isPaidBack ? wasPaidBack : 'unsettled',
  }
}

async function readBounty(
  visit: Visit,
  { row }: Known,
  blockNumber: bigint | undefined,
): Promise<EscrowBounty | undefined> {
  const { chain, network } = visit
  const id =
    row.postIsFinal && row.onchainId !== null
      ? BigInt(row.onchainId)
      : await readEscrowId({ chain, posted: postedRefOf(visit, row), blockNumber })
  return id === undefined ? undefined : readEscrowBounty({ chain, escrow: network.escrow, id, blockNumber })
}

function readPaidBack(
  { ctx, chain, network }: Visit,
  { row }: Known,
  blockNumber: bigint | undefined,
): Promise<boolean> {
  const expected = { asset: network.usdc.address, from: ctx.env.treasury, nonce: bytesToHex(row.ref) }
  return isNonceSpent({ chain, expected, blockNumber })
}

async function describe(visit: Visit, found: EscrowBounty | undefined): Promise<Seen['inContract']> {
  if (found?.state !== 'open') return found?.state ?? 'none'
  const { chain, network } = visit
  const [block, grace] = await Promise.all([
    chain.client.getBlock({ blockNumber: BigInt(visit.final) }),
    readGrace(chain, network.escrow),
  ])
  return block.timestamp >= found.deadline + BigInt(grace) ? 'overdue' : 'open'
}
