'use client'
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import AreaMap from '#components/map/lazy'
import { QueryProvider } from '#components/query-provider'
import { tidyArea } from '#lib/client/explore-url'
import { foundName, rememberFound } from '#lib/client/found-places'
import { groupCells } from '#lib/client/group-cells'
import { boundsOf, measureArea, viewOf } from '#lib/client/measure-area'
import { serviceNow } from '#lib/client/service-clock'
import { queryBody } from '#lib/client/spatial-request'
import type { CellBounds } from '#lib/domain/geo/geohash'
import { geohashBounds } from '#lib/domain/geo/geohash-area'
import type { DrawnArea, MapView } from '#lib/domain/map/map-types'
import type { WorldPicture } from '#lib/domain/map/world-names'
import type { CoverageInView } from '../map/coverage-look.ts'
import type { DrawTool } from '../map/map-types.ts'
import { placeNameKey } from '../place/use-place-names.ts'
import { noSubscription } from '../ui/no-subscription.ts'
import { answerFor } from './answer-for.ts'
import { ExplorePanel } from './explore-panel.tsx'
import type { ExploreSettings } from './explore-types.ts'
import type { Live } from './live.ts'
import { LiveLine } from './live-line.tsx'
import { MapTools } from './map-tools.tsx'
import { areaInView, hasMoved, isElsewhere } from './search-here.ts'
import { Sheet, type SheetHeight } from './sheet.tsx'
import { useExploreState } from './use-explore-state.ts'
import { roomPixels, useInset } from './use-inset.ts'
import { useLive } from './use-live.ts'
import { usePaidAnswers } from './use-paid-answers.ts'
import { usePresence } from './use-presence.ts'
import { usePurchase, useShowAnswer } from './use-purchase.ts'
import { useQuote } from './use-quote.ts'
import { windowProblem } from './words.ts'

const minuteMs = 60_000
/** From this many zooms away, an area is only a dot. */
const farZooms = 3
const noCells: readonly string[] = []

type Props = {
  search: string
  settings: ExploreSettings
  /** The newest tree and the cells of the free coverage at the time when the page was rendered. */
  live: Live
  /** Names of the listed cells. */
  names: readonly (readonly [geohash: string, name: string])[]
  /** The part of the world in which they are. */
  picture: WorldPicture
  /** A note while payments are paused. */
  paused: ReactNode
}

/** The explorer: a full-page map with panels for query and answer. Both are stored in the address. */
export function Explore(props: Props) {
  return (
    <QueryProvider known={props.names.map(([geohash, name]) => [placeNameKey(geohash), name])}>
      <Explorer {...props} />
    </QueryProvider>
  )
}

