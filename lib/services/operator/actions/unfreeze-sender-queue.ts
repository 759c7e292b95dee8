import 'server-only'
import { unfreezeSenderQueue as unfreeze } from '#lib/adapters/chain/outbox'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import { CairnError } from '#lib/domain/errors'
import { defineAction } from '#lib/services/operator/action'
import {
  askedQueueInput,
  loadQueue,
  queueId,
  queueOf,
} from '#lib/services/operator/chains/asked-sender-queue'

/** Resumes the queue of a key: queued transactions are signed and sent, and may move money. */
export const unfreezeSenderQueue = defineAction({
  name: 'unfreeze_sender_queue',
  input: askedQueueInput,
  subjectOf: (input) => ({ kind: 'sender_queue', id: queueId(input) }),
  signs: true,
  preview: async ({ ctx, input }) => {
    const queue = await loadQueue(ctx, input)
    return {
      title: `Unfreeze the sender queue of ${queue.name}`,
      effect: `The queued transactions of this key on ${queue.networkName} get their nonces and are sent, oldest first, within seconds: ${queue.queued} ${queue.queued === 1 ? 'transaction' : 'transactions'} now, and all later ones. To prevent one from being sent, reject it first.${queue.roles.includes('relayer') ? ` Customers can pay on ${queue.networkName} again.` : ''}`,
      guard: 'The sender queue is frozen.',
      refusal: queue.isFrozen ? null : 'It is not frozen.',
    }
  },
  run: async ({ tx, input }) => {
    if (!(await unfreeze({ tx, ...queueOf(input) })))
      throw new CairnError('conflict', 'Someone else unfroze it first.')
    await notifyWorkers(tx)
    return { result: {} }
  },
})
