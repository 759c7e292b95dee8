import 'server-only'
import { bytesToHex } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import type { PostedRef } from '#lib/adapters/chain/escrow'
import { readHeads } from '#lib/adapters/chain/finality'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import type { Hindrance } from '#lib/domain/hindrance'
import type { Desk } from '#lib/services/bounties/desk'
import { ensureAllowance } from '#lib/services/bounties/ensure-allowance'
import type { BountyRow } from '#lib/services/bounties/transition'

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
  /** Whether posts may be asked for; asked of the chain at most once. */
  mayPost: () => Promise<boolean>
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
  let allowance: Promise<boolean> | undefined
  return {
    ...{ ctx, desk, network, chain, final },
    head: head.number,
    hindrances: new Map(),
    mayPost: () => {
      allowance ??= ensureAllowance({ ctx, desk: deskOf({ desk }), network, chain })
      return allowance
    },
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

/** How the contract knows a bounty. */
export function postedRefOf({ ctx, network }: Visit, row: BountyRow): PostedRef {
  return { escrow: network.escrow, poster: ctx.env.treasury, ref: bytesToHex(row.ref) }
}
