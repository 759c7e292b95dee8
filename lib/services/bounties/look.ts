import 'server-only'
import { type Address, bytesToHex } from 'viem'
import {
  type EscrowBounty,
  readAcceptance,
  readEscrowBounty,
  readEscrowId,
  readGrace,
} from '#lib/adapters/chain/escrow'
import { isNonceSpent } from '#lib/adapters/facilitator/authorization'
import type { BountyFacts } from '#lib/domain/bounty-progress'
import { submissionRef } from '#lib/services/bounties/effect-intent'
import type { Known } from '#lib/services/bounties/load-facts'
import type { BountyRow } from '#lib/services/bounties/transition'
import { postedRefsOf, type Visit } from '#lib/services/bounties/visit'

type Seen = Pick<BountyFacts, 'inContract' | 'payableInSeconds' | 'paidBack'>
/** A bounty, and the contract that has it. */
type Found = EscrowBounty & { escrow: Address }

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
  const isSettled =
    final?.escrow === latest?.escrow && final?.id === latest?.id && final?.state === latest?.state
  return {
    ...(isSettled ? await describe(visit, known, final) : { inContract: 'unsettled' as const }),
    paidBack: wasPaidBack === isPaidBack ? wasPaidBack : 'unsettled',
  }
}

async function readBounty(
  visit: Visit,
  { row }: Known,
  blockNumber: bigint | undefined,
): Promise<Found | undefined> {
  const { chain } = visit
  const read = async (escrow: Address, id: bigint) => ({
    ...(await readEscrowBounty({ chain, escrow, id, blockNumber })),
    escrow,
  })
  if (row.postIsFinal && row.onchainId !== null) return read(row.escrow as Address, BigInt(row.onchainId))
  for (const posted of postedRefsOf(visit, row)) {
    const id = await readEscrowId({ chain, posted, blockNumber })
    if (id !== undefined) return read(posted.escrow, id)
  }
  return undefined
}

function readPaidBack(
  { ctx, chain, network }: Visit,
  { row }: Known,
  blockNumber: bigint | undefined,
): Promise<boolean> {
  const expected = { asset: network.usdc.address, from: ctx.env.treasury, nonce: bytesToHex(row.ref) }
  return isNonceSpent({ chain, expected, blockNumber })
}

async function describe(
  visit: Visit,
  { row }: Known,
  found: Found | undefined,
): Promise<Pick<BountyFacts, 'inContract' | 'payableInSeconds'>> {
  if (found?.state === 'accepted')
    return { inContract: 'accepted', payableInSeconds: await readPayableIn(visit, row, found) }
  if (found?.state !== 'open') return { inContract: found?.state ?? 'none' }
  const { chain } = visit
  const [block, grace] = await Promise.all([
    chain.client.getBlock({ blockNumber: BigInt(visit.final) }),
    readGrace(chain, found.escrow),
  ])
  return { inContract: block.timestamp >= found.deadline + BigInt(grace) ? 'overdue' : 'open' }
}

/** As `BountyFacts` has it. */
async function readPayableIn(
  { ctx, chain }: Visit,
  row: BountyRow,
  found: Found,
): Promise<number | undefined> {
  const { submission, payableFrom, hasRoomToday } = await readAcceptance({
    ...{ chain, escrow: found.escrow, bounty: found },
  })
  if (row.acceptedSubmissionId === null || submission !== submissionRef(row.acceptedSubmissionId))
    return undefined
  const seconds = Number(payableFrom) - Math.floor(ctx.clock.now().getTime() / 1_000)
  return hasRoomToday ? 0 : Math.max(0, seconds)
}
