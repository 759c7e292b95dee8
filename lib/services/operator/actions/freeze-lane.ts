import 'server-only'
import { freezeLane as freeze } from '#lib/adapters/chain/outbox'
import { CairnError } from '#lib/domain/errors'
import { defineAction } from '#lib/services/operator/action'
import {
  type AskedLane,
  askedLaneInput,
  laneId,
  laneOf,
  loadLane,
} from '#lib/services/operator/chains/asked-lane'

/** Stops a key from starting anything new on a chain. Needs no signature: it moves nothing, and must be quick. */
export const freezeLane = defineAction<AskedLane, object>({
  name: 'freeze_lane',
  input: askedLaneInput,
  subjectOf: (input) => ({ kind: 'lane', id: laneId(input) }),
  signs: false,
  preview: async ({ ctx, input }) => {
    const lane = await loadLane(ctx, input)
    const relays = lane.roles.includes('relayer')
      ? ' Paid calls on this network are refused meanwhile, and nobody is charged.'
      : ''
    return {
      title: `Freeze the lane of ${lane.name}`,
      effect: `From now on this key starts nothing new there: what is queued waits, in order. What it has signed (${lane.sent} not mined) is followed, sent again and raised as before.${relays} It stays so, also over restarts, until somebody unfreezes it.`,
      guard: 'The lane is not frozen.',
      refusal: lane.isFrozen ? `It is frozen already: ${lane.frozenReason}` : null,
    }
  },
  run: async ({ tx, input, operator, reason }) => {
    const frozen = { by: operator.address.toLowerCase(), reason }
    if (!(await freeze({ tx, ...laneOf(input), frozen })))
      throw new CairnError('conflict', 'Somebody froze it first.')
    return { result: {} }
  },
})
