'use client'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'

/** Heights of the sheet, as shares of the map's. */
export const sheetShares = { low: 0.3, half: 0.6, full: 0.96 } as const
export type SheetHeight = keyof typeof sheetShares
const heights = Object.keys(sheetShares) as SheetHeight[]
const dragPixels = 6

/**
 * The panel on the map: at the left if there is room, at the bottom on a phone. On a phone it has three heights, set by drag, press or
 * arrow keys.
 */
export function Sheet(props: {
  label: string
  height: SheetHeight
  /** True on a phone while the whole map is needed, for example to draw on it. */
  isAway: boolean
  onHeight: (height: SheetHeight) => void
  children: ReactNode
}) {
  const { label, height, isAway, onHeight, children } = props
  const sheet = useRef<HTMLElement>(null)
  const at = heights.indexOf(height)
  const drag = useRef<{ y: number; from: number; isDrag: boolean }>(undefined)
  /** A drag ends with a click, which is ignored. */
  const wasDrag = useRef(false)

  const move = (event: PointerEvent) => {
    const begun = drag.current
    if (!begun || !sheet.current) return
    const by = begun.y - event.clientY
    if (Math.abs(by) > dragPixels) begun.isDrag = true
    // Set directly on the element in each frame, without a render.
    if (begun.isDrag) sheet.current.style.height = `${begun.from + by}px`
  }
  const drop = (event: PointerEvent) => {
    const begun = drag.current
    drag.current = undefined
    wasDrag.current = begun?.isDrag ?? false
    const room = sheet.current?.parentElement?.clientHeight ?? 1
    if (!begun?.isDrag || !sheet.current) return
    const reached = (begun.from + begun.y - event.clientY) / room
    sheet.current.style.height = ''
    onHeight(nearest(reached))
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    onHeight(heights[Math.max(0, Math.min(heights.length - 1, at + step))]!)
  }
  return (
    <section
      ref={sheet}
      aria-label={label}
      data-height={height}
      className={`panel absolute z-10 flex min-h-0 flex-col overflow-hidden max-lg:inset-x-0 max-lg:bottom-0 max-lg:h-(--sheet) max-lg:rounded-b-none lg:top-4 lg:bottom-4 lg:left-4 lg:w-[25rem] ${isAway ? 'max-lg:hidden' : ''}`}
      style={{ '--sheet': `${sheetShares[height] * 100}%` } as CSSProperties}
    >
      <button
        type="button"
        className="flex h-8 flex-none touch-none items-center justify-center focus-visible:shadow-none focus-visible:-outline-offset-4 lg:hidden"
        aria-label={`Height of the panel: ${height}. Press to change it.`}
        onClick={() => {
          if (!wasDrag.current) onHeight(heights[(at + 1) % heights.length]!)
          wasDrag.current = false
        }}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          drag.current = { y: event.clientY, from: sheet.current?.clientHeight ?? 0, isDrag: false }
        }}
        onPointerMove={move}
        onPointerUp={drop}
        onPointerCancel={drop}
      >
        <span aria-hidden="true" className="h-1.5 w-11 rounded-full bg-edge" />
      </button>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-2 pb-5 motion-safe:scroll-smooth lg:p-4">
        {children}
      </div>
    </section>
  )
}

function nearest(share: number): SheetHeight {
  const away = (height: SheetHeight) => Math.abs(sheetShares[height] - share)
  return heights.reduce((best, height) => (away(height) < away(best) ? height : best))
}
