'use client'
import { useEffect, useMemo, useState } from 'react'
import AreaMap from '#components/map/lazy'
import { signedQueries } from '#lib/client/ask-query'
import { tidyArea } from '#lib/client/explore-url'
import { groupCells } from '#lib/client/group-cells'
import { boundsOf, measureArea, viewOf } from '#lib/client/measure-area'
import { forgetSigned, type SignedRequest } from '#lib/client/signed-request'
import { queryBody } from '#lib/client/spatial-request'
import type { DrawnArea, DrawTool } from '../map/map-types.ts'
import { AreaPanel } from './area-panel.tsx'
import { bringIntoSight } from './bring-into-sight.ts'
import { captureLink } from './capture-link.ts'
import type { ExploreSettings } from './explore-types.ts'
import { KeptAnswers } from './kept-answers.tsx'
import { PlaceSearch, QueryCode } from './lazy.tsx'
import { PaySection } from './pay-section.tsx'
import { Results } from './results.tsx'
import { UnansweredQuery } from './unanswered-query.tsx'
import { useBareness } from './use-bareness.ts'
import { useExploreState } from './use-explore-state.ts'
import { useFetchAnswer, useSignedQuery } from './use-fetch-answer.ts'
import { type KnownAnswer, usePaidAnswers } from './use-paid-answers.ts'
import { useQuote } from './use-quote.ts'
import { WindowPanel } from './window-panel.tsx'
import { titleOf } from './words.ts'

const minuteMs = 60_000
/** A town and what is around it. */
const townZoom = 12.5

