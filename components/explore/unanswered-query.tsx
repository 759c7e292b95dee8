'use client'
import { useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog'
import type { SignedRequest } from '#lib/client/signed-request'
import { usdcWords } from './words.ts'

type Props = {
  kept: SignedRequest
  networkName: string
  sending: { isBusy: boolean; waiting: string; problem: string }
  onSend: () => void
  onForget: () => void
}

/** A query that was signed here and whose answer never came: it may have been paid, so it is sent on, never signed anew. */
export function UnansweredQuery({ kept, networkName, sending, onSend, onForget }: Props) {
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <section aria-labelledby="unanswered-title" className="rounded-lg border border-wait bg-raised p-5">
      <h2 id="unanswered-title" className="text-lg">
        This query has no answer yet
      </h2>
      <p className="mt-1 text-sm font-semibold [overflow-wrap:anywhere]">
        {kept.title} · {usdcWords(BigInt(kept.amount_atomic))} on {networkName}
      </p>
      <p className="mt-2 max-w-[60ch] text-sm text-soft">
        You signed it, and the answer never came here: whether it was paid is not known yet. Sent again with
        the same signature it is charged once at most.
      </p>
      <p role="status" className="mt-3 text-sm text-soft empty:hidden">
        {sending.waiting}
      </p>
      <p role="alert" className="mt-3 text-sm text-bad empty:hidden">
        {sending.problem}
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        <button type="button" className="button button-main" disabled={sending.isBusy} onClick={onSend}>
          {sending.isBusy ? 'Getting the answer…' : 'Get the answer'}
        </button>
        <button type="button" className="button" disabled={sending.isBusy} onClick={() => setIsLeaving(true)}>
          Give it up
        </button>
      </p>
      <ConfirmDialog
        isOpen={isLeaving}
        title="Give this query up?"
        confirm="Give it up"
        isBusy={false}
        problem={undefined}
        onConfirm={onForget}
        onClose={() => setIsLeaving(false)}
      >
        <p>
          The signature is forgotten. If it was charged already, {usdcWords(BigInt(kept.amount_atomic))}, its
          answer cannot be fetched any more.
        </p>
      </ConfirmDialog>
    </section>
  )
}