function Explorer({ search, settings, live: first, picture, paused }: Props) {
  const explorer = useExploreState(search, picture.frame)
  const { state, change, question } = explorer
  const { area, window, limit, cell } = state
  const [tool, setTool] = useState<DrawTool>('look')
  const [canDraw, setCanDraw] = useState(true)
  const hasArea = area !== undefined
  // Without an area, a phone shows mostly the map.
  const [height, setHeight] = useState<SheetHeight>(hasArea ? 'half' : 'low')
  const [hadArea, setHadArea] = useState(hasArea)
  if (hadArea !== hasArea) {
    setHadArea(hasArea)
    setHeight(hasArea ? 'half' : 'low')
  }
  // On a phone the sheet is hidden while an area is drawn, so that the whole map is free.
  const isDrawing = tool !== 'look'
  const inset = useInset(isDrawing ? 'away' : height)
  const [now, setNow] = useNow()
  const live = useLive(first)
  const [covered, setCovered] = useState<CoverageInView>({ cells: first.cells, touches: false })
  const [inView, setInView] = useState<DrawnArea>()
  /** The square that was chosen from the list, and the view that shows all of it. */
  const [square, setSquare] = useState<{ geohash: string; view: MapView }>()
  const shownSquare = square && !hasMoved(square.view, explorer.target) ? square.geohash : undefined

  const measured = useMemo(() => area && measureArea(area), [area])
  const cover = useMemo(
    () => (measured?.isValid ? { rings: measured.outline, words: 'Cells of your area' } : undefined),
    [measured],
  )
  const problem = windowProblem(window, now)
  // A window that ends now is computed when a query is sent, not every minute.
  const body = useMemo(
    () => (measured?.isValid && !problem ? queryBody({ area, window, limit }, serviceNow()) : undefined),
    [measured?.isValid, problem, area, window, limit],
  )
  const text = body && JSON.stringify(body)
  const { quote, retry } = useQuote(text)
  // A quote also tells the time of the service, by which the age of a bought answer counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when a quote has come
  useEffect(() => setNow(serviceNow()), [quote.is, setNow])
  const presence = usePresence(measured)

  const paid = usePaidAnswers()
  /** The payment of the answer that arrived or was opened last. */
  const [arrived, setArrived] = useState('')
  const answer = useMemo(
    () => (measured?.isValid ? answerFor({ state, question }, paid.answers ?? [], now, arrived) : undefined),
    [measured?.isValid, state, question, paid.answers, now, arrived],
  )
  // Once another query was chosen, the newest answer is shown again.
  if (arrived !== '' && answer?.payment !== arrived) setArrived('')
  const purchase = usePurchase(paid, { state, question }, answer, setArrived, (known) =>
    explorer.open(known.state),
  )
  const cells = useMemo(() => (answer ? groupCells(answer.result.observations, now) : []), [answer, now])
  useShowAnswer(answer?.payment, arrived, () => setHeight((now) => (now === 'low' ? 'half' : now)))

  /** @param seen the view that the map shows next; the current view if omitted */
  const choose = (next: DrawnArea, seen?: MapView) => {
    explorer.choose(tidyArea(next), seen)
    setTool('look')
    setHeight('half')
  }
  const chooseTool = (next: DrawTool) => {
    setTool(next)
    if (next !== 'look') setHeight('low')
  }
  const find = (next: DrawnArea, name?: string) => {
    if (name !== undefined) rememberFound(next, name)
    choose(next, viewOf(boundsOf(next), roomPixels()))
  }
  const draw = (next: DrawnArea) => {
    const seen = viewOf(boundsOf(next), roomPixels())
    // An area drawn at a far zoom is too small to see, so the map zooms in. On a phone the sheet may cover the area.
    const isPhone = inset.left === 0
    choose(next, isPhone || explorer.target.zoom < seen.zoom - farZooms ? seen : undefined)
  }
  const go = (geohash: string) => {
    const bounds = geohashBounds(geohash)
    if (!bounds) return
    const view = viewOf(bounds, roomPixels())
    setSquare({ geohash, view })
    explorer.lookAt(view)
  }
  const rest = (view: MapView, bounds: CellBounds) => {
    explorer.rest(view)
    setInView(areaInView(view, bounds))
  }
  const name = useSyncExternalStore(
    noSubscription,
    () => foundName(area),
    () => undefined,
  )
  const canSearchHere =
    tool === 'look' && inView !== undefined && !explorer.isAsChosen && isElsewhere(area, inView)
  // A search of its middle would be of some other town.
  const isTooWide = canDraw && tool === 'look' && !hasArea && shownSquare !== undefined

  return (
    <div data-full-bleed className="relative h-[calc(100dvh-4rem)] min-h-[30rem] overflow-hidden">
      <Sheet label="Search" height={height} isAway={isDrawing} onHeight={setHeight}>
        <ExplorePanel
          settings={settings}
          paused={paused}
          explorer={explorer}
          measured={measured}
          presence={presence}
          covered={covered}
          square={shownSquare}
          canDraw={canDraw}
          name={name}
          body={body}
          text={text}
          quote={quote}
          onRetry={retry}
          answer={answer}
          answers={paid.answers ?? []}
          onForget={paid.forget}
          purchase={purchase}
          now={now}
          onArea={choose}
          onSelect={(next) => {
            change({ cell: next })
            // A list over the whole map would hide what was chosen on it.
            if (next !== undefined && height === 'full') setHeight('half')
          }}
          onFound={find}
          onGo={go}
          onOpen={(known) => {
            explorer.open(known.state)
            setArrived(known.payment)
          }}
        />
      </Sheet>
      <div
        id="explore-map"
        className={`absolute inset-0 lg:[--still-left:26rem] ${hasArea ? 'max-lg:[--still-bottom:60cqh]' : 'max-lg:[--still-bottom:30cqh]'}`}
      >
        {canDraw && <MapTools tool={tool} isCovered={height === 'full'} onTool={chooseTool} />}
        <AreaMap
          label="Map of captures. Arrow keys move it, plus and minus zoom."
          className="h-full w-full"
          isWholePage
          styleUrl={settings.mapStyleUrl}
          view={explorer.target}
          onView={rest}
          inset={inset}
          tool={tool}
          onTool={chooseTool}
          onFail={() => {
            setCanDraw(false)
            setTool('look')
          }}
          area={area}
          onArea={draw}
          price={settings.price}
          cover={cover}
          cells={cells}
          selected={cell}
          onSelect={(next) => change({ cell: next })}
          showsCoverage={answer === undefined}
          picture={explorer.showsFrame ? picture : undefined}
          onCoverage={setCovered}
          pulses={live.news?.cells ?? noCells}
        />
      </div>
      {(canSearchHere || isTooWide) && (
        <p
          className={`pointer-events-none absolute inset-x-0 top-3 z-10 flex justify-center max-lg:top-20 lg:left-[26rem] ${height === 'full' ? 'max-lg:hidden' : ''}`}
        >
          {isTooWide ? (
            <span role="status" className="panel rounded-full px-4 py-2 text-sm">
              Zoom in to search a part of this area
            </span>
          ) : (
            canSearchHere && (
              <button
                type="button"
                className="button panel pointer-events-auto rounded-full"
                onClick={() => choose(inView)}
              >
                Search this area
              </button>
            )
          )}
        </p>
      )}
      {tool === 'look' && (
        // The map is small on a phone, so only new captures are announced there.
        <div className="absolute bottom-[2.1rem] left-[26.75rem] max-w-[26rem] max-lg:top-20 max-lg:right-16 max-lg:bottom-auto max-lg:left-3 max-lg:not-has-[[data-news]]:hidden">
          <LiveLine {...live} />
        </div>
      )}
    </div>
  )
}

function useNow() {
  const state = useState(serviceNow)
  const [, setNow] = state
  useEffect(() => {
    const timer = setInterval(() => setNow(serviceNow()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return state
}
