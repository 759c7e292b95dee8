import 'server-only'
import { reconcilePayments } from '#lib/services/payments/reconcile-payments'
import type { Step } from '#lib/worker/step'

/** What runs by the clock, beside anchoring and the chain lanes. */
export const schedules: readonly Step[] = [
  {
    name: 'reconcile payments',
    everyMs: 5_000,
    run: async ({ ctx }) => {
      const { settled, failed, voided } = await reconcilePayments({ ctx })
      if (settled + failed + voided > 0) ctx.log.info({ settled, failed, voided }, 'payments reconciled')
    },
  },
]
