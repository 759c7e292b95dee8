'use client'
import { Moment } from '#components/ui/moment'
import { isOutdated, type ShownAnswer } from './answer-for.ts'
import { ClearButton } from './area-facts.tsx'
import { receiptId } from './explore-details.tsx'
import type { ExploreNetwork } from './explore-types.ts'
import { usdcWords } from './words.ts'

type Props = {
  answer: ShownAnswer
  networks: readonly ExploreNetwork[]
  /** True if Pay was pressed for an answer that another tab had bought. */
  isSpared: boolean
  now: Date
  onClear: () => void
}

/** One line below the title of an answer: what was paid for it, or why nothing was. */
export function AnswerLine({ answer, networks, isSpared, now, onClear }: Props) {
  const isOld = isOutdated(answer, now)
  return (
    <div className="flex items-baseline justify-between gap-3 text-sm">
      <p className="min-w-0 text-soft">
        {answer.bought ? (
          <>
            Part of the search that you bought <Moment iso={answer.asked_at} within />, so it costs nothing.
            Captures published since are not in it.
          </>
        ) : isSpared || isOld ? (
          <>
            You bought this search <Moment iso={answer.asked_at} within />
            {isSpared && ', so nothing was paid now'}.
            {isOld && ' Captures from the time since are not in it.'}
          </>
        ) : (
          <>
            Paid {usdcWords(BigInt(answer.receipt?.amount ?? answer.amount_atomic))} on{' '}
            {networks.find(({ id }) => id === answer.network)?.name ?? answer.network}.{' '}
            <button
              type="button"
              className="min-h-8 text-ink underline underline-offset-4 hover:text-soft pointer-coarse:min-h-11"
              onClick={showReceipt}
            >
              Receipt
            </button>
          </>
        )}
      </p>
      <ClearButton onClear={onClear} />
    </div>
  )
}

/** Opens the folded part with the receipt. */
function showReceipt() {
  const part = document.getElementById(receiptId)?.closest('details')
  if (!part) return
  part.open = true
  part.scrollIntoView({ block: 'start' })
  part.querySelector('summary')?.focus({ preventScroll: true })
}
