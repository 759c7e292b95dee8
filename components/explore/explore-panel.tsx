'use client'
import { PlaceName } from '#components/place/place-name'
import { signedQueries } from '#lib/client/ask-query'
import { areaAround } from '#lib/client/explore-url'
import { forgetSigned } from '#lib/client/signed-request'
import { counted } from '#lib/domain/text/counted'
import { PlaceSearch } from '../map/place-search.tsx'
import { useTypedBefore } from '../place/typed-place.ts'
import { Answer } from './answer.tsx'
import { AreaFacts } from './area-facts.tsx'
import { CommissionLink } from './commission-link.tsx'
import { CoverageList } from './coverage-list.tsx'
import { ExploreDetails } from './explore-details.tsx'
import { More } from './more.tsx'
import type { PanelProps } from './panel-props.ts'
import { PaySection } from './pay-section.tsx'
import { TimeChips } from './time-chips.tsx'
import { UnansweredQuery } from './unanswered-query.tsx'
import type { KnownAnswer } from './use-paid-answers.ts'
import { anyTime, isAnyTime, periodWords, titleOf, windowProblem } from './words.ts'

/** The query, the free facts, the price, and the answer. */
export function ExplorePanel(props: PanelProps) {
  const { settings, explorer, measured, isThere, name, quote, answer, purchase, now } = props
  const { state, change } = explorer
  const { area, window, cell } = state
  const problem = windowProblem(window, now)
  const { isHeld, isPaying, sending, signed } = purchase
  const typedBefore = useTypedBefore()
  const searchAnyTime = isAnyTime(window)
    ? undefined
    : () => {
        change({ window: anyTime })
        // The pressed button is gone once the period is longer.
        document.getElementById('results-title')?.focus()
      }
  const pay = (
    <PaySection
      settings={settings}
      request={props.text ? { body: props.text, title: titleOf(state), page: explorer.page } : undefined}
      quote={quote}
      onRetry={props.onRetry}
      isHeld={isHeld}
      isAgain={answer !== undefined}
      isPaying={isPaying}
      waiting={isPaying ? sending.waiting : ''}
      problem={isHeld ? '' : sending.problem}
      onPay={purchase.pay}
    />
  )
  return (
    <div className="grid gap-4">
      <PlaceSearch
        typedBefore={typedBefore}
        onPick={(place) => props.onFound(areaAround(place), place.text)}
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
          className="scroll-mt-2 text-[1.65rem] leading-[1.15] wrap-anywhere outline-none focus-visible:shadow-none"
        >
          {area ? (
            <>
              {answer && <span className="block">{foundWords(answer)}</span>}{' '}
              <span className={answer && 'text-lg text-soft'}>
                {name ?? (measured?.isValid ? <PlaceName geohash={measured.middle} /> : 'This area')}
              </span>
            </>
          ) : (
            'Where do you want to look?'
          )}
        </h1>
        {!area && (
          <p className="text-sm text-soft">
            Search for a place, or choose Circle and drag on the map. Looking is free. A full answer costs{' '}
            {settings.price}.
          </p>
        )}
        {area && measured && (
          <AreaFacts area={area} measured={measured} onClear={() => change({ area: undefined })} />
        )}
      </div>
      {!explorer.isWhole && (
        <p className="text-sm text-wait">
          This area has too many corners for a link. It stays on this page until you leave.
        </p>
      )}
      {area && answer === undefined && measured?.isValid && !problem && (
        <FreeFacts
          isThere={isThere}
          middle={measured.middle}
          period={periodWords(window)}
          onAnyTime={searchAnyTime}
        />
      )}
      {answer && measured?.isValid && (
        <Answer
          answer={answer}
          networks={settings.networks}
          middle={measured.middle}
          price={settings.price}
          // Where the free coverage has no captures at any time, a longer period has none either.
          onAnyTime={isThere === false ? undefined : searchAnyTime}
          now={now}
          selected={cell}
          onSelect={(next) => change({ cell: next })}
        />
      )}
      {answer ? <More title={`Search again (${settings.price})`}>{pay}</More> : pay}
      {!area && <CoverageList cells={props.covered} onGo={props.onGo} />}
      <ExploreDetails {...props} />
    </div>
  )
}

type FreeFactsProps = {
  isThere: boolean | undefined
  middle: string
  /** The chosen period, as in `the last 7 days`. */
  period: string
  /** Absent if the period has no limits. */
  onAnyTime: (() => void) | undefined
}

/** The free facts about the area, from the public coverage. The coverage has no times, so the period is not among them. */
function FreeFacts({ isThere, middle, period, onAnyTime }: FreeFactsProps) {
  if (isThere === undefined) return null
  if (isThere && onAnyTime)
    return (
      <div className="grid justify-items-start gap-3 rounded-md border border-wait p-3.5 text-sm">
        <p>
          <strong className="font-semibold">Captures exist around here.</strong> The free map does not say how
          old they are. If none in your area is from {period}, you pay for an empty answer.
        </p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <button type="button" className="button" onClick={onAnyTime}>
            Search any time
          </button>
          <CommissionLink isUnseen cell={middle} className="link inline-flex min-h-11 items-center">
            Commission a film here
          </CommissionLink>
        </p>
      </div>
    )
  if (isThere)
    return (
      <p className="text-sm">
        <strong className="font-semibold">Captures exist around here.</strong> The answer lists those in your
        area. To see the place as it is now, you can{' '}
        <CommissionLink isUnseen cell={middle} className="link">
          commission a film here
        </CommissionLink>
        .
      </p>
    )
  return (
    <div className="grid justify-items-start gap-3 rounded-md border border-wait p-3.5 text-sm">
      <p>
        <strong className="font-semibold">No captures are known around here, at any time.</strong> You would
        most likely pay for an empty answer.
      </p>
      <CommissionLink cell={middle} className="button button-main">
        Commission a film here
      </CommissionLink>
    </div>
  )
}

function foundWords({ result }: KnownAnswer): string {
  const count = result.observations.length
  return count === 0 ? 'No captures found' : counted(count, 'capture', 'captures')
}
