'use client'
import { Moment } from '#components/ui/moment'
import { AnswerCards } from './answer-cards.tsx'
import { isOutdated, type ShownAnswer } from './answer-for.ts'
import { CommissionLink } from './commission-link.tsx'
import type { ExploreNetwork } from './explore-types.ts'
import { cellsText, periodWords, usdcWords } from './words.ts'

type Props = {
  answer: ShownAnswer
  networks: readonly ExploreNetwork[]
  /** True if Pay was pressed for an answer that another tab had bought. */
  isSpared: boolean
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
  const { answer, networks, isSpared, middle, name, isDemo, price, onAnyTime, now, selected, onSelect } =
    props
  const { observations, window } = answer.result
  const count = observations.length
  const isReused = answer.bought !== undefined
  const isOld = isOutdated(answer, now)
  const paid = `${usdcWords(BigInt(answer.receipt?.amount ?? answer.amount_atomic))} on ${nameOf(networks, answer.network)}`
  return (
    <section aria-label="Answer" className="grid min-w-0 gap-3">
      {isReused && (
        <p className="text-sm">
          This is part of the search that you bought <Moment iso={answer.asked_at} within />, so it costs
          nothing. Captures published since are not in it.
        </p>
      )}
      {!isReused && (isSpared || isOld) && (
        <p className="text-sm">
          You bought this search <Moment iso={answer.asked_at} within />
          {isSpared && ', so nothing was paid now'}.{isOld && ' Captures from the time since are not in it.'}
        </p>
      )}
      {count > 0 && (
        <p className="text-sm text-soft">
          Newest first{count === answer.state.limit ? '; there may be more' : ''}. Each card is the record of
          a capture: its claimed place and time, and its proof. The photo or film itself is not included.{' '}
          {cellsText}
          {isDemo && (
            <>
              {' '}
              Demonstration: fourteen photographs were taken in Lund and are shown as if taken in Florence.
            </>
          )}
        </p>
      )}
      {count === 0 ? (
        <div className="grid justify-items-start gap-3 rounded-md border border-line bg-raised p-4 text-sm">
          <p>
            That does not mean that nothing happened there, only that nobody’s capture of it is here.
            {!isReused && ` You paid ${paid}.`}
          </p>
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
          {...{ now, selected, onSelect }}
        />
      )}
      {count > 0 && !isReused && (
        <p className="text-xs text-soft">Paid {paid}. The receipt is under Details.</p>
      )}
    </section>
  )
}

function nameOf(networks: readonly ExploreNetwork[], id: string): string {
  return networks.find((network) => network.id === id)?.name ?? id
}
