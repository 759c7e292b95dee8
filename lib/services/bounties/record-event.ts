import 'server-only'
import { type Address, bytesToHex, type Hex, hexToBytes } from 'viem'
import { type EscrowExit, findExit, readRelease } from '#lib/adapters/chain/escrow'
import { findTransfer } from '#lib/adapters/facilitator/authorization'
import type { BountyEffect, BountyEvent } from '#lib/domain/bounty'
import { amountOf, kindOf } from '#lib/services/bounties/effect-intent'
import { findOurPost } from '#lib/services/bounties/find-our-post'
import { isAsDecided } from '#lib/services/bounties/is-as-decided'
import type { Known } from '#lib/services/bounties/load-facts'
import { type BountyRow, transition } from '#lib/services/bounties/transition'
import { noteHindrance, type Visit } from '#lib/services/bounties/visit'

type Columns = Partial<BountyRow>

/** Blocks and database tell different times. */
const marginMs = 600_000

/**
 * Records what the chain says has happened, with the transactions that did it, ours or another hand's.
 *
 * @returns false when the chain does not show it (any more), or the bounty is not as it was when this was decided
 */
export async function recordEvent(args: {
  visit: Visit
  known: Known
  event: BountyEvent
}): Promise<boolean> {
  const { visit, known, event } = args
  const { bountyId } = known.row
  const set = await columnsOf(visit, known, event)
  if (!set) return false
  const moved = await visit.ctx.db.transaction((tx) =>
    transition({ tx, bountyId, event, set, where: isAsDecided(known.row), data: transactionIn(set) }),
  )
  if (moved) visit.ctx.log.info({ bountyId, event, state: moved.state }, 'bounty moved on')
  return moved !== undefined
}

/** For the log of events: those that set several columns set them to the same. */
function transactionIn(set: Columns): { transaction: Hex } | undefined {
  const hash = Object.values(set).find((value) => value instanceof Uint8Array)
  return hash && { transaction: bytesToHex(hash) }
}

async function columnsOf(visit: Visit, known: Known, event: BountyEvent): Promise<Columns | undefined> {
  switch (event) {
    case 'posted': {
      const post = await findOurPost({ visit, known })
      return (
        post && {
          escrow: post.escrow.toLowerCase(),
          onchainId: Number(post.id),
          createTx: hexToBytes(post.transaction),
        }
      )
    }
    case 'post_undone':
      return { onchainId: null, createTx: null }
    case 'paid_back': {
      const payoutTx = await findPayback(visit, known)
      return payoutTx && { payoutTx, onchainId: null, createTx: null }
    }
    case 'released': {
      const acceptTx = await findOurExit(visit, known, 'released', 'release')
      return acceptTx && { acceptTx }
    }
    case 'cancelled': {
      const cancelTx = await findOurExit(visit, known, 'cancelled', 'cancel')
      return cancelTx && { cancelTx, payoutTx: cancelTx }
    }
    case 'refunded': {
      const refundTx = await findOurExit(visit, known, 'refunded', 'refund')
      return refundTx && { refundTx, payoutTx: refundTx }
    }
    default:
      return {}
  }
}

/** The contract says that the bounty left it this way: by our transaction, when that was one, or by one in the log. */
async function findOurExit(
  visit: Visit,
  { row, exit }: Known,
  how: EscrowExit,
  effect: BountyEffect,
): Promise<Uint8Array | undefined> {
  const { chain, network, final } = visit
  const escrow = row.escrow as Address
  const id = BigInt(row.onchainId!)
  const isOurs = exit?.kind === kindOf(effect) || (effect === 'release' && exit?.kind === kindOf('pay'))
  // A release that had to wait for the limit paid nobody; whose `pay` did is in the log.
  if (exit?.state === 'final' && isOurs && exit.minedHash) {
    const transaction = bytesToHex(exit.minedHash)
    if (effect !== 'release' || (await readRelease({ chain, escrow, id, transaction }))) return exit.minedHash
  }
  const found = await findExit({
    ...{ chain, escrow, id, exit: how },
    within: { from: network.ledgerFromBlock, to: final },
  })
  if (found) return hexToBytes(found)
  const text = `The contract says that it was ${how}, and the chain's log does not.`
  noteHindrance({ visit, row, hindrance: { code: 'exit_not_in_log', text, data: {} } })
  return undefined
}

/** The token says that the payback's authorization is used up: by our transaction, or by one in the log. */
async function findPayback(visit: Visit, { row, payback }: Known): Promise<Uint8Array | undefined> {
  if (payback?.state === 'final' && payback.minedHash) return payback.minedHash
  const { ctx, chain, network } = visit
  const found = await findTransfer({
    chain,
    expected: {
      asset: network.usdc.address,
      from: ctx.env.treasury,
      nonce: bytesToHex(row.ref),
      payTo: row.payer as Hex,
      value: amountOf(row),
    },
    notBefore: new Date(row.paidAt.getTime() - marginMs),
  })
  if (found) return hexToBytes(found.transaction)
  const text = 'The authorization to pay it back is used up, and nothing was paid with it.'
  noteHindrance({ visit, row, hindrance: { code: 'payback_not_in_log', text, data: {} } })
  return undefined
}
