import { setTimeout as sleep } from 'node:timers/promises'
import { isEnded } from '#lib/domain/bounty/bounty'
import { startChains } from '#sandbox/chains'
import { type Blocks, makeBlocks } from '#testing/chaos/blocks'
import { findByAudit, findUnrest, findViolations } from '#testing/chaos/checker'
import {
  advance,
  askAgain,
  askForEnd,
  pastDeadlineSeconds,
  reachOpen,
  runExpiry,
  setPaused,
  stateOf,
} from '#testing/chaos/drive'
import { createOrder, type Ending, keepTrying, note, type Order, pay, show } from '#testing/chaos/order'
import { createRandom, type Random } from '#testing/chaos/random'
import { nextBlocks } from '#testing/chaos/run-slot'
import {
  type NetworkId,
  networkIds,
  openServiceFixture,
  type ServiceFixture,
} from '#testing/chaos/service-fixture'
import { type Faults, type Storm, startStorm } from '#testing/chaos/storm'

export type ChaosOutcome = {
  violations: string[]
  orders: readonly Order[]
  faults: Faults
  /** From the end of the faults until nothing was under way any more; `undefined` when that never came. */
  quietSeconds: number | undefined
  seconds: number
  /** The last output of the processes, for the analysis of a violation. */
  output: string[]
}

const finalityDepth = 4
const blockEveryMs = 250
/** Until what was mined now is final by any tag. */
const finalTimeMs = (2 * finalityDepth + 2) * blockEveryMs
const quietTimeoutMs = 120_000
const defaultPatienceMs = 240_000
/** Timeout of the callers' last requests, after the last fault. */
const answerTimeoutMs = 60_000
const expiryTimeoutMs = 20_000
const tickSeconds = 30
const processes = ['web', 'worker', 'worker2'] as const

/**
 * Sells bounties in waves while faults are injected, then stops the faults and checks the result. In most waves some bounties are
 * accepted, some cancelled and some expire; in every fifth wave nothing can be posted.
 *
 * @param options.seed of every random choice here; the timing of the machine still differs between runs
 */
export async function runChaos(options: {
  serverUrl: string
  bounties: number
  waveSize: number
  seed: number
  mutant?: string | undefined
  /** How long a caller keeps at it before that is a violation. */
  patienceMs?: number
  say?: (line: string) => void
}): Promise<ChaosOutcome> {
  const { serverUrl, bounties, waveSize, patienceMs = defaultPatienceMs, say = () => {} } = options
  const random = createRandom(options.seed)
  const begun = performance.now()
  const chains = await startChains({ finalityDepth })
  const blocks = {} as Record<NetworkId, Blocks>
  let fixture: ServiceFixture | undefined
  try {
    fixture = await openServiceFixture({ serverUrl, chains, settings, processes, mutant: options.mutant })
    const fromBlock = await nextBlocks(fixture)
    const waves = planWaves(bounties, waveSize)
    const orders: Order[] = []
    for (const { network, ending } of waves.flat())
      orders.push(
        await createOrder(fixture, {
          network,
          ending,
          amountUsdc: random.between(50, 90),
          identifier: orders.length % 3 === 2 ? `order_in_the_storm_${orders.length}` : undefined,
        }),
      )
    const { ctx } = fixture
    const aheadSeconds = () => ctx.clock.offsetSeconds()
    for (const network of networkIds) {
      const { rpcUrl } = chains.networks[network]
      blocks[network] = await makeBlocks({ rpcUrl, everyMs: blockEveryMs, aheadSeconds })
    }
    // Nothing may undo that the wallets have money.
    await sleep(finalTimeMs)
    const violations: string[] = []
    const storm = startStorm({ fixture, processes, random, finalityDepth, blocks })
    let done = 0
    for (const wave of waves) {
      const own = orders.slice(done, done + wave.length)
      done += wave.length
      violations.push(...(await runWave({ fixture, storm, orders: own, random, patienceMs })))
      say(
        `${done} of ${bounties} bounties, ${Object.values(storm.faults).reduce((sum, count) => sum + count, 0)} faults`,
      )
    }
    await storm.stop()
    const quietSeconds = await comeToRest(fixture)
    const answerBy = Date.now() + answerTimeoutMs
    await Promise.all(
      orders
        .filter((order) => order.bountyId)
        .map((order) =>
          askAgain(fixture!, order, answerBy).catch((error: Error) =>
            violations.push(`asking again for ${order.bountyId}: ${error.message}`),
          ),
        ),
    )
    violations.push(
      ...(await findViolations({ fixture, orders, fromBlock })),
      ...(await findByAudit(fixture)),
    )
    return {
      violations,
      orders,
      faults: storm.faults,
      quietSeconds,
      seconds: (performance.now() - begun) / 1_000,
      output: fixture.processes.map((process) => `--- ${process.name}\n${process.output()}`),
    }
  } finally {
    await Promise.all(Object.values(blocks).map((maker) => maker.stop()))
    await fixture?.close()
    await chains.stop()
  }
}

