import 'server-only'
import { type Address, bytesToHex, isAddressEqual } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import { escrowsOf, type PostedRef } from '#lib/adapters/chain/escrow'
import { readHeads } from '#lib/adapters/chain/finality'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import type { Blocker } from '#lib/domain/bounty/blocker'
import type { Signers } from '#lib/services/bounties/signers'
import type { BountyRow } from '#lib/services/bounties/transition'

/** The allowance that an escrow has from the treasury at a block. */
export type Allowance = { head: number; amountAtomic: bigint }

/** One pass over the bounties of a network: its keys, and the blocks of the chain when it began. */
export type Pass = {
  ctx: Context
  /** Absent if the pass only reads and records what has happened, which needs no key. */
  signers?: Signers | undefined
  network: NetworkConfig
  chain: Chain
  head: number
  /** The last final block; -1 if no block is final yet. */
  final: number
  /** The allowance of each escrow, by its address, and when it was read by `performance.now()`. */
  allowances: Map<string, { readAtMs: number; answer: Promise<Allowance> }>
  /** Blockers that were noted during the pass, by bounty id. */
  blockers: Map<string, Blocker>
}

/** @throws if the chain does not answer */
export async function beginPass(args: {
  ctx: Context
  signers?: Signers
  network: NetworkConfig
}): Promise<Pass> {
  const { ctx, signers, network } = args
  const chain = ctx.chains.get(network.chainId)!
  const { head, final } = await readHeads(chain)
  return {
    ctx,
    signers,
    network,
    chain,
    final,
    head: head.number,
    allowances: new Map(),
    blockers: new Map(),
  }
}

/** Notes why a bounty is stuck, for `recordBlocker`. */
export function noteBlocker(args: { pass: Pass; row: BountyRow; blocker: Blocker }): void {
  args.pass.blockers.set(args.row.bountyId, args.blocker)
}

/** The keys of a pass that may ask for transactions. */
export function signersOf({ signers }: Pick<Pass, 'signers'>): Signers {
  if (!signers) throw new Error('a pass without keys cannot ask for transactions')
  return signers
}

/** Identifies a bounty in its contract. */
export function postedRefOf({ ctx }: Pass, row: BountyRow): PostedRef {
  return { escrow: row.escrow as Address, poster: ctx.env.treasury, ref: bytesToHex(row.ref) }
}

/**
 * Identifies a bounty in each contract that may have it, its own first: after a restore from a backup it may be stored for
 * another contract than it was posted to.
 */
export function postedRefsOf(pass: Pass, row: BountyRow): PostedRef[] {
  const own = postedRefOf(pass, row)
  const others = escrowsOf(pass.network).filter((escrow) => !isAddressEqual(escrow, own.escrow))
  return [own, ...others.map((escrow) => ({ ...own, escrow }))]
}
