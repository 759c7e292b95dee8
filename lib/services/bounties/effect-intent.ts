import 'server-only'
import { eq } from 'drizzle-orm'
import { type Address, bytesToHex, type Hex, keccak256, toBytes } from 'viem'
import { submission } from '#db/schema/submission'
import { encodeCancel, encodePay, encodePost, encodeRefund, encodeRelease } from '#lib/adapters/chain/escrow'
import type { ChainTxIntent } from '#lib/adapters/chain/outbox'
import { encodeTransferOnce } from '#lib/adapters/chain/usdc'
import type { BountyEffect } from '#lib/domain/bounty'
import { wholeUsdc } from '#lib/domain/money'
import type { BountyRow } from '#lib/services/bounties/transition'
import { deskOf, type Visit } from '#lib/services/bounties/visit'

/** How long a bounty posted for an accepted submission is open, should its own deadline be over: for its release. */
const releaseSeconds = 86_400

/** What a transaction for an effect is called in the outbox. */
export function kindOf(effect: BountyEffect): string {
  return `bounty_${effect}`
}

/** The transaction that brings an effect about, as far as it follows from the bounty. */
export async function intentOf(args: {
  visit: Visit
  row: BountyRow
  effect: BountyEffect
}): Promise<Omit<ChainTxIntent, 'idemKey'>> {
  const { visit, row, effect } = args
  const { network } = visit
  const desk = deskOf(visit)
  const signer = effect === 'post' || effect === 'payback' ? desk.treasury : desk.operator
  return {
    chainId: network.chainId,
    sender: signer.address,
    kind: kindOf(effect),
    to: effect === 'payback' ? network.usdc.address : (row.escrow as Address),
    data: await dataOf(visit, row, effect),
  }
}

async function dataOf(visit: Visit, row: BountyRow, effect: BountyEffect): Promise<Hex> {
  const { ctx, network, chain } = visit
  const refundTo = row.payer as Address
  const amountAtomic = amountOf(row)
  const ref = bytesToHex(row.ref)
  switch (effect) {
    case 'post':
      return encodePost({ ref, refundTo, amountAtomic, deadline: postDeadline(row, ctx.clock.now()) })
    case 'payback':
      return encodeTransferOnce({
        ...{
          chain,
          usdc: network.usdc,
          signer: deskOf(visit).treasury,
          to: refundTo,
          amountAtomic,
          nonce: ref,
        },
      })
    case 'release':
      return encodeRelease({ id: numberOf(row), ...(await acceptedOf(visit, row)) })
    case 'pay':
      return encodePay(numberOf(row))
    case 'cancel':
      return encodeCancel(numberOf(row))
    case 'refund':
      return encodeRefund(numberOf(row))
  }
}

export function amountOf(row: BountyRow): bigint {
  return wholeUsdc(row.amountUsdc)
}

/** Epoch seconds of a bounty's deadline, as it is posted. */
export function deadlineOf(row: BountyRow): number {
  return row.deadline.getTime() / 1_000
}

/** The contract takes no deadline that is over, and what was accepted has to be paid all the same. */
function postDeadline(row: BountyRow, now: Date): number {
  if (row.state !== 'accepting') return deadlineOf(row)
  return Math.max(deadlineOf(row), Math.ceil(now.getTime() / 1_000) + releaseSeconds)
}

function numberOf(row: BountyRow): bigint {
  if (row.onchainId === null || !row.postIsFinal)
    throw new Error(`bounty ${row.bountyId} has no final number in the contract`)
  return BigInt(row.onchainId)
}

async function acceptedOf(
  { ctx }: Visit,
  row: BountyRow,
): Promise<{ contributor: Address; submission: Hex }> {
  const [accepted] = await ctx.db
    .select({ id: submission.submissionId, contributor: submission.contributor })
    .from(submission)
    .where(eq(submission.submissionId, row.acceptedSubmissionId ?? ''))
  if (!accepted) throw new Error(`the accepted submission of bounty ${row.bountyId} is gone`)
  return { contributor: accepted.contributor as Address, submission: submissionRef(accepted.id) }
}

/** How the contract's log names a submission. */
export function submissionRef(submissionId: string): Hex {
  return keccak256(toBytes(submissionId))
}
