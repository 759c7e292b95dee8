import 'server-only'
import { freezeSenderQueue as freeze } from '#lib/adapters/chain/outbox'
import { CairnError } from '#lib/domain/errors'
import { defineAction } from '#lib/services/operator/action'
import {
  askedQueueInput,
  loadQueue,
  queueId,
  queueOf,
} from '#lib/services/operator/chains/asked-sender-queue'

/** Stops a key from starting anything new on a chain. Needs no signature: it moves nothing, and must be quick. */
export const freezeSenderQueue = defineAction({
  name: 'freeze_sender_queue',
  input: askedQueueInput,
  subjectOf: (input) => ({ kind: 'sender_queue', id: queueId(input) }),
  signs: false,
  preview: async ({ ctx, input }) => {
    const queue = await loadQueue(ctx, input)
    const relays = queue.roles.includes('relayer')
      ? ' Paid calls on this network are refused meanwhile, and nobody is charged.'
      : ''
    return {
      title: `Freeze the sender queue of ${queue.name}`,
      effect: `From now on this key signs no new transactions on ${queue.networkName}: the queued ones wait, in order. Its signed transactions (${queue.sent} not mined) are followed, sent again and raised as before.${relays} The queue stays frozen, also over restarts, until an operator unfreezes it.`,
      guard: 'The sender queue is not frozen.',
      refusal: queue.isFrozen ? `It is frozen already: ${queue.frozenReason}` : null,
    }
  },
  run: async ({ tx, input, operator, reason }) => {
    const frozen = { by: operator.toLowerCase(), reason }
    if (!(await freeze({ tx, ...queueOf(input), frozen })))
      throw new CairnError('conflict', 'Someone else froze it first.')
    return { result: {} }
  },
})
