import 'server-only'
import { type Address, bytesToHex, isAddressEqual } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import { escrowsOf, type PostedRef } from '#lib/adapters/chain/escrow'
import { readHeads } from '#lib/adapters/chain/finality'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import type { Hindrance } from '#lib/domain/hindrance'
import type { Desk } from '#lib/services/bounties/desk'
import type { BountyRow } from '#lib/services/bounties/transition'

/** What an escrow may take from the treasury as of a block. */
export type Allowance = { head: number; amountAtomic: bigint }

/** One pass over the bounties of a network: who passes, and how far the chain was when it began. */
export type Visit = {
  ctx: Context
  /** Absent where nothing is asked for: what has happened is read and recorded without a key. */
  desk?: Desk | undefined
  network: NetworkConfig
  chain: Chain
  head: number
  /** The last block that cannot be undone; -1 when there is none yet. */
  final: number
  /** What each escrow may take from the treasury, by its address, and when that was read by `performance.now()`. */
  allowances: Map<string, { readAtMs: number; answer: Promise<Allowance> }>
  /** What was noted of bounties while they were looked at, by their ids. */
  hindrances: Map<string, Hindrance>
}

/** @throws when the chain does not answer */
export async function beginVisit(args: {
  ctx: Context
  desk?: Desk
  network: NetworkConfig
}): Promise<Visit> {
  const { ctx, desk, network } = args
  const chain = ctx.chains.get(network.chainId)!
  const { head, final } = await readHeads(chain)
  return {
    ...{ ctx, desk, network, chain, final },
    head: head.number,
    allowances: new Map(),
    hindrances: new Map(),
  }
}

/** Notes what hinders a bounty, for `keepHindrance`. */
export function noteHindrance(args: { visit: Visit; row: BountyRow; hindrance: Hindrance }): void {
  args.visit.hindrances.set(args.row.bountyId, args.hindrance)
}

/** The keys of a visit that may ask for something. */
export function deskOf({ desk }: Pick<Visit, 'desk'>): Desk {
  if (!desk) throw new Error('a visit without keys asks for nothing')
  return desk
}

/** How its contract knows a bounty. */
export function postedRefOf({ ctx }: Visit, row: BountyRow): PostedRef {
  return { escrow: row.escrow as Address, poster: ctx.env.treasury, ref: bytesToHex(row.ref) }
}

/**
 * How each contract that it may be in would know a bounty, its own first: a database that was restored from a backup may have
 * made it anew for another contract than it was posted to.
 */
export function postedRefsOf(visit: Visit, row: BountyRow): PostedRef[] {
  const own = postedRefOf(visit, row)
  const others = escrowsOf(visit.network).filter((escrow) => !isAddressEqual(escrow, own.escrow))
  return [own, ...others.map((escrow) => ({ ...own, escrow }))]
}
