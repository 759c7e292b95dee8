'use client'
import type { SignedRequest } from '#lib/client/signed-request'
import { usdcWords } from './words.ts'

type Props = {
  kept: SignedRequest
  networkName: string
  sending: { isBusy: boolean; waiting: string; problem: string }
  onSend: () => void
}

/** A query that was signed here and whose answer never came: it may have been paid, so it is sent on, never signed anew. */
export function UnansweredQuery({ kept, networkName, sending, onSend }: Props) {
  return (
    <section aria-labelledby="unanswered-title" className="rounded-lg border border-wait bg-raised p-5">
      <h2 id="unanswered-title" className="text-lg">
        You paid for this; get the answer
      </h2>
      <p className="mt-1 text-sm font-semibold [overflow-wrap:anywhere]">
        {kept.title} · {usdcWords(BigInt(kept.amount_atomic))} on {networkName}
      </p>
      <p className="mt-2 max-w-[60ch] text-sm text-soft">
        You signed this query, and its answer never came here. Sent again with the same signature it is
        charged once at most.
      </p>
      <p role="status" className="mt-3 text-sm text-soft empty:hidden">
        {sending.waiting}
      </p>
      <p role="alert" className="mt-3 text-sm text-bad empty:hidden">
        {sending.problem}
      </p>
      <button type="button" className="button button-main mt-4" disabled={sending.isBusy} onClick={onSend}>
        {sending.isBusy ? 'Getting the answer…' : 'Get the answer'}
      </button>
    </section>
  )
}
