'use client'
import { useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog'
import type { SignedRequest } from '#lib/client/signed-request'
import { useShowText } from '../ui/use-show-text.ts'
import { usdcWords } from './words.ts'

type Props = {
  kept: SignedRequest
  networkName: string
  sending: { isBusy: boolean; waiting: string; problem: string }
  onSend: () => void
  onForget: () => void
}

/** A query that was signed here and never answered. It may have been paid, so the same signature is sent again and no new one is made. */
export function UnansweredQuery({ kept, networkName, sending, onSend, onForget }: Props) {
  const [isLeaving, setIsLeaving] = useState(false)
  // The code of the dialog is loaded when it is first needed.
  const [hasAsked, setHasAsked] = useState(false)
  const said = useShowText<HTMLParagraphElement>(sending.problem)
  return (
    <section aria-labelledby="unanswered-title" className="rounded-md border border-wait bg-raised p-4">
      <h2 id="unanswered-title" className="text-lg">
        This search has no answer yet
      </h2>
      <p className="mt-1 text-sm font-semibold [overflow-wrap:anywhere]">
        {kept.title} · {usdcWords(BigInt(kept.amount_atomic))} on {networkName}
      </p>
      <p className="mt-2 max-w-[60ch] text-sm text-soft">
        You paid or may have paid, but no answer arrived. Get it with the same signature: you are charged at
        most once.
      </p>
      <p role="status" className="mt-3 text-sm text-soft empty:hidden">
        {sending.waiting}
      </p>
      <p ref={said} role="alert" className="mt-3 scroll-my-3 text-sm text-bad empty:hidden">
        {sending.problem}
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        <button type="button" className="button button-accent" disabled={sending.isBusy} onClick={onSend}>
          {sending.isBusy ? 'Getting the answer…' : 'Get the answer'}
        </button>
        <button
          type="button"
          className="button"
          disabled={sending.isBusy}
          onClick={() => {
            setHasAsked(true)
            setIsLeaving(true)
          }}
        >
          Cancel it
        </button>
      </p>
      {hasAsked && (
        <ConfirmDialog
          isOpen={isLeaving}
          title="Cancel this search?"
          confirm="Cancel it"
          isBusy={false}
          problem={undefined}
          onConfirm={onForget}
          onClose={() => setIsLeaving(false)}
        >
          <p>
            The signature is forgotten. If it was charged already, {usdcWords(BigInt(kept.amount_atomic))},
            its answer cannot be fetched any more.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
