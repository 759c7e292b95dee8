'use client'
import type { Measured } from '#lib/client/measure-area'
import type { DrawnArea } from '#lib/domain/map/map-types'
import { km2Words } from './words.ts'

type Props = {
  area: DrawnArea
  measured: Measured
  onClear: () => void
}

/** The size of the chosen area, or what is wrong with it. */
export function AreaFacts({ area, measured, onClear }: Props) {
  return (
    <p className="flex items-baseline justify-between gap-3 text-sm">
      <span
        role="status"
        className={measured.isValid ? 'text-soft' : 'text-bad'}
        data-area={measured.isValid}
      >
        {measured.isValid ? areaText(area, measured.km2) : `${measured.problem} You paid nothing.`}
      </span>
      <ClearButton onClear={onClear} />
    </p>
  )
}

export function ClearButton({ onClear }: Pick<Props, 'onClear'>) {
  return (
    <button
      type="button"
      className="min-h-8 flex-none underline underline-offset-4 hover:text-soft pointer-coarse:min-h-11"
      onClick={onClear}
    >
      Clear
    </button>
  )
}

/** An area in words: `Circle, radius 500 m, 0.79 km²`. */
export function areaText(area: DrawnArea, km2: number): string {
  return `${shapeWords(area)}, ${km2Words(km2)}`
}

/** The shape of an area in words: `Circle, radius 500 m` or `Outline of 4 corners`. */
function shapeWords(area: DrawnArea): string {
  if (area.type === 'circle')
    return area.radiusM < 1_000
      ? `Circle, radius ${area.radiusM} m`
      : `Circle, radius ${(area.radiusM / 1_000).toFixed(1)} km`
  return `Outline of ${(area.rings[0]?.length ?? 1) - 1} corners`
}
