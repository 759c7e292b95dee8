import { join } from 'node:path'
import { formatUsdc } from '../lib/domain/money/money.ts'
import { appendLine } from './private-files.ts'

/** An event of a payment. `signed` is recorded before it is sent, `unanswered` while the outcome is unknown. */
export type PaymentEvent = {
  event: 'signed' | 'paid' | 'refused' | 'unanswered'
  tool: string
  amountAtomic: bigint
  network: string
  payee: string
  /** The nonce of the authorization, which identifies the payment on the chain. */
  nonce: string
  tx?: string
  /** JWS of the service: proof of the purchase. */
  receipt?: string
}

export type Journal = (event: PaymentEvent) => Promise<void>

/** A log for people: a line of JSON for each event that concerns money. The caps are counted elsewhere. */
export function openJournal(args: { home: string; now: () => Date }): Journal {
  const path = join(args.home, 'spending.jsonl')
  return ({ amountAtomic, tx, ...event }) =>
    appendLine(
      path,
      JSON.stringify({
        time: args.now().toISOString(),
        ...event,
        amount_usdc: formatUsdc(amountAtomic),
        ...(tx === undefined ? {} : { tx }),
      }),
    )
}
