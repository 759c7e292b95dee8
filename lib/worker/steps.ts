import 'server-only'
import { hostname } from 'node:os'
import type { Chain } from '#lib/adapters/chain/client'
import { createPassRecorder, followOthers, rejectQueued, runSenderQueue } from '#lib/adapters/chain/outbox'
import { createSigner, type Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import type { Jobs } from '#lib/adapters/jobs'
import { type Anchorer, createAnchorer } from '#lib/services/anchors/anchorer'
import { buildTree } from '#lib/services/anchors/build-tree'
import { ensureSchema } from '#lib/services/anchors/ensure-schema'
import { finishTrees } from '#lib/services/anchors/finish-trees'
import { untilNextTree } from '#lib/services/anchors/until-next-tree'
import { advanceBounties } from '#lib/services/bounties/advance-bounties'
import { expireBounties } from '#lib/services/bounties/expire-bounties'
import { createSigners, type Signers } from '#lib/services/bounties/signers'
import { advanceReturns } from '#lib/services/inflows/advance-returns'
import { senderQueueName } from '#lib/services/payments/find-unannounced'
import { deciding, freezeSteps, usingKeys } from '#lib/worker/freeze-steps'
import { mediaSteps } from '#lib/worker/media-steps'
import { schedulesOf } from '#lib/worker/schedules'
import { announcedIdleEveryMs, type Step } from '#lib/worker/step'
import { unannouncedOf } from '#lib/worker/unannounced'

const everyMs = 1_000
/** Interval for the transactions of keys that no process has any more. Those of other keys are followed by the processes that have them. */
const followEveryMs = 60_000
/** Web processes store settlements without a notification, and one may die before it sends its own. */
const lookEveryMs = 5_000
/** The console calls a sender queue silent after two and a half minutes. Its passes are recorded once a minute at most. */
const queueIdleEveryMs = 90_000
const expireEveryMs = 60_000
const expireAtOnce = 500

/** The steps that this process can run with its keys. @param jobs the queues, in a process that has them */
export function stepsOf(ctx: Context, jobs?: Jobs): Step[] {
  const anchorer = createAnchorer(ctx)
  if (!anchorer) ctx.log.warn('no ANCHOR_KEY: this worker attests nothing')
  const signers = createSigners(ctx)
  if (!signers) ctx.log.warn('no TREASURY_KEY or no OPERATOR_KEY: this worker moves no bounty money')
  const { networks } = ctx.env
  const anchorNetwork = networks.find(({ chainId }) => chainId === ctx.env.anchor.chainId)
  const queues = queuesOf(ctx, anchorer, signers)
  return [
    ...freezeSteps(ctx),
    ...(anchorer && anchorNetwork ? anchorSteps(anchorer).map((step) => usingKeys(anchorNetwork, step)) : []),
    ...(signers ? networks.map((network) => usingKeys(network, bountyStep(signers, network))) : []),
    ...(signers ? networks.map((network) => usingKeys(network, returnStep(signers, network))) : []),
    ...queues.flatMap((queue) =>
      networks
        .filter(({ chainId }) => chainId === queue.chain.chainId)
        .map((network) => usingKeys(network, queueStep(queue))),
    ),
    ...networks.map((network) => usingKeys(network, followStep(ctx, queues, network))),
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
      nextDueMs: ({ ctx }) => untilNextTree({ ctx }),
      run: async ({ ctx, signal }) => {
        schemaIsKnown ||= await ensureSchema({ ctx, anchorer })
        if (!schemaIsKnown) return
        while (!signal.aborted && (await buildTree({ ctx, anchorer })) !== undefined);
      },
    },
    {
      name: 'finish trees',
      everyMs,
      onNotify: true,
      idleEveryMs: announcedIdleEveryMs,
      run: async ({ ctx }) => ((await finishTrees({ ctx, anchorer })) ? 'busy' : undefined),
    },
  ]
}

/** One step per network, so that each backs off separately. */
function bountyStep(signers: Signers, network: NetworkConfig): Step {
  return {
    name: `bounties ${network.id}`,
    everyMs,
    onNotify: true,
    idleEveryMs: announcedIdleEveryMs,
    run: async ({ ctx }) =>
      (await advanceBounties({ ctx, signers, networks: [network] })) ? 'busy' : undefined,
  }
}

/** Sends back the inflows that operators decided to return. */
function returnStep({ treasury }: Signers, network: NetworkConfig): Step {
  return {
    name: `returns ${network.id}`,
    everyMs,
    onNotify: true,
    idleEveryMs: announcedIdleEveryMs,
    run: async ({ ctx }) => ((await advanceReturns({ ctx, treasury, network })) ? 'busy' : undefined),
  }
}

const expireStep: Step = {
  name: 'expire bounties',
  everyMs: expireEveryMs,
  run: async ({ ctx, signal }) => {
    for (let goesOn = true; goesOn && !signal.aborted; ) {
      const { expired, more } = await expireBounties({ ctx, input: { limit: expireAtOnce } })
      // None of a full batch expired: other workers hold the rows.
      goesOn = more && expired > 0
    }
  },
}

type OwnQueue = { chain: Chain; signer: Signer; roles: string[] }

/** Each of our keys on each chain where it sends, once. One key may have several roles. */
function queuesOf(ctx: Context, anchorer: Anchorer | undefined, signers: Signers | undefined): OwnQueue[] {
  const { relayerKey, retiredKeys } = ctx.env
  const keys: [role: string, signer: Signer][] = [
    ...(relayerKey ? [['relayer', createSigner(relayerKey)] as [string, Signer]] : []),
    ...Object.entries(signers ?? {}),
    ...retiredKeys.flatMap(({ key }): [string, Signer][] => (key ? [['retired', createSigner(key)]] : [])),
  ]
  const parts = [...ctx.chains.values()].flatMap((chain) =>
    keys.map(([role, signer]) => ({ chain, signer, role })),
  )
  const queues = new Map<string, OwnQueue>()
  for (const { chain, signer, role } of [...parts, ...(anchorer ? [{ ...anchorer, role: 'anchor' }] : [])]) {
    const name = queueName({ chain, signer })
    queues.set(name, { chain, signer, roles: [...(queues.get(name)?.roles ?? []), role] })
  }
  return [...queues.values()]
}

/** Follows the transactions of other keys, which were replaced or belong to processes that are gone. */
function followStep(ctx: Context, queues: readonly OwnQueue[], network: NetworkConfig): Step {
  const chain = ctx.chains.get(network.chainId)!
  const own = queues.filter((queue) => queue.chain === chain).map(({ signer }) => signer.address)
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

function queueName({ chain, signer }: Pick<OwnQueue, 'chain' | 'signer'>): string {
  return `sender queue ${chain.id} ${signer.address}`
}

function queueStep({ chain, signer, roles }: OwnQueue): Step {
  const by = `${hostname()}:${process.pid}`
  const note = createPassRecorder({ chain, address: signer.address, roles, by })
  return {
    name: queueName({ chain, signer }),
    everyMs,
    onNotify: true,
    idleEveryMs: queueIdleEveryMs,
    nextDueMs: async ({ ctx }) => {
      const { queues } = await unannouncedOf(ctx)
      return queues.has(senderQueueName(chain.chainId, signer.address)) ? 0 : undefined
    },
    lookEveryMs,
    run: async ({ ctx }) => {
      let hasOpen: boolean
      try {
        hasOpen = await runSenderQueue({ ctx, chain, signer })
      } catch (error) {
        await note(ctx.db, error)
        throw error
      }
      await note(ctx.db, undefined)
      return hasOpen ? 'busy' : undefined
    },
  }
}
