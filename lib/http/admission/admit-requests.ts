import 'server-only'
import { metrics } from '#lib/adapters/metrics/registry'
import { gateSlot } from '#lib/adapters/request-gate'
import { requestClasses } from '#lib/domain/admission/admission'
import { createAdmissionQueue } from '#lib/http/admission/admission-queue'
import { createGate } from '#lib/http/admission/gate'
import { openedWebContext } from '#lib/http/api/opened-context'
import { paymentKeyOf } from '#lib/schemas/payment-key'
import { mayBePaid } from '#lib/services/payments/may-be-paid'
import { parsePaymentHeader } from '#lib/services/payments/parse-payment-header'

/** Opens the gate of this process, if it has none. Only `npm run serve` has a server that asks it. */
export function admitRequests(): void {
  if (gateSlot.current) return
  const queue = createAdmissionQueue({
    count: (of, admitted) => metrics().admissions.inc({ class: of, admitted }),
  })
  const { running, runningLimit, paidLimit, settling } = metrics()
  const collect = () => {
    const load = queue.load()
    for (const each of requestClasses) running.set({ class: each }, load.running[each])
    runningLimit.set(load.limit)
    paidLimit.set(load.paidLimit)
    settling.set(load.settling)
  }
  // Called at each scrape, like the option `collect` of the constructor.
  Object.assign(running, { collect })
  gateSlot.current = createGate({ queue, mayBePaid: isKnown })
}

async function isKnown(paymentHeader: string): Promise<boolean> {
  const parsed = parsePaymentHeader(paymentHeader)
  const ctx = await openedWebContext()
  if (!ctx || 'reason' in parsed) return false
  return mayBePaid({ ctx, input: { key: paymentKeyOf(parsed.payment), identifier: parsed.identifier } })
}
