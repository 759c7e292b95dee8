'use client'
import { area, curveStepAfter, line } from 'd3-shape'
import { useId } from 'react'
import { type Figure, rangeText, type Shape, shapeOf } from './figures.ts'
import { ValuesTable } from './values-table.tsx'

const [width, height, margin] = [240, 56, 3]

/** One figure with its curve over the last day. Its range is described in words, and a table has every value. */
export function FigureCard({ figure, times }: { figure: Figure; times: readonly string[] }) {
  const { title, value, note, values, level, format } = figure
  const shape = shapeOf(values, level !== undefined)
  const measured = values.filter((one) => one !== null).length
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-1 rounded-lg border border-line bg-raised p-5"
    >
      <h2 id={id} className="text-sm font-medium tracking-normal text-soft">
        {title}
      </h2>
      <p className="text-[1.75rem] leading-tight font-semibold tracking-tight tabular-nums">{value}</p>
      {shape && measured > 1 && <Sparkline heights={shape.heights} />}
      <p className="text-xs text-soft">
        {rangeText(figure)} {note}
      </p>
      {/* At the same height in all cards of a row. */}
      <div className="mt-auto">
        {measured > 1 && (
          <ValuesTable
            title={title}
            times={times}
            lines={[{ name: 'Value', values }]}
            say={(amount) => (amount == null ? 'not recorded' : format(amount))}
          />
        )}
      </div>
    </section>
  )
}

function Sparkline({ heights }: { heights: Shape['heights'] }) {
  const x = (_: unknown, index: number) => (index / Math.max(1, heights.length - 1)) * width
  const y = (value: number | null) => height - margin - (value ?? 0) * (height - 2 * margin)
  const isKnown = (value: number | null) => value !== null
  const filled = area<number | null>().curve(curveStepAfter).defined(isKnown).x(x).y0(height).y1(y)(heights)
  const drawn = line<number | null>().curve(curveStepAfter).defined(isKnown).x(x).y(y)(heights)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mt-2 h-14 w-full overflow-visible text-good"
    >
      <path d={filled ?? ''} fill="currentColor" opacity="0.14" />
      <path
        d={drawn ?? ''}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
