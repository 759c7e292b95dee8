import 'server-only'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { advanceBounty } from '#lib/services/bounties/advance-bounty'
import type { Desk } from '#lib/services/bounties/desk'
import { type Known, loadUnderWay } from '#lib/services/bounties/load-facts'
import { sayOnce } from '#lib/services/bounties/say-once'
import { beginVisit, type Visit } from '#lib/services/bounties/visit'

const pageSize = 200
const maxAtOnce = 8

/**
 * One pass over every bounty under way: asks for what its state wants on the chain, and records what has happened there. What
 * hinders one bounty hinders no other, nor does a network that is away. Any number of workers may do this at once.
 *
 * @param args.networks all of them unless told
 * @throws when a chain does not answer, once the other networks are done
 */
export async function advanceBounties(args: {
  ctx: Context
  desk: Desk
  networks?: readonly NetworkConfig[]
}): Promise<void> {
  const { ctx, desk, networks = ctx.env.networks } = args
  const passes = await Promise.allSettled(networks.map((network) => passOver({ ctx, desk, network })))
  const failed = passes.find((pass) => pass.status === 'rejected')
  if (failed) throw failed.reason
}

async function passOver(args: { ctx: Context; desk: Desk; network: NetworkConfig }): Promise<void> {
  const { ctx, network } = args
  let visit: Visit | undefined
  for (let after = '', size = pageSize; size === pageSize; ) {
    const page = await loadUnderWay({ ctx, chainId: network.chainId, after, limit: pageSize })
    size = page.length
    if (size === 0) return
    visit ??= await beginVisit(args)
    await advanceAll(visit, page)
    after = page.at(-1)!.row.bountyId
  }
}

async function advanceAll(visit: Visit, page: readonly Known[]): Promise<void> {
  const waiting = page.values()
  const takeTurns = async () => {
    for (const known of waiting) await advanceOne(visit, known)
  }
  await Promise.all(Array.from({ length: maxAtOnce }, takeTurns))
}

async function advanceOne(visit: Visit, known: Known): Promise<void> {
  try {
    await advanceBounty({ visit, known })
  } catch (error) {
    const { bountyId, state } = known.row
    const data = { state, error: errorText(error) }
    sayOnce({ ctx: visit.ctx, bountyId, level: 'warn', text: 'bounty is held up', data })
  }
}
