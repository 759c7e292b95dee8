import { useEffect, useMemo, useState } from 'react'
import type { Inset } from '../map/map-types.ts'
import { type SheetHeight, sheetShares } from './sheet.tsx'

/** The panel at the left, with its margin. All in rem, which is larger on a large screen. */
const panelRem = 26
const headerRem = 4
/** The map is at least this high, also in a lower window. */
const leastRem = 30

/** The shorter side of the map without the panel. The server does not know the window and assumes a phone. */
export function roomPixels(): number {
  if (typeof window === 'undefined' || !matchMedia('(min-width: 64rem)').matches) return 300
  return Math.min(widthPixels(), window.innerHeight - pixels(headerRem)) * 0.7
}

/** The width of the map beside the panel, or on a phone, where the panel is not beside it, a minimum. */
export function widthPixels(): number {
  return Math.max(1, window.innerWidth - pixels(panelRem))
}

/**
 * How much of the map the panel or the sheet covers. A sheet of full height covers the whole map and counts as half, so that the map
 * does not move.
 */
export function useInset(height: SheetHeight): Inset {
  const [room, setRoom] = useState<{ isWide: boolean; height: number; left: number }>()
  useEffect(() => {
    const wide = matchMedia('(min-width: 64rem)')
    const measure = () =>
      setRoom({
        isWide: wide.matches,
        height: Math.max(pixels(leastRem), window.innerHeight - pixels(headerRem)),
        left: pixels(panelRem),
      })
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  const isWide = room?.isWide ?? true
  const left = room?.left ?? panelRem * 16
  const bottom = Math.round((room?.height ?? 0) * sheetShares[height === 'full' ? 'half' : height])
  return useMemo(
    () => ({ top: 0, right: 0, bottom: isWide ? 0 : bottom, left: isWide ? left : 0 }),
    [isWide, bottom, left],
  )
}

function pixels(rem: number): number {
  return rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
