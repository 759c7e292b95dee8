import 'server-only'
import { errorText } from '#lib/adapters/chain/error-text'
import { escrowsOf } from '#lib/adapters/chain/escrow'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { type Advanced, advanceBounty } from '#lib/services/bounties/advance-bounty'
import type { Desk } from '#lib/services/bounties/desk'
import { keepHindrance, keepNetworkAway } from '#lib/services/bounties/keep-hindrance'
import { type Known, loadUnderWay } from '#lib/services/bounties/load-facts'
import { revokeIdleAllowance } from '#lib/services/bounties/take-allowance'
import { beginVisit, type Visit } from '#lib/services/bounties/visit'

const pageSize = 200
const maxAtOnce = 8
/** A look takes milliseconds. One that searches the log of a long chain may take minutes, and others do not wait for it. */
const patienceMs = 5_000
/** What took so long and led to nothing is looked at again after so many times as long, or it would load the chain for good. */
const restFactor = 10
const maxRestMs = 3_600_000

/** Until when a bounty is left alone, by `performance.now()`, unless an operator has asked for a retry since. */
type Rest = { until: number; retryAskedAt: number | undefined }
/** When the allowances of a network are to be looked at again, by `performance.now()`. */
const allowancesChecked = new WeakMap<Context, Map<string, number>>()
const allowanceEveryMs = 600_000

const resting = new WeakMap<Context, Map<string, Rest>>()

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
  await revokeAllowances(args)
  for (let after = '', size = pageSize; size === pageSize; ) {
    const page = await loadUnderWay({ ctx, chainId: network.chainId, after, limit: pageSize })
    size = page.length
    if (size === 0) return
    visit ??= await beginVisit(args).catch(async (error: unknown) => {
      await keepNetworkAway({ ctx, network, error: errorText(error) })
      throw error
    })
    await advanceAll(visit, page)
    after = page.at(-1)!.row.bountyId
  }
}

/** Once in a while. A chain that does not answer is asked again the next time. */
async function revokeAllowances(args: { ctx: Context; desk: Desk; network: NetworkConfig }): Promise<void> {
  const { ctx, network } = args
  const checked = allowancesChecked.get(ctx) ?? new Map<string, number>()
  allowancesChecked.set(ctx, checked)
  const now = performance.now()
  if (now < (checked.get(network.id) ?? 0)) return
  checked.set(network.id, now + allowanceEveryMs)
  try {
    const visit = await beginVisit(args)
    for (const escrow of escrowsOf(network)) await revokeIdleAllowance({ visit, escrow })
  } catch (error) {
    ctx.log.warn({ network: network.id, error: errorText(error) }, 'allowances could not be checked')
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
  const { bountyId } = known.row
  const retryAskedAt = known.row.retryAskedAt?.getTime()
  const rests = resting.get(visit.ctx) ?? new Map<string, Rest>()
  resting.set(visit.ctx, rests)
  const rest = rests.get(bountyId)
  if (rest && isResting(rest, retryAskedAt)) return
  rests.delete(bountyId)
  const begun = performance.now()
  const done = attempt(visit, known).then((restAfterwards) => {
    const now = performance.now()
    const tookMs = now - begun
    if (tookMs < patienceMs || !restAfterwards) rests.delete(bountyId)
    else rests.set(bountyId, { until: now + Math.min(tookMs * restFactor, maxRestMs), retryAskedAt })
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((goOn) => {
    timer = setTimeout(() => {
      rests.set(bountyId, { until: Number.POSITIVE_INFINITY, retryAskedAt })
      goOn()
    }, patienceMs)
  })
  await Promise.race([done, late])
  clearTimeout(timer)
}

/** What is still being looked at is left alone whoever asks. */
function isResting({ until, retryAskedAt }: Rest, askedAt: number | undefined): boolean {
  if (until === Number.POSITIVE_INFINITY) return true
  return until > performance.now() && retryAskedAt === askedAt
}

/** Whether it was looked at whole, and nothing could be done. */
async function attempt(visit: Visit, known: Known): Promise<boolean> {
  const { ctx } = visit
  const found = await advanceBounty({ visit, known }).then(
    (advanced) => ({ ...advanced, isWhole: true }),
    (error: unknown) => failedLook(known, error),
  )
  await keepHindrance({ ctx, ...found }).catch((error: unknown) =>
    ctx.log.warn({ bountyId: known.row.bountyId, error: errorText(error) }, 'hindrance not kept'),
  )
  return found.isWhole && !found.moved
}

function failedLook(known: Known, cause: unknown): Advanced & { isWhole: false } {
  const error = errorText(cause)
  const text = `It could not be looked at: ${error}`
  return { isWhole: false, moved: false, known, hindrance: { code: 'look_failed', text, data: { error } } }
}
