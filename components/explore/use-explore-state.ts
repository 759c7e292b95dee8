'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ExploreState, parseExploreUrl, questionOf, writeExploreUrl } from '#lib/client/explore-url'
import { boundsOf, viewOf } from '#lib/client/measure-area'
import type { DrawnArea, MapView } from '#lib/domain/map/map-types'
import { viewOfFrame, type WorldFrame } from '#lib/domain/map/world-frame'
import { hasMoved } from './search-here.ts'
import { mapRoom, roomPixels } from './use-inset.ts'

/** A drag adds only one history entry, because browsers limit how many can be added per second. */
const quietMs = 400

/**
 * The state of the page, kept in step with its address. A change of the query adds a history entry. A change of the view or
 * the selection only replaces the address.
 *
 * @param firstFrame shown if the address names neither a view nor an area
 */
export function useExploreState(search: string, firstFrame: WorldFrame) {
  const [first] = useState(() => parseExploreUrl(search))
  // A refresh of the page brings a new frame, which must not move the map.
  const [frame] = useState(firstFrame)
  const [state, setState] = useState(first.state)
  const [notUnderstood, setNotUnderstood] = useState(first.notUnderstood)
  /** The view that the map is moved to. The map reports later moves itself. */
  const [target, setTarget] = useState(() => viewFor(first.state, frame))
  /** The view in which the page shows the chosen area. Until somebody moves the map, searching here is no other search. */
  const [chosenIn, setChosenIn] = useState(target)
  // The server, which rendered the page, does not know the width.
  useEffect(() => {
    if (showsFrame(first.state)) setTarget(viewFor(first.state, frame))
  }, [first, frame])
  const written = useRef({ search: writeExploreUrl(first.state).search, question: questionOf(first.state) })
  const { search: address, isWhole } = writeExploreUrl(state)
  const question = questionOf(state)

  useEffect(() => {
    if (address === written.current.search) return
    const timer = setTimeout(() => {
      const isNew = question !== written.current.question
      written.current = { search: address, question }
      const url = address ? `?${address}` : location.pathname
      if (isNew) history.pushState(null, '', url)
      else history.replaceState(null, '', url)
    }, quietMs)
    return () => clearTimeout(timer)
  }, [address, question])

  const open = useCallback(
    (next: ExploreState) => {
      setState(next)
      setNotUnderstood([])
      const seen = viewFor(next, frame)
      setTarget(seen)
      setChosenIn(seen)
    },
    [frame],
  )

  useEffect(() => {
    const followAddress = () => {
      const parsed = parseExploreUrl(location.search)
      const { search } = writeExploreUrl(parsed.state)
      if (search === written.current.search) return
      written.current = { search, question: questionOf(parsed.state) }
      open(parsed.state)
      setNotUnderstood(parsed.notUnderstood)
    }
    // After Back, the router renders this page with the address of its first visit. The choices that were made later, which a paid
    // answer belongs to, are only in the current address.
    followAddress()
    window.addEventListener('popstate', followAddress)
    return () => window.removeEventListener('popstate', followAddress)
  }, [open])

  const change = useCallback((part: Partial<ExploreState>) => {
    setState((now) => {
      const next = { ...now, ...part }
      // The selected cell is reset, because another answer may not have it.
      return questionOf(next) === questionOf(now) ? next : { ...next, cell: part.cell }
    })
  }, [])

  /** @param seen the view that the map shows next; the current view if omitted */
  const choose = (area: DrawnArea, seen = target) => {
    setTarget(seen)
    setChosenIn(seen)
    change({ area })
  }

  /** Called when the map has stopped moving. The default view is not written to the address. */
  const rest = (view: MapView) => {
    if (state.view || !isSame(view, viewFor(state, frame))) change({ view })
    // A new object, so that moving to the same place again has an effect.
    setTarget(view)
  }

  return {
    state,
    change,
    open,
    choose,
    /** True while the map shows the chosen area as when it was chosen or opened. */
    isAsChosen: state.area !== undefined && !hasMoved(chosenIn, target),
    question,
    target,
    lookAt: setTarget,
    rest,
    showsFrame: showsFrame(state),
    isWhole,
    notUnderstood,
    /** The address of this view, from the slash. */
    page: `/explore${address ? `?${address}` : ''}`,
  }
}

function isSame(a: MapView, b: MapView): boolean {
  const near = (x: number, y: number) => Math.abs(x - y) < 0.02
  return near(a.latitude, b.latitude) && near(a.longitude, b.longitude) && near(a.zoom, b.zoom)
}

/** True while the map shows its first view: neither the address nor the reader has chosen another one. */
function showsFrame({ view, area }: ExploreState): boolean {
  return view === undefined && area === undefined
}

function viewFor({ view, area }: ExploreState, frame: WorldFrame): MapView {
  if (view) return view
  if (area) return viewOf(boundsOf(area), roomPixels())
  return viewOfFrame(frame, mapRoom())
}
