'use client'
import { isInDemoFlorence } from '../site/demo-places.ts'
import { AnswerCards } from './answer-cards.tsx'
import type { ShownAnswer } from './answer-for.ts'
import { CommissionLink } from './commission-link.tsx'
import { More } from './more.tsx'
import { cellsText, periodWords } from './words.ts'

type Props = {
  answer: ShownAnswer
  /** The searched area in words. */
  areaText: string
  /** The cell in the middle of the area. */
  middle: string
  /** The name of the searched place, if it was searched for by name. */
  name: string | undefined
  isDemo: boolean
  /** The price of another answer, in words. */
  price: string
  /** Changes the query to any time; absent if that would find nothing more. */
  onAnyTime: (() => void) | undefined
  now: Date
  selected: string | undefined
  onSelect: (geohash: string | undefined) => void
}

/** A paid answer as cards. An empty answer shows what the reader can do next. */
export function Answer(props: Props) {
  const { answer, areaText, middle, name, isDemo, price, onAnyTime, now, selected, onSelect } = props
  const { observations, window } = answer.result
  const count = observations.length
  const isMoved = isDemo && observations.some(({ geohash }) => isInDemoFlorence(geohash))
  return (
    <section aria-label="Answer" className="grid min-w-0 gap-3">
      {isMoved && (
        <p className="border-l-4 border-line pl-3 text-sm" data-demo>
          Demonstration: photographs of Lund are shown as if taken in Florence. This is no evidence.
        </p>
      )}
      {count > 0 && (
        <More title="About this answer">
          <p className="text-sm text-soft">
            {areaText}. Newest first. Each card is the record of a capture: its claimed place and time, and
            its proof. The photo or film itself is not included. {cellsText}
          </p>
        </More>
      )}
      {count === 0 ? (
        <div className="grid justify-items-start gap-3 rounded-md border border-line bg-raised p-4 text-sm">
          <p>That does not mean that nothing happened there, only that nobody’s capture of it is here.</p>
          {onAnyTime && (
            <p>
              You searched {periodWords(answer.state.window)} only. Another search costs {price} again, and
              nothing is charged until you confirm it.
            </p>
          )}
          <p className="flex flex-wrap gap-3">
            {onAnyTime && (
              <button type="button" className="button button-main" onClick={onAnyTime}>
                Search all dates
              </button>
            )}
            <CommissionLink
              cell={middle}
              window={window}
              className={onAnyTime ? 'button' : 'button button-main'}
            >
              Commission a film here
            </CommissionLink>
          </p>
        </div>
      ) : (
        <AnswerCards
          observations={observations}
          named={name === undefined ? undefined : { cell: middle, name }}
          now={now}
          selected={selected}
          onSelect={onSelect}
        />
      )}
    </section>
  )
}
