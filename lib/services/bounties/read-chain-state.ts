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
import { readServiceTime } from '#lib/adapters/service-time'
import type { BountyFacts } from '#lib/domain/bounty/bounty-progress'
import { submissionRef } from '#lib/services/bounties/effect-intent'
import type { Known } from '#lib/services/bounties/load-facts'
import { type Pass, postedRefsOf } from '#lib/services/bounties/pass'
import type { BountyRow } from '#lib/services/bounties/transition'

type Seen = Pick<BountyFacts, 'inContract' | 'payableInSeconds' | 'paidBack'>
/** A bounty, and the contract in which it was found. */
type Found = EscrowBounty & { escrow: Address }

const unsettled: Seen = { inContract: 'unsettled', paidBack: 'unsettled' }

/**
 * Reads the state of a bounty in the contract and the token at a final block. The result is `unsettled` while the newest block
 * differs, or while the node has not reached the blocks in which our transactions ended.
 */
export async function readChainState(args: { pass: Pass; known: Known }): Promise<Seen> {
  const { pass, known } = args
  const seenBlocks = [known.post, known.exit, known.payback].map((asked) =>
    Math.max(asked?.minedBlock ?? -1, asked?.nonceGoneBlock ?? -1),
  )
  if (pass.final < 0 || Math.max(...seenBlocks) > pass.final) return unsettled
  const blockNumber = BigInt(pass.final)
  const [final, latest, wasPaidBack, isPaidBack] = await Promise.all([
    readBounty(pass, known, blockNumber),
    readBounty(pass, known, undefined),
    readPaidBack(pass, known, blockNumber),
    readPaidBack(pass, known, undefined),
  ])
  const isSettled =
    final?.escrow === latest?.escrow && final?.id === latest?.id && final?.state === latest?.state
  return {
    ...(isSettled ? await describe(pass, known, final) : { inContract: 'unsettled' as const }),
    paidBack: wasPaidBack === isPaidBack ? wasPaidBack : 'unsettled',
  }
}

async function readBounty(
  pass: Pass,
  { row }: Known,
  blockNumber: bigint | undefined,
): Promise<Found | undefined> {
  const { chain } = pass
  const read = async (escrow: Address, id: bigint) => ({
    ...(await readEscrowBounty({ chain, escrow, id, blockNumber })),
    escrow,
  })
  if (row.postIsFinal && row.onchainId !== null) return read(row.escrow as Address, BigInt(row.onchainId))
  for (const posted of postedRefsOf(pass, row)) {
    const id = await readEscrowId({ chain, posted, blockNumber })
    if (id !== undefined) return read(posted.escrow, id)
  }
  return undefined
}

function readPaidBack(
  { ctx, chain, network }: Pass,
  { row }: Known,
  blockNumber: bigint | undefined,
): Promise<boolean> {
  const expected = { asset: network.usdc.address, from: ctx.env.treasury, nonce: bytesToHex(row.ref) }
  return isNonceSpent({ chain, expected, blockNumber })
}

async function describe(
  pass: Pass,
  { row }: Known,
  found: Found | undefined,
): Promise<Pick<BountyFacts, 'inContract' | 'payableInSeconds'>> {
  if (found?.state === 'accepted')
    return { inContract: 'accepted', payableInSeconds: await readPayableIn(pass, row, found) }
  if (found?.state !== 'open') return { inContract: found?.state ?? 'none' }
  const { chain } = pass
  const [block, grace] = await Promise.all([
    chain.client.getBlock({ blockNumber: BigInt(pass.final) }),
    readGrace(chain, found.escrow),
  ])
  return { inContract: block.timestamp >= found.deadline + BigInt(grace) ? 'overdue' : 'open' }
}

/** See `BountyFacts.payableInSeconds`. */
async function readPayableIn(
  { ctx, chain }: Pass,
  row: BountyRow,
  found: Found,
): Promise<number | undefined> {
  const { submission, payableFrom, hasRoomToday } = await readAcceptance({
    chain,
    escrow: found.escrow,
    bounty: found,
  })
  if (row.acceptedSubmissionId === null || submission !== submissionRef(row.acceptedSubmissionId))
    return undefined
  if (hasRoomToday) return 0
  const now = await readServiceTime(ctx.sql)
  return Math.max(0, Number(payableFrom) - Math.floor(now.getTime() / 1_000))
}
