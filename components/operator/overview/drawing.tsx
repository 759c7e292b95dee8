'use client'
import { type ScaleTime, scaleLinear, scaleTime } from 'd3-scale'
import { curveStepAfter, line } from 'd3-shape'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Line, runsOf, unrecorded } from './gaps.ts'

/** A colour token and a dash pattern: either of them distinguishes a line from the others. */
export type Look = { token: string; dash: readonly number[] }

export type Plotted = {
  /** Unix seconds, ascending. */
  times: readonly number[]
  from: number
  to: number
  lines: readonly Line[]
  /** True if the last moment is no sample but the present: a point of its own, which no line joins to the last sample. */
  endsNow?: boolean
  format: (value: number) => string
}

// In units of the drawing, which are sixteenths of a rem: it grows with the text around it.
const height = 208
const textSize = 13
export const margin = { top: 8, right: 20, bottom: 30, left: 52 }
const usualWidth = 560
const besideUnits = 2.5
const unitsPerTick = 80
/** Below it, the words in a gap would not fit. */
const gapTextUnits = 96

/** Lines over time as a picture that fills the available width. The chosen moment is marked; a pointer chooses another. */
export function Drawing(
  props: Plotted & { looks: (nth: number) => Look; chosen: number; onChoose: (index: number) => void },
) {
  const { times, from, to, lines, endsNow = false, format, looks, chosen, onChoose } = props
  const runs = (values: Line['values']) => runsOf(endsNow ? values.slice(0, -1) : values)
  const last = times.length - 1
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(usualWidth)
  useEffect(() => {
    const { current } = place
    if (!current) return
    const resized = new ResizeObserver(() => setWidth(current.clientWidth * unitsPerPx(current)))
    resized.observe(current)
    return () => resized.disconnect()
  }, [])
  const most = Math.max(1, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const x = scaleTime([from * 1_000, to * 1_000], [margin.left, width - margin.right])
  const y = scaleLinear([0, most], [height - margin.bottom, margin.top]).nice(4)
  // Counts have no fractions.
  const levels = y.ticks(4).filter(Number.isInteger)
  const xOf = (index: number) => x(times[index]! * 1_000)
  const yOf = (nth: number, index: number) =>
    y(lines[nth]!.values[index]!) - besideUnits * placeBeside(lines, nth, index)
  const choose = (event: PointerEvent) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    const at = (event.clientX - left) * unitsPerPx(event.currentTarget)
    onChoose(nearest(times, x.invert(at).getTime() / 1_000))
  }
  return (
    // Until the width is known, it is drawn wider than a phone. The overflow is hidden, so the layout does not move.
    <div ref={place} className="min-w-0 overflow-hidden">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        onPointerMove={choose}
        onPointerDown={choose}
        fontSize={textSize}
        className="block h-52 touch-pan-y"
        style={{ width: `${width / 16}rem` }}
      >
        {unrecorded(times, lines).map(([begin, end]) => {
          const [left, right] = [x(begin * 1_000), x(end * 1_000)]
          return (
            <g key={begin}>
              <rect
                x={left}
                y={margin.top}
                width={right - left}
                height={y(0) - margin.top}
                className="fill-sunken"
              />
              {right - left >= gapTextUnits && (
                <text
                  x={(left + right) / 2}
                  y={margin.top + textSize}
                  textAnchor="middle"
                  className="fill-soft"
                >
                  {end === times[last] ? 'not recorded yet' : 'not recorded'}
                </text>
              )}
            </g>
          )
        })}
        {levels.map((value) => (
          <g key={value}>
            <line
              x1={margin.left}
              x2={width - margin.right}
              y1={y(value)}
              y2={y(value)}
              className="stroke-line"
            />
            <text x={margin.left - 8} y={y(value)} dy="0.32em" textAnchor="end" className="fill-soft">
              {format(value)}
            </text>
          </g>
        ))}
        {timeTicks(x, Math.max(2, Math.floor(width / unitsPerTick))).map((time) => (
          <text key={time.getTime()} x={x(time)} y={height - 6} textAnchor="middle" className="fill-soft">
            {axisText(time)}
          </text>
        ))}
        <line x1={xOf(chosen)} x2={xOf(chosen)} y1={margin.top} y2={y(0)} className="stroke-edge" />
        {lines.map(({ name, values }, nth) => (
          <g key={name} className={looks(nth).token}>
            {runs(values).map((run) =>
              run.length === 1 ? (
                <circle key={run[0]} cx={xOf(run[0]!)} cy={yOf(nth, run[0]!)} r="4.5" fill="currentColor" />
              ) : (
                <path
                  key={run[0]}
                  d={
                    line<number>()
                      // Each value holds until the next.
                      .curve(curveStepAfter)
                      .x(xOf)
                      .y((index) => yOf(nth, index))(run) ?? ''
                  }
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2"
                  strokeLinejoin="round"
                  strokeLinecap="round"
                  strokeDasharray={looks(nth).dash.join(' ')}
                />
              ),
            )}
            {endsNow && values[last] != null && (
              <circle cx={xOf(last)} cy={yOf(nth, last)} r="4.5" fill="currentColor" />
            )}
            {values[chosen] != null && (
              <circle cx={xOf(chosen)} cy={yOf(nth, chosen)} r="3.5" fill="currentColor" />
            )}
          </g>
        ))}
      </svg>
    </div>
  )
}

/** Lines with the same value lie side by side, so that none covers another; those at zero lie on the axis, because above it they would show more. */
export function placeBeside(lines: readonly Line[], nth: number, index: number): number {
  const value = lines[nth]!.values[index]
  return value === 0 ? 0 : lines.slice(0, nth).filter(({ values }) => values[index] === value).length
}

const isWholeMinute = (time: Date) => time.getTime() % 60_000 === 0

/**
 * At most `atMost` ticks, each at a whole minute, because the labels show no seconds. A scale may return up to twice as many ticks as it is
 * asked for, so fewer are asked for until they fit.
 */
export function timeTicks(scale: ScaleTime<number, number>, atMost: number): Date[] {
  for (let count = atMost; count > 1; count -= 1) {
    const ticks = scale.ticks(count)
    if (ticks.length <= atMost && ticks.every(isWholeMinute)) return ticks
  }
  return scale.ticks(1).filter(isWholeMinute).slice(0, atMost)
}

function unitsPerPx({ clientHeight }: Element): number {
  return clientHeight === 0 ? 1 : height / clientHeight
}

/** The index of the time closest to another; 0 if there are none. */
export function nearest(times: readonly number[], time: number): number {
  return times.reduce(
    (best, one, index) => (Math.abs(one - time) < Math.abs(times[best]! - time) ? index : best),
    0,
  )
}

/** `14:00` within a day, else `4 Mar`; in the reader's zone. */
function axisText(time: Date): string {
  return time.getHours() + time.getMinutes() === 0
    ? time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
    : time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
