import 'server-only'
import { deleteSentBytes } from '#lib/adapters/chain/outbox'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { sendPurges, untilNextPurge } from '#lib/services/caches/send-purges'
import { forgetFeed } from '#lib/services/feed/forget-feed'
import { forgetWorkers } from '#lib/services/health/forget-workers'
import { sampleFigures } from '#lib/services/health/sample-figures'
import { followChain } from '#lib/services/ledger/follow-chain'
import { forgetAllowances } from '#lib/services/limits/forget-allowances'
import { forgetBudgets } from '#lib/services/limits/forget-budgets'
import { openPushDeliverer } from '#lib/services/notices/deliver-pushes'
import { forgetNotices } from '#lib/services/notices/forget-notices'
import { archivePayments } from '#lib/services/payments/archive-payments'
import { forgetAnswers } from '#lib/services/payments/forget-answers'
import { reconcilePayments } from '#lib/services/payments/reconcile-payments'
import { forgetRequests } from '#lib/services/requests/forget-requests'
import { expireUploads } from '#lib/services/uploads/expire-uploads'
import { forgetDelivered, openDeliverer } from '#lib/services/webhooks/deliver-webhooks'
import type { Deliverer } from '#lib/services/webhooks/open-slots'
import { bountyReceivers, contributorReceivers } from '#lib/services/webhooks/receivers'
import { auditStep } from '#lib/worker/audit-step'
import { deciding } from '#lib/worker/freeze-steps'
import { announcedIdleEveryMs, type Step } from '#lib/worker/step'
import { unannouncedOf } from '#lib/worker/unannounced'
import { createWaker } from '#lib/worker/waker'

/** One sample per five minutes, taken by the first process. */
const sampleEveryMs = 60_000
const followEveryMs = 3_000
const archiveAgainMs = 500
/** Nothing announces what others do on a chain, such as a transfer to the treasury. */
const followIdleEveryMs = 30_000
/** Steps that look for expired rows run less often while they find none. That only frees space. */
const clearEveryMs = 60_000
const idleClear = { againInMs: 300_000 }
/** After this, other steps can use the connections; the next run continues. */
const followForMs = 60_000

/** Steps that run periodically, other than anchoring, bounties and sender queues. */
export function schedulesOf(ctx: Context): Step[] {
  return [
    deciding(reconcileStep),
    ...ctx.env.networks.map(followStep),
    auditStep(),
    sampleStep,
    expireUploadsStep,
    forgetAllowancesStep,
    deciding(forgetAnswersStep),
    deciding(archiveStep),
    forgetFeedStep,
    forgetRequestsStep,
    sendPurgesStep,
    ...deliverySteps(ctx).map(deciding),
    forgetWebhooksStep,
    forgetWorkersStep,
  ]
}

const reconcileStep: Step = {
  name: 'reconcile payments',
  everyMs: 5_000,
  // An operator may have asked to check a payment at once.
  onNotify: true,
  // Requests store payments without a notification. A claim is seen before it ends, because the shortest lasts longer.
  nextDueMs: async ({ ctx }) => (await unannouncedOf(ctx)).paymentDueMs,
  lookEveryMs: 5_000,
  // Void payments are deleted a day after they were closed.
  idleEveryMs: announcedIdleEveryMs,
  run: async ({ ctx }) => {
    const { settled, failed, voided, open, more } = await reconcilePayments({ ctx })
    if (settled + failed + voided > 0) ctx.log.info({ settled, failed, voided }, 'payments reconciled')
    return open > 0 || more ? 'busy' : undefined
  },
}

const sampleStep: Step = {
  name: 'sample figures',
  everyMs: sampleEveryMs,
  run: async ({ ctx }) => {
    await sampleFigures({ ctx })
  },
}

const expireUploadsStep: Step = {
  name: 'expire uploads',
  everyMs: clearEveryMs,
  run: async ({ ctx }) => {
    const { expired, leftovers } = await expireUploads({ ctx })
    if (expired + leftovers === 0) return idleClear
    ctx.log.info({ expired, leftovers }, 'uploads expired')
    return undefined
  },
}

const forgetAnswersStep: Step = {
  name: 'forget answers',
  everyMs: clearEveryMs,
  run: async ({ ctx }) => {
    const { added, dropped, deleted } = await forgetAnswers({ ctx })
    if (added + dropped + deleted > 0) ctx.log.info({ added, dropped, deleted }, 'paid answers forgotten')
  },
}

