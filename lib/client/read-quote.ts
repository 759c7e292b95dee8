import { z } from 'zod'
import { frozenText, pausedQuoteText } from '#lib/domain/frozen'
import { describeRefusal } from './call-api.ts'
import { noteServiceTime } from './note-service-time.ts'
import { type PaidRequest, postPaid, unreachable } from './post-paid.ts'

const offersSchema = z.object({
  accepts: z.array(
    z.object({
      network: z.string(),
      asset: z.string(),
      amount: z.string().regex(/^\d{1,30}$/),
      scheme: z.string(),
    }),
  ),
})

/** The price of a request on one network. */
export type Offer = { network: string; asset: string; amountAtomic: bigint }

/**
 * Asks for the price of a request by sending it without a payment.
 *
 * @throws ApiRefusal when the request is refused for a reason other than the payment, or gets no response
 */
export async function readQuote(
  request: Pick<PaidRequest, 'path' | 'body'>,
  signal: AbortSignal,
): Promise<Offer[]> {
  let response: Response
  let text: string
  try {
    response = await postPaid(request, {}, signal)
    noteServiceTime(response)
    text = await response.text()
  } catch {
    signal.throwIfAborted()
    throw unreachable('Cairn could not be reached for a price. Nothing was paid.')
  }
  if (response.status !== 402) {
    const refusal = describeRefusal(response.status, text)
    // That text is for callers who may have signed a payment. Here nobody has.
    if (refusal.message === frozenText) refusal.message = pausedQuoteText
    throw refusal
  }
  try {
    const { accepts } = offersSchema.parse(JSON.parse(atob(response.headers.get('PAYMENT-REQUIRED') ?? '')))
    return accepts
      .filter(({ scheme }) => scheme === 'exact')
      .map(({ network, asset, amount }) => ({ network, asset, amountAtomic: BigInt(amount) }))
  } catch {
    throw unreachable('Cairn named a price that this page does not understand. Nothing was paid.')
  }
}
