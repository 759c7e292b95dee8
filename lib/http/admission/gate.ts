import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inTime } from '#lib/adapters/in-time'
import { type RequestGate, withinAdmitted } from '#lib/adapters/request-gate'
import type { RequestClass } from '#lib/domain/admission/admission'
import { CairnError } from '#lib/domain/errors'
import type { AdmissionQueue, Entry } from '#lib/http/admission/admission-queue'
import { type Classified, classify } from '#lib/http/admission/classify'
import { refusalPage } from '#lib/http/api/refusal-page'
import { respondError } from '#lib/http/api/respond'

const lookUpMs = 40
/** A page is still drawn after its header is sent. Its place is free when it is complete, and after this time at the latest. */
const restOfPageMs = 2_000

/**
 * Admits requests by class before the framework sees them, since a refusal there costs a tenth of one by a route. A request
 * has its place from the arrival of its body until its answer begins, so a client that sends or reads slowly has none.
 *
 * @param options.mayBePaid true if money may have moved for the payment of this header. It is asked only while requests have to wait.
 */
export function createGate(options: {
  queue: AdmissionQueue
  mayBePaid: (paymentHeader: string) => Promise<boolean>
}): RequestGate {
  const { queue, mayBePaid } = options

  const lookUp = async ({ headers }: IncomingMessage): Promise<boolean> => {
    const header = headers['payment-signature']
    return typeof header === 'string' && (await inTime(lookUpMs, mayBePaid(header))) === true
  }

  return (request, response, next) => {
    const classified = classify({
      url: request.url,
      paymentHeader: request.headers['payment-signature'],
    })
    if (!classified) return next()
    const refuseAs = (of: RequestClass) => void refuse(request, response, { ...classified, of })
    const enter = (of: RequestClass, refused = () => refuseAs(of)): Entry | undefined => {
      if (response.destroyed) return undefined
      const entry = queue.enter(of, {
        run: (admitted) => {
          whenAnswered(response, () => {
            if (of === 'page') setTimeout(admitted.end, restOfPageMs).unref()
            else admitted.end()
          })
          withinAdmitted(admitted, next)
        },
        refuse: refused,
      })
      response.once('close', entry.end)
      return entry
    }
    /** A payment waits among the new ones while it is looked up: one after the other, both would delay its refusal. */
    const enterWhileLookedUp = () => {
      const found = lookUp(request)
      const entry = enter(
        'paid',
        () => void found.then((begun) => (begun ? enter('in_flight') : refuseAs('paid'))),
      )
      void found.then((begun) => begun && entry?.leave() && enter('in_flight'))
    }
    whenReceived(request, () => {
      if (classified.of !== 'paid' || queue.hasRoom('paid')) enter(classified.of)
      else enterWhileLookedUp()
    })
  }
}

/** Calls back when the body of a request is in memory; for a longer one, when as much of it is as is read ahead. */
function whenReceived(request: IncomingMessage, received: () => void): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (length === '0' && encoding === undefined) {
    received()
    return
  }
  const isReceived = () => request.complete || request.readableLength >= request.readableHighWaterMark
  const check = () => {
    if (!isReceived()) return false
    request.off('readable', check)
    received()
    return true
  }
  // Most bodies come in one packet with their header, and are in memory right after this event.
  process.nextTick(() => check() || request.on('readable', check))
}

/** Calls back when the header of the answer is sent. */
function whenAnswered(response: ServerResponse, answered: () => void): void {
  const { writeHead } = response
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    answered()
    return writeHead.apply(response, args)
  }) as typeof writeHead
}

const texts = {
  started:
    'This payment was taken before, and its answer cannot be sent now, because the service is overloaded. Do not pay again: repeat this request with the same PAYMENT-SIGNATURE, and it is answered without a second charge.',
  other:
    'The service is overloaded. This answer charged nothing. Repeat the same request later; a payment that you sent with it is charged at most once.',
}
let refused = 0

async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { of, isApi }: Classified,
): Promise<void> {
  refused += 1
  // Spreads the retries of clients that are refused at the same time.
  const retryAfterSeconds = 1 + (refused % 3)
  const error =
    of === 'in_flight'
      ? new CairnError('settlement_pending', texts.started, { retryAfterSeconds })
      : new CairnError('unavailable', texts.other, { retryAfterSeconds })
  const refusal = isApi
    ? respondError({ request: { method: request.method ?? 'GET' }, requestId: randomUUID(), error })
    : refusalPage({ title: 'Overloaded', error })
  response.writeHead(refusal.status, Object.fromEntries(refusal.headers))
  response.end(request.method === 'HEAD' ? undefined : await refusal.text())
}
