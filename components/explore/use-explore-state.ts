'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ExploreState, parseExploreUrl, questionOf, writeExploreUrl } from '#lib/client/explore-url'
import { boundsOf, viewOf } from '#lib/client/measure-area'
import type { MapView } from '../map/map-types.ts'

/** A drag is one step in the history, not a hundred: browsers refuse more than a few a second. */
const quietMs = 400
const wholeWorld: MapView = { latitude: 25, longitude: 10, zoom: 1 }

/**
 * The state of the page, kept in step with its address. What is asked for makes a step in the history; where one looks and
 * what is picked out only change the address.
 */
export function useExploreState(search: string) {
  const [first] = useState(() => parseExploreUrl(search))
  const [state, setState] = useState(first.state)
  const [notUnderstood, setNotUnderstood] = useState(first.notUnderstood)
  /** Where the map is led; it moves on by itself. */
  const [target, setTarget] = useState(() => viewFor(first.state))
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

  const open = useCallback((next: ExploreState) => {
    setState(next)
    setNotUnderstood([])
    setTarget(viewFor(next))
  }, [])

  useEffect(() => {
    const onPop = () => {
      const parsed = parseExploreUrl(location.search)
      written.current = { search: writeExploreUrl(parsed.state).search, question: questionOf(parsed.state) }
      open(parsed.state)
      setNotUnderstood(parsed.notUnderstood)
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [open])

  const change = useCallback((part: Partial<ExploreState>) => {
    setState((now) => {
      const next = { ...now, ...part }
      // A cell of one answer means nothing in another.
      return questionOf(next) === questionOf(now) ? next : { ...next, cell: part.cell }
    })
  }, [])

  /** The map has come to rest. Where it looks without being told need not be in the address. */
  const rest = (view: MapView) => {
    if (state.view || !isSame(view, viewFor(state))) change({ view })
    // So that being led to the same place once more moves it again.
    setTarget(view)
  }

  return {
    state,
    change,
    open,
    question,
    target,
    lookAt: setTarget,
    rest,
    isWhole,
    notUnderstood,
    /** The address of this very screen, from the slash. */
    page: `/explore${address ? `?${address}` : ''}`,
  }
}

function isSame(a: MapView, b: MapView): boolean {
  const near = (x: number, y: number) => Math.abs(x - y) < 0.02
  return near(a.latitude, b.latitude) && near(a.longitude, b.longitude) && near(a.zoom, b.zoom)
}

function viewFor({ view, area }: ExploreState): MapView {
  return view ?? (area ? viewOf(boundsOf(area)) : wholeWorld)
}
