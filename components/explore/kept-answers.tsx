'use client'
import { UtcTime } from '#components/ui/utc-time'
import type { ExploreNetwork } from './explore-types.ts'
import type { KnownAnswer } from './use-paid-answers.ts'
import { usdcWords } from './words.ts'

type Props = {
  answers: readonly KnownAnswer[]
  networks: readonly ExploreNetwork[]
  onOpen: (answer: KnownAnswer) => void
  onForget: (payment: string) => void
}

/** Answers that were paid for in this browser: opened again for nothing. */
export function KeptAnswers({ answers, networks, onOpen, onForget }: Props) {
  if (answers.length === 0) return null
  return (
    <section aria-labelledby="kept-title" className="border-t border-line pt-6">
      <h2 id="kept-title" className="text-lg">
        Answers you have
      </h2>
      <p className="text-sm text-soft">
        Kept in this browser only, the newest thirty. Opening one costs nothing.
      </p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
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
                {answer.result.observations.length} found · {usdcWords(BigInt(answer.amount_atomic))} on{' '}
                {networks.find(({ id }) => id === answer.network)?.name ?? answer.network} ·{' '}
                <UtcTime iso={answer.asked_at} />
              </span>
              <button
                type="button"
                className="min-h-7 underline underline-offset-4 hover:text-ink"
                aria-label={`Forget the answer: ${answer.title}`}
                onClick={() => onForget(answer.payment)}
              >
                Forget
              </button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