/** One network final by tag and one by number, as in production, and a block on top before anything is shown. */
const settings = {
  CONFIRMATIONS_8453: '1',
  CONFIRMATIONS_5042: '1',
  FINALITY_8453: 'safe',
  FINALITY_5042: String(finalityDepth),
}

function planWaves(bounties: number, waveSize: number): { network: NetworkId; ending: Ending }[][] {
  const waves = Math.ceil(bounties / waveSize)
  const mixed = ['accept', 'cancel', 'expiry'] as const
  return Array.from({ length: waves }, (_, wave) =>
    Array.from({ length: Math.min(waveSize, bounties - wave * waveSize) }, (_, index) => ({
      network: networkIds[index % networkIds.length]!,
      ending: wave % 5 === 1 ? 'failed' : mixed[Math.floor(index / networkIds.length) % mixed.length]!,
    })),
  )
}

/** All the callers of a wave at once, until each has asked for its end. */
async function runWave(args: {
  fixture: ServiceFixture
  storm: Storm
  orders: readonly Order[]
  random: Random
  patienceMs: number
}): Promise<string[]> {
  const { fixture, storm, orders, random, patienceMs } = args
  const giveUpAt = Date.now() + patienceMs
  const violations: string[] = []
  const each = async (run: (order: Order) => Promise<void>) => {
    await Promise.all(
      orders.map((order) =>
        run(order).catch((error: Error) => {
          note(order, `stuck: ${error.stack}`)
          violations.push(`bounty ${order.bountyId ?? '?'} (${order.ending}) is stuck: ${error.message}`)
        }),
      ),
    )
  }
  const pauseAll = (paused: boolean) =>
    storm.withoutReorganisations(async () => {
      for (const network of networkIds) await keepTrying(giveUpAt, () => setPaused(fixture, network, paused))
      await sleep(finalTimeMs)
    })
  const failing = orders.some((order) => order.ending === 'failed')
  if (failing) {
    // The bounties of earlier waves may still have to be posted, should a reorganisation undo their posts.
    await comeToRest(fixture)
    await pauseAll(true)
  }
  const late = new Set(orders.filter(() => random.chance(0.2)))
  await each(async (order) => {
    await sleep(random.between(0, 2_000))
    await pay(fixture, order, giveUpAt)
    // Some ask twice, for the sake of it.
    if (late.has(order)) await show(fixture, order, order.payments.at(-1)!)
  })
  if (failing) {
    await endFailed(fixture, orders, giveUpAt)
    await pauseAll(false)
    return violations
  }
  await each(async (order) => {
    if (!order.bountyId) return
    await reachOpen(fixture, order, giveUpAt)
    await askForEnd(fixture, order, giveUpAt)
  })
  await advance(fixture, pastDeadlineSeconds)
  // Twice at once. What neither closes is closed by the workers' own run.
  await Promise.allSettled([1, 2].map(() => runExpiry(fixture, Date.now() + expiryTimeoutMs)))
  return violations
}

/** Between the tries to post is a wait, which is let pass. */
async function endFailed(fixture: ServiceFixture, orders: readonly Order[], giveUpAt: number): Promise<void> {
  for (;;) {
    const states = await Promise.all(orders.map((order) => stateOf(fixture, order)))
    if (states.every((state) => state && isEnded(state)) || Date.now() > giveUpAt) return
    await advance(fixture, tickSeconds)
    await sleep(1_000)
  }
}

async function comeToRest(fixture: ServiceFixture): Promise<number | undefined> {
  const begun = performance.now()
  while (performance.now() - begun < quietTimeoutMs) {
    if ((await findUnrest(fixture)).length === 0) return (performance.now() - begun) / 1_000
    await sleep(100)
  }
  return undefined
}
