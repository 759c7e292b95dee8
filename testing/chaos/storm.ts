import { setTimeout as sleep } from 'node:timers/promises'
import { reorg } from '#sandbox/chain-controls'
import { openLocal } from '#sandbox/local-chain'
import type { Blocks } from '#testing/chaos/blocks'
import { createLyingNode, type Lies, type LyingNode } from '#testing/chaos/lying-node'
import type { Random } from '#testing/chaos/random'
import {
  type NetworkId,
  networkIds,
  noHooks,
  type ProcessName,
  type ServiceFixture,
} from '#testing/chaos/service-fixture'

export type Storm = {
  faults: Faults
  /** Runs something that no reorganisation may undo. */
  withoutReorganisations: (run: () => Promise<void>) => Promise<void>
  stop: () => Promise<void>
}

/** How often each fault struck. */
export type Faults = Record<string, number>

/**
 * Least time between two faults, as a share of the time that a web takes to start. With less, a slow machine kills each web before
 * it is up, and nothing is sold.
 */
const leastGap = 0.1
const mostGap = 0.6
/** A start that took longer, in a bad moment, is no measure: the storm would be none. */
const maxStartMs = 8_000
const maxOutageMs = 2_500
const maxLagBlocks = 6
/** Relative frequencies. */
const weights = {
  'kill worker': 3,
  'kill web': 3,
  'terminate connections': 4,
  'node away': 3,
  'node lags': 3,
  reorganisation: 4,
  'transactions dropped': 4,
  'no blocks': 1,
}

/**
 * Faults of every kind on a running service, by chance, until `stop`. Chains come back as they are: nothing is undone that
 * was final.
 */
export function startStorm(options: {
  fixture: ServiceFixture
  processes: readonly ProcessName[]
  random: Random
  finalityDepth: number
  blocks: Record<NetworkId, Blocks>
}): Storm {
  const { fixture, processes, random, finalityDepth, blocks } = options
  const faults: Faults = {}
  const lies: Lies = faults
  const nodes = new Map<string, LyingNode>()
  const nodeOf = (process: ProcessName, network: NetworkId) => {
    const key = `${process} ${network}`
    const known = nodes.get(key) ?? createLyingNode({ random, finalityDepth, lies })
    nodes.set(key, known)
    return known
  }
  fixture.hooks = { ...noHooks, rpc: (process, network) => nodeOf(process, network).rules }
  let stopping = false
  let calm = false

  /** One process' node, or that of all. */
  const some = (network: NetworkId, process: ProcessName) =>
    (random.chance(0.5) ? processes : [process]).map((name) => nodeOf(name, network))

  const strike: Record<keyof typeof weights, (network: NetworkId, process: ProcessName) => Promise<unknown>> =
    {
      'kill worker': async () => fixture.kill(random.pick(processes.filter((name) => name !== 'web'))),
      'kill web': async () => fixture.kill('web'),
      'terminate connections': async () => {
        const ports = fixture.databasePorts().filter(() => random.chance(0.4))
        return fixture.sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and client_port = any(${ports})`
      },
      'node away': async (network, process) => {
        const nodes = some(network, process)
        for (const node of nodes) node.setAway(true)
        await sleep(random.between(100, maxOutageMs))
        for (const node of nodes) node.setAway(false)
      },
      'node lags': async (network, process) => {
        const head = Number(await openLocal(fixture.networks[network].rpcUrl).getBlockNumber())
        const nodes = some(network, process)
        const known = Math.max(0, head - random.between(1, maxLagBlocks))
        for (const node of nodes) node.setLag(known)
        await sleep(random.between(100, maxOutageMs))
        for (const node of nodes) node.setLag(undefined)
      },
      reorganisation: async (network) => {
        const depth = random.between(1, finalityDepth)
        if (!calm) await blocks[network].between(() => reorg(fixture.networks[network].rpcUrl, depth))
      },
      'transactions dropped': (network) => dropSome(fixture.networks[network].rpcUrl, random),
      'no blocks': async (network) => blocks[network].pause(random.between(300, maxOutageMs)),
    }
  const bag = Object.entries(weights).flatMap(([name, weight]) =>
    Array.from({ length: weight }, () => name as keyof typeof weights),
  )
  const striking = new Set<Promise<unknown>>()
  const running = (async () => {
    while (!stopping) {
      const startMs = Math.min(await fixture.webStartMs(), maxStartMs)
      await sleep(startMs * (leastGap + random.next() * (mostGap - leastGap)))
      const name = random.pick(bag)
      faults[name] = (faults[name] ?? 0) + 1
      // Some faults last for a while, and others strike meanwhile.
      const done = strike[name](random.pick(networkIds), random.pick(processes))
        .catch(() => {})
        .finally(() => striking.delete(done))
      striking.add(done)
    }
  })()

  return {
    faults,
    withoutReorganisations: async (run) => {
      calm = true
      await run()
      calm = false
    },
    stop: async () => {
      stopping = true
      await running
      await Promise.all(striking)
      fixture.hooks = noHooks
    },
  }
}

async function dropSome(rpcUrl: string, random: Random): Promise<void> {
  const client = openLocal(rpcUrl)
  const { pending, queued } = await client.getTxpoolContent()
  const hashes = [pending, queued].flatMap((senders) =>
    Object.values(senders).flatMap((txs) => Object.values(txs).map((tx) => tx.hash)),
  )
  for (const hash of hashes) if (random.chance(0.5)) await client.dropTransaction({ hash })
}
