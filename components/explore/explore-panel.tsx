'use client'
import { useMemo, useState } from 'react'
import { PlaceName } from '#components/place/place-name'
import { areaAround, tidyArea } from '#lib/client/explore-url'
import { ownedPart } from '#lib/client/reuse-answer'
import { signedQueries } from '#lib/client/signed-queries'
import { forgetSigned } from '#lib/client/signed-request'
import type { DrawnArea } from '#lib/domain/map/map-types'
import { counted } from '#lib/domain/text/counted'
import { PlaceSearch } from '../map/place-search.tsx'
import { useTypedBefore } from '../place/typed-place.ts'
import { usePlaceNames } from '../place/use-place-names.ts'
import { AnswerLine } from './answer-line.tsx'
import { AreaFacts, areaText } from './area-facts.tsx'
import { CoverageList } from './coverage-list.tsx'
import { ExploreDetails, PastSearchesPart } from './explore-details.tsx'
import { FreeFacts } from './free-facts.tsx'
import type { KnownAnswer } from './known-answers.ts'
import { Answer, UnansweredQuery } from './lazy.tsx'
import { More } from './more.tsx'
import type { PanelProps } from './panel-props.ts'
import { PaySection } from './pay-section.tsx'
import { TimeChips } from './time-chips.tsx'
import { anyTime, isAnyTime, periodWords, titleOf, windowProblem } from './words.ts'

/** The query, the free facts, the price, and the answer. */
export function ExplorePanel(props: PanelProps) {
  const { settings, explorer, measured, presence, name, quote, answer, purchase, now } = props
  const { state, change } = explorer
  const { area, window, limit, cell } = state
  const problem = windowProblem(window, now)
  const { isHeld, isPaying, sending, signed } = purchase
  const typedBefore = useTypedBefore()
  /** The middle of the place that the search box names, and the number of times that the box was emptied. */
  const [named, setNamed] = useState<string>()
  const [emptied, setEmptied] = useState(0)
  if (named !== undefined && named !== middleText(area)) {
    setNamed(undefined)
    setEmptied(emptied + 1)
  }
  const { answers } = props
  const owned = useMemo(
    () => (answer ? undefined : ownedPart({ area, window, limit }, answers, now)),
    [answer, area, window, limit, answers, now],
  )
  const middle = measured?.isValid ? measured.middle : undefined
  const cellName = usePlaceNames(middle === undefined ? [] : [middle]).get(middle ?? '')
  const searchAnyTime = isAnyTime(window)
    ? undefined
    : () => {
        change({ window: anyTime })
        focusTitle()
      }
  const clear = () => {
    change({ area: undefined })
    focusTitle()
  }
  const pay = (
    <PaySection
      settings={settings}
      request={
        props.text
          ? { body: props.text, title: titleOf(state, name ?? cellName), page: explorer.page }
          : undefined
      }
      quote={quote}
      onRetry={props.onRetry}
      isHeld={isHeld}
      paidOn={answer?.network}
      isSecond={owned !== undefined || presence?.is === 'nothing'}
      isPaying={isPaying}
      waiting={isPaying ? sending.waiting : ''}
      problem={isHeld ? '' : sending.problem}
      onPay={purchase.pay}
    />
  )
  return (
    <div className="grid gap-3 lg:gap-4">
      <PlaceSearch
        key={emptied}
        typedBefore={emptied === 0 ? typedBefore : ''}
        onPick={(place) => {
          const found = tidyArea(areaAround(place))
          setNamed(middleText(found))
          props.onFound(found, place.text)
        }}
      />
      {explorer.notUnderstood.length > 0 && (
        <p role="alert" className="text-sm text-wait">
          Part of the link was ignored: {explorer.notUnderstood.join(', ')}.
        </p>
      )}
      {isHeld && signed && (
        <UnansweredQuery
          kept={signed}
          networkName={settings.networks.find(({ id }) => id === signed.network)?.name ?? signed.network}
          sending={sending}
          onSend={() => purchase.resume(signed)}
          onForget={() => forgetSigned(signedQueries, signed)}
        />
      )}
      {area && <TimeChips window={window} problem={problem} onChange={change} />}
      <div className="grid gap-1">
        <h1
          id="results-title"
          tabIndex={-1}
          className="scroll-mt-2 text-[1.65rem] leading-[1.15] wrap-anywhere"
        >
          {area ? (
            <>
              {answer && <span className="block">{foundWords(answer)}</span>}{' '}
              <span className={answer && 'block text-base text-soft'}>
                {name ?? (measured?.isValid ? <PlaceName geohash={measured.middle} /> : 'This area')}
              </span>
            </>
          ) : (
            'Where do you want to look?'
          )}
        </h1>
        {/* In the lowest sheet of a phone. */}
        {!area && <PastSearchesPart {...props} />}
        {!area && props.paused}
        {!area && (
          <p className="text-sm text-soft">
            Search for a place{props.canDraw && ', or choose Circle and drag on the map'}. The free map shows
            large areas that have captures, not how old these are. An answer costs {settings.price}: the
            records of photos and films (a record does not say which), without the files themselves.
          </p>
        )}
        {area && measured && !answer && <AreaFacts area={area} measured={measured} onClear={clear} />}
        {answer && (
          <AnswerLine
            answer={answer}
            networks={settings.networks}
            isSpared={purchase.spared === answer.payment}
            now={now}
            onClear={clear}
          />
        )}
      </div>
      {!explorer.isWhole && (
        <p className="text-sm text-wait">
          This area has too many corners for a link. It stays on this page until you leave.
        </p>
      )}
      {area && answer === undefined && measured?.isValid && !problem && (
        <FreeFacts
          owned={owned}
          onOwned={() => owned && props.onOpen(owned.answer)}
          presence={presence}
          middle={measured.middle}
          period={periodWords(window)}
          onAnyTime={searchAnyTime}
        />
      )}
      {area && answer && measured?.isValid && (
        <Answer
          answer={answer}
          areaText={areaText(area, measured.km2)}
          middle={measured.middle}
          name={name}
          isDemo={settings.isDemo}
          price={settings.price}
          // Where the free coverage has no captures at any time, a longer period has none either.
          onAnyTime={presence?.is === 'nothing' || answer.bought ? undefined : searchAnyTime}
          now={now}
          selected={cell}
          onSelect={props.onSelect}
        />
      )}
      {answer ? <More title={`Search again (${settings.price})`}>{pay}</More> : pay}
      {!area && <CoverageList seen={props.covered} chosen={props.square} onGo={props.onGo} />}
      <ExploreDetails {...props} />
    </div>
  )
}

/** For a button that is gone once it was pressed. */
function focusTitle() {
  document.getElementById('results-title')?.focus()
}

function middleText(area: DrawnArea | undefined): string {
  return area?.type === 'circle' ? area.centre.join() : ''
}

function foundWords({ result, state }: KnownAnswer): string {
  const count = result.observations.length
  if (count === 0) return 'No captures found'
  return `${counted(count, 'capture', 'captures')}${count === state.limit ? ' or more' : ''}`
}
