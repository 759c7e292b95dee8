import 'server-only'
import { type Address, bytesToHex, type Hex, hexToBytes } from 'viem'
import { type EscrowExit, findExit, readRelease } from '#lib/adapters/chain/escrow'
import { findTransfer } from '#lib/adapters/facilitator/authorization'
import type { BountyEffect, BountyEvent } from '#lib/domain/bounty/bounty'
import { amountOf, kindOf } from '#lib/services/bounties/effect-intent'
import { findOurPost } from '#lib/services/bounties/find-our-post'
import { isAsDecided } from '#lib/services/bounties/is-as-decided'
import type { Known } from '#lib/services/bounties/load-facts'
import { noteBlocker, type Pass } from '#lib/services/bounties/pass'
import { type BountyRow, transition } from '#lib/services/bounties/transition'

type Columns = Partial<BountyRow>

/** The timestamps of blocks and the clock of the database can differ by this much. */
const marginMs = 600_000

/**
 * Records an event that the chain shows, with its transaction, which may be ours or another sender's.
 *
 * @returns false if the chain does not show it (any more), or the bounty has changed since this was decided
 */
export async function recordEvent(args: { pass: Pass; known: Known; event: BountyEvent }): Promise<boolean> {
  const { pass, known, event } = args
  const { bountyId } = known.row
  const set = await columnsOf(pass, known, event)
  if (!set) return false
  const moved = await pass.ctx.db.transaction((tx) =>
    transition({ tx, bountyId, event, set, where: isAsDecided(known.row), data: transactionIn(set) }),
  )
  if (moved) pass.ctx.log.info({ bountyId, event, state: moved.state }, 'bounty moved on')
  return moved !== undefined
}

/** The transaction for the event log. Events that set several columns set them to the same value. */
function transactionIn(set: Columns): { transaction: Hex } | undefined {
  const hash = Object.values(set).find((value) => value instanceof Uint8Array)
  return hash && { transaction: bytesToHex(hash) }
}

async function columnsOf(pass: Pass, known: Known, event: BountyEvent): Promise<Columns | undefined> {
  switch (event) {
    case 'posted': {
      const post = await findOurPost({ pass, known })
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
      const payoutTx = await findPayback(pass, known)
      return payoutTx && { payoutTx, onchainId: null, createTx: null }
    }
    case 'released': {
      const acceptTx = await findOurExit(pass, known, 'released', 'release')
      return acceptTx && { acceptTx }
    }
    case 'cancelled': {
      const cancelTx = await findOurExit(pass, known, 'cancelled', 'cancel')
      return cancelTx && { cancelTx, payoutTx: cancelTx }
    }
    case 'refunded': {
      const refundTx = await findOurExit(pass, known, 'refunded', 'refund')
      return refundTx && { refundTx, payoutTx: refundTx }
    }
    default:
      return {}
  }
}

/** The transaction by which the bounty left the contract: ours, if it was ours, or one that is found in the log. */
async function findOurExit(
  pass: Pass,
  { row, exit }: Known,
  how: EscrowExit,
  effect: BountyEffect,
): Promise<Uint8Array | undefined> {
  const { chain, network, final } = pass
  const escrow = row.escrow as Address
  const id = BigInt(row.onchainId!)
  const isOurs = exit?.kind === kindOf(effect) || (effect === 'release' && exit?.kind === kindOf('pay'))
  // A release that waited for the limit moved no money. The log shows which `pay` transaction did.
  if (exit?.state === 'final' && isOurs && exit.minedHash) {
    const transaction = bytesToHex(exit.minedHash)
    if (effect !== 'release' || (await readRelease({ chain, escrow, id, transaction }))) return exit.minedHash
  }
  const found = await findExit({
    chain,
    escrow,
    id,
    exit: how,
    within: { from: network.ledgerFromBlock, to: final },
  })
  if (found) return hexToBytes(found)
  const text = `The contract says that it was ${how}, and the chain's log does not.`
  noteBlocker({ pass, row, blocker: { code: 'exit_not_in_log', text, data: {} } })
  return undefined
}

/** The transaction that used the authorization of the payback: ours if it is final, or one that is found in the log. */
async function findPayback(pass: Pass, { row, payback }: Known): Promise<Uint8Array | undefined> {
  if (payback?.state === 'final' && payback.minedHash) return payback.minedHash
  const { ctx, chain, network } = pass
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
  noteBlocker({ pass, row, blocker: { code: 'payback_not_in_log', text, data: {} } })
  return undefined
}
