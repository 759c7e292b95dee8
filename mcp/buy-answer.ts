import type { Answer, ServiceRequest } from './call-service.ts'
import { messageOf } from './call-service.ts'
import { type PaidReport, type Payer, pay, quote, reportOf, type Signed, sign } from './payer.ts'
import type { PaysDespite } from './pays-despite.ts'
import { Refusal } from './refusal.ts'

type Bought = { text: string; nextTo?: string; report?: PaidReport }
/** Nothing was paid, because the answer would be empty. `buys`: what the service understood, and why it is empty. */
type Empty = { buys: string }
type Asked = {
  request: ServiceRequest
  tool: string
  signal: AbortSignal
  network?: string
  despite: PaysDespite
}
export type Shop = {
  /** @throws Refusal */
  buy: (asked: Asked) => Promise<Bought | Empty>
}

/**
 * Buys look-ups. A payment whose answer has not reached a caller is stored while this server runs: the same call sends it again before
 * anything else is signed. Identical calls at the same time share one payment.
 */
export function openShop(payer: Payer): Shop {
  const undelivered = new Map<string, Signed>()
  const inFlight = new Map<string, Promise<Bought | Empty>>()

  /** @returns the answer, or the refusal of the service */
  const send = async (key: string, request: ServiceRequest, signed: Signed): Promise<Bought | Answer> => {
    undelivered.set(key, signed)
    const answer = await pay(payer, request, signed).catch(unknownOutcome)
    if (answer.outcome === 'done') return bought(payer, signed, answer).catch(unknownOutcome)
    if (answer.outcome === 'unknown') return unknownOutcome(new Refusal(messageOf(answer)))
    undelivered.delete(key)
    return answer
  }

  const buyOnce = async (key: string, asked: Asked): Promise<Bought | Empty> => {
    const { request, tool, signal, network, despite } = asked
    const earlier = undelivered.get(key)
    if (earlier) {
      const answer = await send(key, request, earlier)
      if (!('outcome' in answer)) return answer
    }
    const quoted = await quote(payer, {
      request,
      kind: 'call',
      tool,
      despite,
      ...(network ? { network } : {}),
    })
    if (!('offer' in quoted)) return quoted.wouldBeEmpty ? { buys: quoted.buys ?? '' } : { text: quoted.text }
    const answer = await send(key, request, await sign(payer, quoted, signal))
    if (!('outcome' in answer)) return answer
    throw new Refusal(`${messageOf(answer)} One signature was made, and counts against the caps of today.`)
  }

  return {
    buy: async (asked) => {
      const key = JSON.stringify([asked.request.method, asked.request.path, asked.request.body])
      // An identical call that failed, for example because its caller stopped, says nothing about this one.
      for (let other = inFlight.get(key); other; other = inFlight.get(key)) {
        const shared = await other.catch(() => undefined)
        if (shared && ('text' in shared || !asked.despite.empty)) return deliver(key, asked.signal, shared)
      }
      const mine = buyOnce(key, asked).finally(() => inFlight.delete(key))
      inFlight.set(key, mine)
      return deliver(key, asked.signal, await mine)
    },
  }

  /** The client library discards the result of a call that its caller has stopped. */
  function deliver<Result>(key: string, signal: AbortSignal, result: Result): Result {
    if (!signal.aborted) undelivered.delete(key)
    return result
  }
}

function unknownOutcome(error: Error): never {
  throw new Refusal(
    `${error.message} The payment was sent and may have been made. Make the same call again: the same payment is sent again, and charged once at most.`,
  )
}

async function bought(payer: Payer, { offer, spend, buys }: Signed, answer: Answer): Promise<Bought> {
  const paid = { amountAtomic: spend.priceAtomic, buys, network: offer.network, payee: offer.payTo }
  const { text, nextTo } = answer
  return { text, ...(nextTo === undefined ? {} : { nextTo }), report: await reportOf(payer, paid, answer) }
}
