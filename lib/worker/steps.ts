import 'server-only'
import type { Chain } from '#lib/adapters/chain/client'
import { runLane } from '#lib/adapters/chain/outbox'
import { createSigner, type Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import { type Anchorer, createAnchorer } from '#lib/services/anchors/anchorer'
import { buildTree } from '#lib/services/anchors/build-tree'
import { ensureSchema } from '#lib/services/anchors/ensure-schema'
import { finishTrees } from '#lib/services/anchors/finish-trees'
import { schedules } from '#lib/worker/schedules'
import type { Step } from '#lib/worker/step'

const everyMs = 1_000

/** Everything this process can do with the keys it has. */
export function stepsOf(ctx: Context): Step[] {
  const anchorer = createAnchorer(ctx)
  if (!anchorer) ctx.log.warn('no ANCHOR_KEY: this worker attests nothing')
  return [...(anchorer ? anchorSteps(anchorer) : []), ...lanesOf(ctx, anchorer).map(laneStep), ...schedules]
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

type OwnLane = { chain: Chain; signer: Signer }

/** Each key of ours on each chain where it sends. */
function lanesOf(ctx: Context, anchorer: Anchorer | undefined): OwnLane[] {
  const { relayerKey } = ctx.env
  const relayer = relayerKey && createSigner(relayerKey)
  const lanes = relayer ? [...ctx.chains.values()].map((chain) => ({ chain, signer: relayer })) : []
  const isLane = lanes.some(
    (lane) => lane.chain === anchorer?.chain && lane.signer.address === anchorer.signer.address,
  )
  return anchorer && !isLane ? [...lanes, anchorer] : lanes
}

function laneStep({ chain, signer }: OwnLane): Step {
  return {
    name: `lane ${chain.id} ${signer.address}`,
    everyMs,
    onNotify: true,
    run: ({ ctx }) => runLane({ ctx, chain, signer }),
  }
}
