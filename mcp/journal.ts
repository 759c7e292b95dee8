import { join } from 'node:path'
import { formatUsdc } from '../lib/domain/money/money.ts'
import { appendLine } from './private-files.ts'

/** What happened to a payment. `signed` comes before it is sent, `unanswered` when nobody knows yet. */
export type PaymentEvent = {
  event: 'signed' | 'paid' | 'refused' | 'unanswered'
  tool: string
  amountAtomic: bigint
  network: string
  payee: string
  /** The authorization's, which names the payment on the chain. */
  nonce: string
  tx?: string
  /** JWS of the service: proof of what was paid for. */
  receipt?: string
}

export type Journal = (event: PaymentEvent) => Promise<void>

/** For people: a line of JSON for each thing that happened to money. The caps are counted elsewhere. */
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
