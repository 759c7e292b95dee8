import { useEffect, useMemo, useState } from 'react'
import type { Inset } from '../map/map-types.ts'
import { type SheetHeight, sheetShares } from './sheet.tsx'

/** The panel at the left, with its margin. All in rem, which is larger on a large screen. */
const panelRem = 26
const headerRem = 4
/** Above the sheet on a phone: the tools at the top, and as much at the bottom for the legend and two lines of credits. */
const controlsPixels = 2 * 68
const leastRoomPixels = 120
/** The map is at least this high, also in a lower window. */
const leastRem = 30

/**
 * The side, in pixels, of the square in which an area is shown. On a wide window it is beside the panel; on a phone it is between the
 * tools and the half-open sheet. The server does not know the window and returns the smallest value.
 */
export function roomPixels(): number {
  if (typeof window === 'undefined') return leastRoomPixels
  const { width, height } = mapRoom()
  if (isWide()) return Math.min(width, height) * 0.7
  const above = (height * (1 - sheetShares.half)) / (1 - sheetShares.low) - controlsPixels
  return Math.max(leastRoomPixels, Math.min(width, above))
}

/** The size, in pixels, of the part of the map that is beside the panel or, on a phone, above the lowest sheet. */
export function mapRoom(): { width: number; height: number } {
  // The server does not know the window.
  if (typeof window === 'undefined') return { width: leastRoomPixels, height: leastRoomPixels }
  const height = mapHeight()
  if (isWide()) return { width: window.innerWidth - pixels(panelRem), height }
  return { width: window.innerWidth, height: height * (1 - sheetShares.low) }
}

/** True if the panel is beside the map, and not a sheet below it. */
export function isWide(): boolean {
  return matchMedia('(min-width: 64rem)').matches
}

function mapHeight(): number {
  return Math.max(pixels(leastRem), window.innerHeight - pixels(headerRem))
}

/**
 * How much of the map the panel or the sheet covers. A sheet of full height covers the whole map and counts as half, so that the map
 * does not move.
 */
export function useInset(height: SheetHeight | 'away'): Inset {
  const [room, setRoom] = useState<{ isWide: boolean; height: number; left: number }>()
  useEffect(() => {
    const measure = () => setRoom({ isWide: isWide(), height: mapHeight(), left: pixels(panelRem) })
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  const isBeside = room?.isWide ?? true
  const left = room?.left ?? panelRem * 16
  const share = height === 'away' ? 0 : sheetShares[height === 'full' ? 'half' : height]
  const bottom = Math.round((room?.height ?? 0) * share)
  return useMemo(
    () => ({ top: 0, right: 0, bottom: isBeside ? 0 : bottom, left: isBeside ? left : 0 }),
    [isBeside, bottom, left],
  )
}

function pixels(rem: number): number {
  return rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
