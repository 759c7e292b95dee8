import 'server-only'
import { eq } from 'drizzle-orm'
import { type Address, bytesToHex, type Hex, keccak256, toBytes } from 'viem'
import { submission } from '#db/schema/submission'
import { encodeCancel, encodePay, encodePost, encodeRefund, encodeRelease } from '#lib/adapters/chain/escrow'
import type { ChainTxIntent } from '#lib/adapters/chain/outbox'
import { encodeTransferOnce } from '#lib/adapters/chain/usdc'
import type { Context } from '#lib/adapters/context'
import { readServiceTime } from '#lib/adapters/service-time'
import type { BountyEffect } from '#lib/domain/bounty/bounty'
import { wholeUsdc } from '#lib/domain/money/money'
import { type Pass, signersOf } from '#lib/services/bounties/pass'
import type { BountyRow } from '#lib/services/bounties/transition'

// The transaction of an effect, as it is requested from the outbox.

/**
 * How long a bounty is open in the contract if it is posted for the release of an accepted submission after
 * its own deadline.
 */
const releaseSeconds = 86_400

/** The kind of the transaction of an effect, as stored in the outbox. */
export function kindOf(effect: BountyEffect): string {
  return `bounty_${effect}`
}

/** The transaction for an effect, as far as the bounty determines it. */
export async function intentOf(args: {
  pass: Pass
  row: BountyRow
  effect: BountyEffect
}): Promise<Omit<ChainTxIntent, 'idemKey'>> {
  const { pass, row, effect } = args
  const { network } = pass
  const signers = signersOf(pass)
  const signer = effect === 'post' || effect === 'payback' ? signers.treasury : signers.operator
  return {
    chainId: network.chainId,
    sender: signer.address,
    kind: kindOf(effect),
    to: effect === 'payback' ? network.usdc.address : (row.escrow as Address),
    data: await dataOf(pass, row, effect),
  }
}

async function dataOf(pass: Pass, row: BountyRow, effect: BountyEffect): Promise<Hex> {
  const { ctx, network, chain } = pass
  const refundTo = row.payer as Address
  const amountAtomic = amountOf(row)
  const ref = bytesToHex(row.ref)
  switch (effect) {
    case 'post':
      return encodePost({ ref, refundTo, amountAtomic, deadline: await postDeadline(ctx, row) })
    case 'payback':
      return encodeTransferOnce({
        chain,
        usdc: network.usdc,
        signer: signersOf(pass).treasury,
        to: refundTo,
        amountAtomic,
        nonce: ref,
      })
    case 'release':
      return encodeRelease({ id: numberOf(row), ...(await acceptedOf(pass, row)) })
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

/** The deadline of a bounty for its post, in epoch seconds. */
export function deadlineOf(row: BountyRow): number {
  return row.deadline.getTime() / 1_000
}

/** The contract refuses a past deadline, but an accepted submission has to be paid. */
async function postDeadline({ sql }: Pick<Context, 'sql'>, row: BountyRow): Promise<number> {
  if (row.state !== 'accepting') return deadlineOf(row)
  const now = await readServiceTime(sql)
  return Math.max(deadlineOf(row), Math.ceil(now.getTime() / 1_000) + releaseSeconds)
}

function numberOf(row: BountyRow): bigint {
  if (row.onchainId === null || !row.postIsFinal)
    throw new Error(`bounty ${row.bountyId} has no final number in the contract`)
  return BigInt(row.onchainId)
}

async function acceptedOf({ ctx }: Pass, row: BountyRow): Promise<{ contributor: Address; submission: Hex }> {
  const [accepted] = await ctx.db
    .select({ id: submission.submissionId, contributor: submission.contributor })
    .from(submission)
    .where(eq(submission.submissionId, row.acceptedSubmissionId ?? ''))
  if (!accepted) throw new Error(`the accepted submission of bounty ${row.bountyId} is gone`)
  return { contributor: accepted.contributor as Address, submission: submissionRef(accepted.id) }
}

/** The reference to a submission in the contract's log. */
export function submissionRef(submissionId: string): Hex {
  return keccak256(toBytes(submissionId))
}
