import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { serviceFreeze } from '#db/schema/freeze'
import { withAdvisoryLock } from '#lib/adapters/advisory-lock'
import { errorText } from '#lib/adapters/chain/error-text'
import { readHeads } from '#lib/adapters/chain/finality'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { type Freeze, getFreeze } from '#lib/services/freeze/get-freeze'
import { type ReplayedBounties, replayBounties } from '#lib/services/freeze/replay-bounties'
import { replayOrders } from '#lib/services/freeze/replay-orders'
import { type ReplayedPayments, replayPayments } from '#lib/services/freeze/replay-payments'
import { replaySenderQueues } from '#lib/services/freeze/replay-sender-queues'
import { type ReplayedTrees, replayTrees } from '#lib/services/freeze/replay-trees'
import { followChain } from '#lib/services/ledger/follow-chain'
import { reconcilePayments } from '#lib/services/payments/reconcile-payments'

/** The result of a pass over one network. `waits`: why it is not done yet, as text for people. */
type NetworkReplay = {
  /** The block it was replayed up to. */
  block: number | null
  waits: string[]
  /** Queued transactions that will be requested again, and nonces that another copy had used. */
  rejected: number
  skipped: number
  payments: ReplayedPayments | null
  /** Lost orders that were recreated from the chain. */
  orders: number
  bounties: ReplayedBounties | null
  trees: ReplayedTrees | null
}

const followForMs = 60_000

/**
 * One pass that updates a frozen service from its chains: nonce counts, ledger, payments, bounties, trees. It
 * neither signs nor sends. Call it until all networks are done: each part does what is left to do, so it may
 * be interrupted anywhere and run by several processes. A network is done when everything that was in its
 * chain at the start of the replay is final and was read.
 *
 * @returns the freeze afterwards; `undefined` if the service is not frozen
 * @throws if the database is unreachable
 */
export async function replay({ ctx }: { ctx: Context }): Promise<Freeze | undefined> {
  const freeze = await getFreeze({ ctx })
  if (!freeze || freeze.waiting.length === 0) return freeze
  await withAdvisoryLock(ctx.sql, 'replay', async () => {
    const payments = await reconcilePayments({ ctx })
    if (payments.settled + payments.failed + payments.voided > 0)
      ctx.log.info(payments, 'payments reconciled')
    const waiting = ctx.env.networks.filter(({ id }) => freeze.waiting.includes(id))
    await Promise.all(waiting.map((network) => replayNetwork(ctx, freeze, network)))
  })
  return getFreeze({ ctx })
}

async function replayNetwork(ctx: Context, { id }: Freeze, network: NetworkConfig): Promise<void> {
  const done = await passOver(ctx, id, network).catch((error: unknown): NetworkReplay => {
    const waits = [`${network.name} could not be looked at: ${errorText(error)}`]
    return {
      block: null,
      waits,
      rejected: 0,
      skipped: 0,
      payments: null,
      orders: 0,
      bounties: null,
      trees: null,
    }
  })
  const isDone = done.waits.length === 0
  ctx.log.info({ network: network.id, isDone, ...done }, 'replayed')
  const replayed = { [network.id]: { block: done.block, at: new Date().toISOString() } }
  await ctx.db
    .update(serviceFreeze)
    .set({
      report: sql`${serviceFreeze.report} || ${JSON.stringify({ [network.id]: done })}::jsonb`,
      ...(isDone ? { replayed: sql`${serviceFreeze.replayed} || ${JSON.stringify(replayed)}::jsonb` } : {}),
    })
    .where(and(eq(serviceFreeze.id, id), isNull(serviceFreeze.endedAt)))
}

async function passOver(ctx: Context, freezeId: number, network: NetworkConfig): Promise<NetworkReplay> {
  const chain = ctx.chains.get(network.chainId)!
  const { head, final } = await readHeads(chain)
  const firstHead = await keepHead(ctx, freezeId, network, head.number)
  const queues = await replaySenderQueues({ ctx, input: { chain, freezeId } })
  const { waits } = queues
  const untilMs = performance.now() + followForMs
  const followed = await followChain({ ctx, input: { network, untilMs } })
  if (followed.is !== 'current')
    waits.push(`the books of ${network.name} are ${followed.reason ?? followed.is}`)
  // Lost orders first: the inflows that are left after that are unexplained.
  const orders = await replayOrders({ ctx, input: { network } })
  const payments = await replayPayments({ ctx, input: { network } })
  const bounties = await replayBounties({ ctx, input: { network } })
  const isAnchor = network.chainId === ctx.env.anchor.chainId
  const { ledgerFromBlock } = network
  const trees = isAnchor ? await replayTrees({ ctx, input: { chain, final, ledgerFromBlock } }) : null
  const blocked = { ...payments.blocked, ...bounties.blocked }
  waits.push(...Object.entries(blocked).map(([what, why]) => `${what}: ${why}`))
  if (final < firstHead)
    waits.push(
      `block ${firstHead} of ${network.name} is not final yet (${final} is): what is after may be undone`,
    )
  const { rejected, skipped } = queues
  return { block: followed.block ?? null, waits, rejected, skipped, payments, orders, bounties, trees }
}

/** The head of the chain when the replay first read it. */
async function keepHead(
  { db }: Context,
  freezeId: number,
  network: NetworkConfig,
  head: number,
): Promise<number> {
  const [row] = await db
    .update(serviceFreeze)
    .set({ heads: sql`${JSON.stringify({ [network.id]: head })}::jsonb || ${serviceFreeze.heads}` })
    .where(and(eq(serviceFreeze.id, freezeId), isNull(serviceFreeze.endedAt)))
    .returning({ heads: serviceFreeze.heads })
  return row?.heads[network.id] ?? head
}
