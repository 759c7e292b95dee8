'use client'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog'
import { Moment } from '#components/ui/moment'
import type { ExploreNetwork } from './explore-types.ts'
import type { KnownAnswer } from './known-answers.ts'
import { usdcWords } from './words.ts'

type Props = {
  answers: readonly KnownAnswer[]
  networks: readonly ExploreNetwork[]
  onOpen: (answer: KnownAnswer) => void
  onForget: (payment: string) => void
}

/** Answers that were paid for in this browser. Opening them again is free. */
export function PastSearches({ answers, networks, onOpen, onForget }: Props) {
  const intro = useRef<HTMLParagraphElement>(null)
  const [leaving, setLeaving] = useState<KnownAnswer>()
  const isRemoved = useRef(false)
  const remove = () => {
    if (leaving) onForget(leaving.payment)
    isRemoved.current = true
    setLeaving(undefined)
  }
  useEffect(() => {
    // The closed dialog would return the focus to the pressed button, which is gone.
    if (!leaving && isRemoved.current) intro.current?.focus()
    isRemoved.current = false
  }, [leaving])
  return (
    <>
      <p ref={intro} tabIndex={-1} className="text-sm text-soft">
        The newest thirty, stored in this browser only. Opening one again is free.
      </p>
      <ul className="divide-y divide-line">
        {answers.map((answer) => (
          <li key={answer.payment} className="py-2.5 text-sm">
            <button
              type="button"
              className="text-left [overflow-wrap:anywhere] underline decoration-line underline-offset-4 hover:decoration-current"
              onClick={() => onOpen(answer)}
            >
              {answer.title}
            </button>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-xs text-soft">
              <span>
                {answer.result.observations.length} found, {usdcWords(BigInt(answer.amount_atomic))} on{' '}
                {networks.find(({ id }) => id === answer.network)?.name ?? answer.network},{' '}
                <Moment iso={answer.asked_at} />
              </span>
              <button
                type="button"
                className="min-h-7 underline underline-offset-4 hover:text-ink"
                aria-label={`Remove: ${answer.title}`}
                onClick={() => setLeaving(answer)}
              >
                Remove
              </button>
            </p>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={leaving !== undefined}
        title="Remove this search?"
        confirm="Remove it"
        isBusy={false}
        problem={undefined}
        onConfirm={remove}
        onClose={() => setLeaving(undefined)}
      >
        <p className="font-semibold wrap-anywhere">{leaving?.title}</p>
        <p>The answer is deleted from this browser. To see it again, you have to pay again.</p>
      </ConfirmDialog>
    </>
  )
}
