import 'server-only'
import { hostname } from 'node:os'
import type { Chain } from '#lib/adapters/chain/client'
import { followOthers, laneNotes, rejectQueued, runLane } from '#lib/adapters/chain/outbox'
import { createSigner, type Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import type { Jobs } from '#lib/adapters/jobs'
import { type Anchorer, createAnchorer } from '#lib/services/anchors/anchorer'
import { buildTree } from '#lib/services/anchors/build-tree'
import { ensureSchema } from '#lib/services/anchors/ensure-schema'
import { finishTrees } from '#lib/services/anchors/finish-trees'
import { advanceBounties } from '#lib/services/bounties/advance-bounties'
import { createDesk, type Desk } from '#lib/services/bounties/desk'
import { expireBounties } from '#lib/services/bounties/expire-bounties'
import { advanceReturns } from '#lib/services/inflows/advance-returns'
import { deciding, freezeSteps, usingKeys } from '#lib/worker/freeze-steps'
import { mediaSteps } from '#lib/worker/media-steps'
import { schedulesOf } from '#lib/worker/schedules'
import type { Step } from '#lib/worker/step'

const everyMs = 1_000
/** Rarely beside the process that has the key, which holds the lane's lock for each of its own passes. */
const followEveryMs = 5_000
const expireEveryMs = 60_000
const expireAtOnce = 500

/** Everything this process can do with the keys it has. @param jobs the queues, in a process that keeps them */
export function stepsOf(ctx: Context, jobs?: Jobs): Step[] {
  const anchorer = createAnchorer(ctx)
  if (!anchorer) ctx.log.warn('no ANCHOR_KEY: this worker attests nothing')
  const desk = createDesk(ctx)
  if (!desk) ctx.log.warn('no TREASURY_KEY or no OPERATOR_KEY: this worker moves no money of bounties')
  const { networks } = ctx.env
  const anchorNetwork = networks.find(({ chainId }) => chainId === ctx.env.anchor.chainId)
  const lanes = lanesOf(ctx, anchorer, desk)
  return [
    ...freezeSteps(ctx),
    ...(anchorer && anchorNetwork ? anchorSteps(anchorer).map((step) => usingKeys(anchorNetwork, step)) : []),
    ...(desk ? networks.map((network) => usingKeys(network, bountyStep(desk, network))) : []),
    ...(desk ? networks.map((network) => usingKeys(network, returnStep(desk, network))) : []),
    ...lanes.flatMap((lane) =>
      networks
        .filter(({ chainId }) => chainId === lane.chain.chainId)
        .map((network) => usingKeys(network, laneStep(lane))),
    ),
    ...networks.map((network) => usingKeys(network, followStep(ctx, lanes, network))),
    deciding(expireStep),
    ...schedulesOf(ctx),
    ...mediaSteps(ctx, jobs),
  ]
}

function anchorSteps(anchorer: Anchorer): Step[] {
  let schemaIsKnown = false
  return [
    {
      name: 'build trees',
      everyMs,
      onNotify: true,
      run: async ({ ctx, signal }) => {
        schemaIsKnown ||= await ensureSchema({ ctx, anchorer })
        if (!schemaIsKnown) return
        while (!signal.aborted && (await buildTree({ ctx, anchorer })) !== undefined);
      },
    },
    { name: 'finish trees', everyMs, onNotify: true, run: ({ ctx }) => finishTrees({ ctx, anchorer }) },
  ]
}

/** A step a network: one that is away backs off by itself. */
function bountyStep(desk: Desk, network: NetworkConfig): Step {
  return {
    name: `bounties ${network.id}`,
    everyMs,
    onNotify: true,
    run: ({ ctx }) => advanceBounties({ ctx, desk, networks: [network] }),
  }
}

/** Sends back what operators decided to. */
function returnStep({ treasury }: Desk, network: NetworkConfig): Step {
  return {
    name: `returns ${network.id}`,
    everyMs,
    onNotify: true,
    run: ({ ctx }) => advanceReturns({ ctx, treasury, network }),
  }
}

const expireStep: Step = {
  name: 'expire bounties',
  everyMs: expireEveryMs,
  run: async ({ ctx, signal }) => {
    for (let goesOn = true; goesOn && !signal.aborted; ) {
      const { expired, more } = await expireBounties({ ctx, input: { limit: expireAtOnce } })
      // None of a full batch: others are at it, or hold them.
      goesOn = more && expired > 0
    }
  },
}

type OwnLane = { chain: Chain; signer: Signer; roles: string[] }

/** Each key of ours on each chain where it sends, once: one key may have several parts. */
function lanesOf(ctx: Context, anchorer: Anchorer | undefined, desk: Desk | undefined): OwnLane[] {
  const { relayerKey, retiredKeys } = ctx.env
  const keys: [role: string, signer: Signer][] = [
    ...(relayerKey ? [['relayer', createSigner(relayerKey)] as [string, Signer]] : []),
    ...Object.entries(desk ?? {}),
    ...retiredKeys.flatMap(({ key }): [string, Signer][] => (key ? [['retired', createSigner(key)]] : [])),
  ]
  const parts = [...ctx.chains.values()].flatMap((chain) =>
    keys.map(([role, signer]) => ({ chain, signer, role })),
  )
  const lanes = new Map<string, OwnLane>()
  for (const { chain, signer, role } of [...parts, ...(anchorer ? [{ ...anchorer, role: 'anchor' }] : [])]) {
    const name = laneName({ chain, signer })
    lanes.set(name, { chain, signer, roles: [...(lanes.get(name)?.roles ?? []), role] })
  }
  return [...lanes.values()]
}

/** What other keys sent, before they were changed or in processes that are gone, comes to its end here too. */
function followStep(ctx: Context, lanes: readonly OwnLane[], network: NetworkConfig): Step {
  const chain = ctx.chains.get(network.chainId)!
  const own = lanes.filter((lane) => lane.chain === chain).map(({ signer }) => signer.address)
  const gone = ctx.env.retiredKeys.filter(({ key }) => !key).map(({ address }) => address)
  return {
    name: `follow other keys ${network.id}`,
    everyMs: followEveryMs,
    run: async () => {
      await rejectQueued({ ctx, chain, senders: gone })
      await followOthers({ ctx, chain, own })
    },
  }
}

function laneName({ chain, signer }: Pick<OwnLane, 'chain' | 'signer'>): string {
  return `lane ${chain.id} ${signer.address}`
}

function laneStep({ chain, signer, roles }: OwnLane): Step {
  const by = `${hostname()}:${process.pid}`
  const note = laneNotes({ chain, address: signer.address, roles, by })
  return {
    name: laneName({ chain, signer }),
    everyMs,
    onNotify: true,
    run: async ({ ctx }) => {
      try {
        await runLane({ ctx, chain, signer })
      } catch (error) {
        await note(ctx.db, error)
        throw error
      }
      await note(ctx.db, undefined)
    },
  }
}
