import 'server-only'
import { errorText } from '#lib/adapters/chain/error-text'
import { escrowsOf } from '#lib/adapters/chain/escrow'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { type Advanced, advanceBounty } from '#lib/services/bounties/advance-bounty'
import { revokeIdleAllowance } from '#lib/services/bounties/ensure-escrow-allowance'
import { type Known, loadUnderWay } from '#lib/services/bounties/load-facts'
import { beginPass, type Pass } from '#lib/services/bounties/pass'
import { recordBlocker, recordNetworkAway } from '#lib/services/bounties/record-blocker'
import type { Signers } from '#lib/services/bounties/signers'

const pageSize = 200
const maxAtOnce = 8
/** A pass over one bounty takes milliseconds. If it searches the log of a long chain it may take minutes: after this time, the next bounty begins. */
const patienceMs = 5_000
/** A pass that took long and changed nothing is repeated only after this many times its duration, to spare the chain. */
const restFactor = 10
const maxRestMs = 3_600_000

/** Until when a bounty is skipped, by `performance.now()`, unless an operator has asked for a retry since. */
type Rest = { until: number; retryAskedAt: number | undefined }
/** When the allowances of a network are due to be checked again, by `performance.now()`. */
const allowancesChecked = new WeakMap<Context, Map<string, number>>()
const allowanceEveryMs = 600_000

const resting = new WeakMap<Context, Map<string, Rest>>()

/**
 * One pass over every bounty in progress: asks for the transaction that its state needs, and records what has happened on the chain. An
 * error of one bounty or one network does not affect the others. Any number of workers may do this at once.
 *
 * @param args.networks by default all of the deployment
 * @returns true if there was a bounty in progress
 * @throws when a chain does not answer, once the other networks are done
 */
export async function advanceBounties(args: {
  ctx: Context
  signers: Signers
  networks?: readonly NetworkConfig[]
}): Promise<boolean> {
  const { ctx, signers, networks = ctx.env.networks } = args
  const passes = await Promise.allSettled(networks.map((network) => passOver({ ctx, signers, network })))
  const failed = passes.find((pass) => pass.status === 'rejected')
  if (failed) throw failed.reason
  return passes.some((pass) => pass.status === 'fulfilled' && pass.value)
}

/** @returns true if there was a bounty in progress */
async function passOver(args: { ctx: Context; signers: Signers; network: NetworkConfig }): Promise<boolean> {
  const { ctx, network } = args
  let pass: Pass | undefined
  await revokeAllowances(args)
  for (let after = '', size = pageSize; size === pageSize; ) {
    const page = await loadUnderWay({ ctx, chainId: network.chainId, after, limit: pageSize })
    size = page.length
    if (size === 0) return pass !== undefined
    pass ??= await beginPass(args).catch(async (error: unknown) => {
      await recordNetworkAway({ ctx, network, error: errorText(error) })
      throw error
    })
    await advanceAll(pass, page)
    after = page.at(-1)!.row.bountyId
  }
  return true
}

/** Revokes idle allowances periodically. An unavailable chain is tried again the next time. */
async function revokeAllowances(args: {
  ctx: Context
  signers: Signers
  network: NetworkConfig
}): Promise<void> {
  const { ctx, network } = args
  const checked = allowancesChecked.get(ctx) ?? new Map<string, number>()
  allowancesChecked.set(ctx, checked)
  const now = performance.now()
  if (now < (checked.get(network.id) ?? 0)) return
  checked.set(network.id, now + allowanceEveryMs)
  try {
    const pass = await beginPass(args)
    for (const escrow of escrowsOf(network)) await revokeIdleAllowance({ pass, escrow })
  } catch (error) {
    ctx.log.warn({ network: network.id, error: errorText(error) }, 'allowances could not be checked')
  }
}

async function advanceAll(pass: Pass, page: readonly Known[]): Promise<void> {
  const waiting = page.values()
  const work = async () => {
    for (const known of waiting) await advanceOne(pass, known)
  }
  await Promise.all(Array.from({ length: maxAtOnce }, work))
}

async function advanceOne(pass: Pass, known: Known): Promise<void> {
  const { bountyId } = known.row
  const retryAskedAt = known.row.retryAskedAt?.getTime()
  const rests = resting.get(pass.ctx) ?? new Map<string, Rest>()
  resting.set(pass.ctx, rests)
  const rest = rests.get(bountyId)
  if (rest && isResting(rest, retryAskedAt)) return
  rests.delete(bountyId)
  const startedAt = performance.now()
  const done = attempt(pass, known).then((restAfterwards) => {
    const now = performance.now()
    const tookMs = now - startedAt
    if (tookMs < patienceMs || !restAfterwards) rests.delete(bountyId)
    else rests.set(bountyId, { until: now + Math.min(tookMs * restFactor, maxRestMs), retryAskedAt })
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      rests.set(bountyId, { until: Number.POSITIVE_INFINITY, retryAskedAt })
      resolve()
    }, patienceMs)
  })
  await Promise.race([done, late])
  clearTimeout(timer)
}

/** A bounty whose last pass is still running is skipped, even if an operator asked for a retry. */
function isResting({ until, retryAskedAt }: Rest, askedAt: number | undefined): boolean {
  if (until === Number.POSITIVE_INFINITY) return true
  return until > performance.now() && retryAskedAt === askedAt
}

/** True if the pass over the bounty completed and nothing could be done. */
async function attempt(pass: Pass, known: Known): Promise<boolean> {
  const { ctx } = pass
  const found = await advanceBounty({ pass, known }).then(
    (advanced) => ({ ...advanced, isComplete: true }),
    (error: unknown) => afterError(known, error),
  )
  await recordBlocker({ ctx, ...found }).catch((error: unknown) =>
    ctx.log.warn({ bountyId: known.row.bountyId, error: errorText(error) }, 'blocker not stored'),
  )
  return found.isComplete && !found.moved
}

function afterError(known: Known, cause: unknown): Advanced & { isComplete: false } {
  const error = errorText(cause)
  const text = `It could not be checked: ${error}`
  return { isComplete: false, moved: false, known, blocker: { code: 'look_failed', text, data: { error } } }
}
