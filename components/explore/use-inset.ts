import { useEffect, useMemo, useState } from 'react'
import type { Inset } from '../map/map-types.ts'
import { type SheetHeight, sheetShares } from './sheet.tsx'

/** The panel at the left, with its margin. All in rem, which is larger on a large screen. */
const panelRem = 26
const headerRem = 4
/** Above the sheet on a phone: the tools at the top, the legend and the credits at the bottom. */
const controlsPixels = 124
const leastRoomPixels = 180
/** The map is at least this high, also in a lower window. */
const leastRem = 30

/**
 * The shorter side of the map without the panel, on a phone between the tools and the sheet at half height. The server does not know the
 * window and assumes a phone.
 */
export function roomPixels(): number {
  if (typeof window === 'undefined') return leastRoomPixels
  const { width, height } = mapRoom()
  if (isWide()) return Math.min(width, height) * 0.7
  const above = (height * (1 - sheetShares.half)) / (1 - sheetShares.low) - controlsPixels
  return Math.max(leastRoomPixels, Math.min(width, above))
}

/** The part of the map beside the panel or above the sheet at its lowest. */
export function mapRoom(): { width: number; height: number } {
  const height = Math.max(pixels(leastRem), window.innerHeight - pixels(headerRem))
  if (isWide()) return { width: window.innerWidth - pixels(panelRem), height }
  return { width: window.innerWidth, height: height * (1 - sheetShares.low) }
}

function isWide(): boolean {
  return matchMedia('(min-width: 64rem)').matches
}

/**
 * How much of the map the panel or the sheet covers. A sheet of full height covers the whole map and counts as half, so that the map
 * does not move.
 */
export function useInset(height: SheetHeight | 'away'): Inset {
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
  const share = height === 'away' ? 0 : sheetShares[height === 'full' ? 'half' : height]
  const bottom = Math.round((room?.height ?? 0) * share)
  return useMemo(
    () => ({ top: 0, right: 0, bottom: isWide ? 0 : bottom, left: isWide ? left : 0 }),
    [isWide, bottom, left],
  )
}

function pixels(rem: number): number {
  return rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