/** Runs one batch, and the next one soon if there is more, so that a busy machine is never blocked for long. */
const archiveStep: Step = {
  name: 'archive payments',
  everyMs: 600_000,
  run: async ({ ctx }) => {
    const payments = await archivePayments({ ctx })
    const bytes = await deleteSentBytes({ ctx })
    return payments.more || bytes.more ? { againInMs: archiveAgainMs } : undefined
  },
}

const forgetFeedStep: Step = {
  name: 'forget the feed',
  everyMs: clearEveryMs,
  run: ({ ctx, signal }) => clear(signal, () => forgetFeed({ ctx })),
}

const forgetRequestsStep: Step = {
  name: 'forget requests',
  everyMs: clearEveryMs,
  run: ({ ctx, signal }) => clear(signal, () => forgetRequests({ ctx })),
}

const forgetAllowancesStep: Step = {
  name: 'forget allowances',
  everyMs: clearEveryMs,
  run: async ({ ctx, signal }) => {
    await forgetBudgets({ ctx })
    return clear(signal, () => forgetAllowances({ ctx }))
  },
}

/** Deletes in batches until nothing is left. */
async function clear(
  signal: AbortSignal,
  forget: () => Promise<{ forgotten: number; more: boolean }>,
): Promise<typeof idleClear | undefined> {
  let found = 0
  for (let more = true; more && !signal.aborted; ) {
    const batch = await forget()
    found += batch.forgotten
    more = batch.more
  }
  return found === 0 ? idleClear : undefined
}

/** Also while the service is frozen: a withdrawal from before has to be seen everywhere. */
const sendPurgesStep: Step = {
  name: 'purge caches',
  everyMs: 1_000,
  onNotify: true,
  idleEveryMs: announcedIdleEveryMs,
  nextDueMs: untilNextPurge,
  run: async ({ ctx, signal }) => {
    while (!signal.aborted && (await sendPurges({ ctx })));
  },
}

const deliverEveryMs = 1_000
const lookForMessagesEveryMs = 30_000
/** After a delivery ended its slot is free, and the next message to the same receiver may be sent. */
const deliverAgainMs = 50

/** To the servers of posters, and to the servers and browsers of contributors, each with slots of their own. */
function deliverySteps(ctx: Context): Step[] {
  const { push } = ctx.env
  return [
    deliveryStep('deliver webhooks', (onEnd) => openDeliverer({ ctx, receivers: bountyReceivers, onEnd })),
    deliveryStep('deliver contributor webhooks', (onEnd) =>
      openDeliverer({ ctx, receivers: contributorReceivers, onEnd }),
    ),
    ...(push ? [deliveryStep('notify browsers', (onEnd) => openPushDeliverer({ ctx, push, onEnd }))] : []),
  ]
}

function deliveryStep(name: string, open: (onEnd: () => void) => Deliverer): Step {
  const waker = createWaker()
  const deliverer = open(waker.wake)
  return {
    name,
    everyMs: deliverEveryMs,
    onNotify: true,
    idleEveryMs: announcedIdleEveryMs,
    // Triggers store a message for each event, and most events of a film are not announced.
    lookEveryMs: lookForMessagesEveryMs,
    nextDueMs: () => deliverer.nextDueMs(),
    run: async ({ signal }) => {
      const since = waker.count()
      await deliverer.startDue()
      if (deliverer.activeCount() === 0) return undefined
      await waker.sleep({ ms: deliverEveryMs, since, signal })
      // A worker that stops waits for the answers under way.
      if (signal.aborted) await deliverer.allEnded()
      return { againInMs: deliverAgainMs }
    },
  }
}

const forgetWebhooksStep: Step = {
  name: 'forget delivered messages',
  everyMs: 3_600_000,
  run: async ({ ctx }) => {
    await forgetDelivered({ ctx })
    await forgetNotices({ ctx })
  },
}

const forgetWorkersStep: Step = {
  name: 'forget workers',
  everyMs: 3_600_000,
  run: ({ ctx }) => forgetWorkers({ ctx }),
}

/** One step per network, so that each backs off separately. */
function followStep(network: NetworkConfig): Step {
  return {
    name: `books ${network.id}`,
    everyMs: followEveryMs,
    onNotify: true,
    idleEveryMs: followIdleEveryMs,
    run: async ({ ctx }) => {
      const untilMs = performance.now() + followForMs
      const { is, reason } = await followChain({ ctx, input: { network, untilMs } })
      if (is === 'misfit') throw new Error(`the books cannot be continued: ${reason}`)
      return is === 'behind' ? 'busy' : undefined
    },
  }
}
