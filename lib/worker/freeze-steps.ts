import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { mayDecide, mayUseKeys } from '#lib/services/freeze/compare-keys'
import { isFrozen } from '#lib/services/freeze/is-frozen'
import { replay } from '#lib/services/freeze/replay'
import { replayBounties } from '#lib/services/freeze/replay-bounties'
import { watchCopy } from '#lib/services/freeze/watch-copy'
import { announcedIdleEveryMs, type Step } from '#lib/worker/step'

const watchEveryMs = 60_000
const replayEveryMs = 5_000

/** Makes a step that signs, or queues transactions for signing, run only while the service is not frozen and this database is the newest copy. */
export function usingKeys(network: NetworkConfig, step: Step): Step {
  return {
    ...step,
    run: async (args) => ((await mayUseKeys({ ...args, network })) ? step.run(args) : undefined),
  }
}

/** The same for a step that decides about money, or reports such decisions to others. */
export function deciding(step: Step): Step {
  return { ...step, run: async (args) => ((await mayDecide(args)) ? step.run(args) : undefined) }
}

/** The steps that detect when the service must freeze, and those that run while it is frozen. */
export function freezeSteps(ctx: Context): Step[] {
  return [watchStep, replayStep, ...ctx.env.networks.map(endsStep)]
}

const watchStep: Step = {
  name: 'watch for an older copy',
  everyMs: watchEveryMs,
  run: async ({ ctx }) => void (await watchCopy({ ctx })),
}

const replayStep: Step = {
  name: 'replay the chains',
  everyMs: replayEveryMs,
  // A freeze is announced.
  onNotify: true,
  idleEveryMs: announcedIdleEveryMs,
  run: async ({ ctx }) => {
    if (!(await isFrozen({ ctx }))) return undefined
    await replay({ ctx })
    return 'busy'
  },
}

/** Finds bounties that have ended by the books but are open here: a restored backup lacked them, and their payments were shown again. */
function endsStep(network: NetworkConfig): Step {
  return deciding({
    name: `ends ${network.id}`,
    everyMs: watchEveryMs,
    run: async ({ ctx }) => {
      const { moved, conflicts } = await replayBounties({ ctx, input: { network, only: 'ended' } })
      if (moved + conflicts.length > 0)
        ctx.log.warn({ moved, conflicts }, 'bounties ended on the chain that this database had as open')
    },
  })
}