/** The explorer: what is asked for on one side, the map on the other, both kept in the address. */
export function Explore({ search, settings }: { search: string; settings: ExploreSettings }) {
  const explorer = useExploreState(search)
  const { state, change, question } = explorer
  const { window, limit, cell } = state
  const [tool, setTool] = useState<DrawTool>('look')
  /** What is being drawn; given up, the area is as it was. */
  const [sketch, setSketch] = useState<DrawnArea>()
  const isDrawing = tool !== 'look' && sketch !== undefined
  const area = isDrawing ? sketch : state.area
  const now = useNow()
  const paid = usePaidAnswers()
  const [arrived, setArrived] = useState('')

  const measured = useMemo(() => area && measureArea(area), [area])
  // A window until now is reckoned anew with each question, not with each minute.
  const body = useMemo(
    () => (measured?.isValid && !isDrawing ? queryBody({ area, window, limit }, new Date()) : undefined),
    [measured?.isValid, isDrawing, area, window, limit],
  )
  const text = body && JSON.stringify(body)
  const { quote, retry } = useQuote(text)

  const isBare = useBareness(measured)
  const hasNothing = isBare && measured?.isValid ? measured.middle : undefined
  const answer = question === '' ? undefined : paid.answers?.find((one) => one.question === question)
  const cells = useMemo(() => (answer ? groupCells(answer.result.observations, now) : []), [answer, now])
  const signed = useSignedQuery()
  const [isPaying, setIsPaying] = useState(false)
  const sending = useFetchAnswer()
  /** Something signed waits for its answer, and nobody is at it: nothing new is signed before. */
  const isHeld = signed !== undefined && !isPaying
  const pay = async (sign: () => Promise<SignedRequest | undefined>) => {
    setIsPaying(true)
    const request = await sign()
    const bought = request && (await sending.fetchIt(request))
    if (bought) setArrived(paid.add(bought).payment)
    setIsPaying(false)
  }
  const resume = async (kept: SignedRequest) => {
    const bought = await sending.fetchIt(kept)
    // It may have been asked for on another screen.
    if (bought) openAnswer(paid.add(bought))
  }
  useEffect(() => {
    if (answer && answer.payment === arrived) document.getElementById('results-title')?.focus()
  }, [answer, arrived])

  const found = (next: DrawnArea) => {
    const tidy = tidyArea(next)
    change({ area: tidy })
    explorer.lookAt(viewOf(boundsOf(tidy)))
    setTool('look')
  }
  const openAnswer = (known: KnownAnswer) => {
    explorer.open(known.state)
    setArrived(known.payment)
  }
  const refusal = quote.is === 'refused' ? quote : undefined

  return (
    <div className="mx-auto grid w-full max-w-[110rem] gap-x-8 gap-y-6 px-4 pb-4 lg:grid-cols-[clamp(24rem,40vw,36rem)_minmax(0,1fr)] lg:px-6 lg:pt-4">
      <div className="grid min-w-0 content-start gap-6 max-lg:order-last lg:pt-4">
        {answer && cell && (
          // On a small screen the rows are far below the map.
          <p className="lg:hidden">
            <button
              type="button"
              className="button"
              onClick={() =>
                bringIntoSight('tr[data-selected] button', 'center')?.focus({ preventScroll: true })
              }
            >
              See {cell} in the table
            </button>
          </p>
        )}
        <div>
          <h1 className="text-[clamp(1.85rem,1.5rem+1.2vw,2.5rem)] leading-[1.08]">Explore</h1>
          <p className="mt-2 max-w-[54ch] text-soft">
            Mark an area, choose a time, and pay per answer: the captures known there, each with its proof.
          </p>
        </div>
        <PlaceSearch
          onGo={(bounds) => {
            const view = viewOf(bounds)
            explorer.lookAt({ ...view, zoom: Math.min(townZoom, view.zoom) })
          }}
        />
        {explorer.notUnderstood.length > 0 && (
          <p role="alert" className="text-sm text-wait">
            Part of the address was not understood and left out: {explorer.notUnderstood.join(', ')}.
          </p>
        )}
        {isHeld && (
          <UnansweredQuery
            kept={signed}
            networkName={settings.networks.find(({ id }) => id === signed.network)?.name ?? signed.network}
            sending={sending}
            onSend={() => resume(signed)}
            onForget={() => forgetSigned(signedQueries, signed)}
          />
        )}
        <AreaPanel
          area={area}
          measured={measured}
          tool={tool}
          onTool={setTool}
          onArea={(next) => change({ area: next && tidyArea(next) })}
          onFound={found}
        />
        {!explorer.isWhole && (
          <p className="text-sm text-wait">
            This area has too many corners for an address: it is on this page only, until you leave it.
          </p>
        )}
        <WindowPanel window={window} limit={limit} refusal={refusal} onChange={change} />
        <PaySection
          settings={settings}
          request={text ? { body: text, title: titleOf(state), page: explorer.page } : undefined}
          quote={quote}
          onRetry={retry}
          emptyHint={hasNothing && answer === undefined ? captureLink({ middle: hasNothing }) : undefined}
          isHeld={isHeld}
          isAgain={answer !== undefined}
          isPaying={isPaying}
          waiting={isPaying ? sending.waiting : ''}
          problem={isHeld ? '' : sending.problem}
          onPay={pay}
        />
        {answer && measured?.isValid && (
          <Results
            answer={answer}
            networks={settings.networks}
            cells={measured.cells}
            middle={measured.middle}
            now={now}
            selected={cell}
            onSelect={(next) => change({ cell: next })}
          />
        )}
        {body && quote.is === 'offered' && quote.offers[0] && (
          <section aria-labelledby="code-title" className="min-w-0">
            <h2 id="code-title" className="mb-2 text-lg">
              The query as code
            </h2>
            <QueryCode settings={settings} body={body} amountAtomic={quote.offers[0].amountAtomic} />
          </section>
        )}
        <KeptAnswers
          answers={paid.answers ?? []}
          networks={settings.networks}
          onOpen={openAnswer}
          onForget={paid.forget}
        />
      </div>
      <div
        id="explore-map"
        className="h-[46dvh] min-h-72 overflow-hidden border-line max-lg:-mx-4 max-lg:border-b lg:sticky lg:top-4 lg:h-[calc(100dvh-6rem)] lg:rounded-lg lg:border"
      >
        <AreaMap
          label="Map of the area and of what is known in it"
          className="h-full w-full"
          styleUrl={settings.mapStyleUrl}
          view={explorer.target}
          onView={explorer.rest}
          tool={tool}
          onTool={setTool}
          hasSearch={false}
          area={area}
          onArea={(next, stage) => {
            setSketch(stage === 'drawing' ? next : undefined)
            if (stage === 'done') change({ area: next && tidyArea(next) })
          }}
          cover={measured?.isValid ? measured.cover : []}
          cells={cells}
          selected={cell}
          onSelect={(next) => change({ cell: next })}
          showsCoverage={answer === undefined}
        />
      </div>
    </div>
  )
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
