import type { Answer, ServiceRequest } from './call-service.ts'
import { messageOf } from './call-service.ts'
import { type PaidReport, type Payer, pay, quote, reportOf, type Signed, sign } from './payer.ts'
import { Refusal } from './refusal.ts'

type Bought = { text: string; nextTo?: string; report?: PaidReport }
/** Nothing was paid, because the answer would be empty. `buys`: what the service understood, and why it is empty. */
type Empty = { buys: string }
export type Shop = {
  /** @throws Refusal */
  buy: (asked: {
    request: ServiceRequest
    tool: string
    signal: AbortSignal
    network?: string
    paysForEmpty: boolean
  }) => Promise<Bought | Empty>
}

/**
 * Buys look-ups. A payment that was sent and not answered is stored while this server runs: the same call sends it again before anything
 * else is signed.
 */
export function openShop(payer: Payer): Shop {
  const unanswered = new Map<string, Signed>()
  const take = (key: string) => {
    const signed = unanswered.get(key)
    unanswered.delete(key)
    return signed
  }

  return {
    buy: async ({ request, tool, signal, network, paysForEmpty }) => {
      const key = JSON.stringify([request.method, request.path, request.body])
      const earlier = take(key)
      if (earlier) {
        const answer = await pay(payer, request, earlier)
        if (answer.outcome === 'done') return bought(payer, earlier, answer)
        if (answer.outcome === 'unknown') throw wait(unanswered, key, earlier, answer)
      }
      const quoted = await quote(payer, {
        ...{ request, kind: 'call', tool, paysForEmpty },
        ...(network ? { network } : {}),
      })
      if (!('offer' in quoted))
        return quoted.wouldBeEmpty ? { buys: quoted.buys ?? '' } : { text: quoted.text }
      const signed = await sign(payer, quoted, signal)
      const answer = await pay(payer, request, signed)
      if (answer.outcome === 'done') return bought(payer, signed, answer)
      if (answer.outcome === 'unknown') throw wait(unanswered, key, signed, answer)
      throw new Refusal(`${messageOf(answer)} One signature was made, and counts against the caps of today.`)
    },
  }
}

function wait(unanswered: Map<string, Signed>, key: string, signed: Signed, answer: Answer): Refusal {
  unanswered.set(key, signed)
  return new Refusal(
    `${messageOf(answer)} The payment was sent and may have been made. Make the same call again: the same payment is sent again, and charged once at most.`,
  )
}

async function bought(payer: Payer, { offer, spend, buys }: Signed, answer: Answer): Promise<Bought> {
  const paid = { amountAtomic: spend.priceAtomic, buys, network: offer.network, payee: offer.payTo }
  const { text, nextTo } = answer
  return { text, ...(nextTo === undefined ? {} : { nextTo }), report: await reportOf(payer, paid, answer) }
}
