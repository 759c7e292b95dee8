import 'server-only'
import { cacheFor } from '#lib/adapters/cache-for'
import { queueFrozenAt } from '#lib/adapters/chain/outbox-nonce'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { createGasBudget } from '#lib/adapters/facilitator/gas-budget'
import { createGasCheck } from '#lib/adapters/facilitator/gas-check'
import { inTime } from '#lib/adapters/in-time'
import { addressOf } from '#lib/adapters/key-ref'
import { CairnError } from '#lib/domain/errors'
import { frozenRetrySeconds, pausedQuoteText } from '#lib/domain/frozen'

type Ctx = Pick<Context, 'sql' | 'db' | 'env' | 'chains' | 'clock'>

/** Why a network takes no payment: an operator froze the relayer's queue, or the relayer has no gas or has spent its budget of today. */
type PauseCause = 'operator' | 'gas'

/** `since`: when the operator froze the queue. `until`: when the next day's budget begins. Each is `null` where it is not known. */
export type Pause = { cause: PauseCause; since: Date | null; until: Date | null }

/** The facilitator checks each payment itself, so a price may name a network this long after it was paused. */
const cacheMs = 5_000
/** A price does not wait longer for a chain. The gas there is unknown then, and the network is offered. */
const chainTimeoutMs = 500

/**
 * Reads which networks take no payments now, why, and since or until when, by network id. Empty with an external facilitator, whose state cannot be read.
 *
 * @throws when the database does not answer
 */
export const readPausedNetworks = cacheFor(
  cacheMs,
  ({ ctx }: { ctx: Ctx }) => ctx.sql,
  async ({ ctx }): Promise<ReadonlyMap<string, Pause>> => {
    const { networks, relayerKey, facilitatorUrl } = ctx.env
    if (facilitatorUrl !== undefined || relayerKey === undefined) return new Map()
    const relayer = addressOf(relayerKey)
    const pauses = await Promise.all(networks.map((network) => pauseOf(ctx, network, relayer)))
    return new Map(networks.flatMap(({ id }, i) => (pauses[i] ? [[id, pauses[i]] as const] : [])))
  },
)

/** Returns the ids of the paused networks. @throws CairnError `unavailable` if no network takes payments */
export async function assertSomeOpen({ ctx }: { ctx: Ctx }): Promise<ReadonlySet<string>> {
  const paused = await readPausedNetworks({ ctx })
  if (paused.size >= ctx.env.networks.length)
    throw new CairnError('unavailable', pausedQuoteText, { retryAfterSeconds: frozenRetrySeconds })
  return new Set(paused.keys())
}

async function pauseOf(
  { db, env, chains, clock }: Ctx,
  { chainId, gasBudgetWei: budgetWei }: NetworkConfig,
  relayer: `0x${string}`,
): Promise<Pause | undefined> {
  const chain = chains.get(chainId)!
  const contractPayerGas = env.contractPayers.maxGas
  const [frozenAt, secondsWithoutBudget, lacksGas] = await Promise.all([
    queueFrozenAt({ db, chain, address: relayer }),
    createGasBudget({ db, clock, chainId, relayer, budgetWei })(),
    inTime(chainTimeoutMs, createGasCheck({ chain, relayer, contractPayerGas })()),
  ])
  if (frozenAt) return { cause: 'operator', since: frozenAt, until: null }
  if (lacksGas) return { cause: 'gas', since: null, until: null }
  if (secondsWithoutBudget === 0) return undefined
  const seconds = Math.floor(clock.now().getTime() / 1_000) + secondsWithoutBudget
  return { cause: 'gas', since: null, until: new Date(seconds * 1_000) }
}
