import 'server-only'
import { unfreezeLane as unfreeze } from '#lib/adapters/chain/outbox'
import { ringWorkers } from '#lib/adapters/worker-bell'
import { CairnError } from '#lib/domain/errors'
import { defineAction } from '#lib/services/operator/action'
import {
  type AskedLane,
  askedLaneInput,
  laneId,
  laneOf,
  loadLane,
} from '#lib/services/operator/chains/asked-lane'

/** Lets a key go on: what is queued is signed and sent, and may move money. */
export const unfreezeLane = defineAction<AskedLane, object>({
  name: 'unfreeze_lane',
  input: askedLaneInput,
  subjectOf: (input) => ({ kind: 'lane', id: laneId(input) }),
  signs: true,
  preview: async ({ ctx, input }) => {
    const lane = await loadLane(ctx, input)
    return {
      title: `Unfreeze the lane of ${lane.name}`,
      effect: `What is queued for this key there gets its nonces and is sent, oldest first, within seconds: ${lane.queued} ${lane.queued === 1 ? 'transaction' : 'transactions'} now, and whatever is asked for from then on. To keep one from being sent, reject it first.`,
      guard: 'The lane is frozen.',
      refusal: lane.isFrozen ? null : 'It is not frozen.',
    }
  },
  run: async ({ tx, input }) => {
    if (!(await unfreeze({ tx, ...laneOf(input) })))
      throw new CairnError('conflict', 'Somebody unfroze it first.')
    await ringWorkers(tx)
    return { result: {} }
  },
})
