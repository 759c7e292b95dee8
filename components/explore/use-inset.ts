import { useEffect, useMemo, useState } from 'react'
import type { Inset } from '../map/map-types.ts'
import { type SheetHeight, sheetShares } from './sheet.tsx'

/** The panel at the left, with its margin. */
const panelPixels = 416
const headerPixels = 64
/** The map is at least this high, also in a lower window (30 rem). */
const leastPixels = 480

/** The shorter side of the map without the panel. The server does not know the window and assumes a phone. */
export function roomPixels(): number {
  if (typeof window === 'undefined' || !matchMedia('(min-width: 64rem)').matches) return 300
  return Math.min(window.innerWidth - panelPixels, window.innerHeight - headerPixels) * 0.7
}

/** The width of the map beside the panel, or on a phone, where the panel is not beside it, a minimum. */
export function widthPixels(): number {
  return Math.max(1, window.innerWidth - panelPixels)
}

/**
 * How much of the map the panel or the sheet covers. A sheet of full height covers the whole map and counts as half, so that the map
 * does not move.
 */
export function useInset(height: SheetHeight): Inset {
  const [room, setRoom] = useState<{ isWide: boolean; height: number }>()
  useEffect(() => {
    const wide = matchMedia('(min-width: 64rem)')
    const measure = () =>
      setRoom({ isWide: wide.matches, height: Math.max(leastPixels, window.innerHeight - headerPixels) })
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  const isWide = room?.isWide ?? true
  const bottom = Math.round((room?.height ?? 0) * sheetShares[height === 'full' ? 'half' : height])
  return useMemo(
    () => ({ top: 0, right: 0, bottom: isWide ? 0 : bottom, left: isWide ? panelPixels : 0 }),
    [isWide, bottom],
  )
}
