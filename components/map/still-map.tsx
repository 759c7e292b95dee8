import type { CSSProperties } from 'react'
import { mercator } from '#lib/domain/geo/tile'
import { GlowPoints } from './glow-points.tsx'
import type { MapProps } from './map-types.ts'
import { worldHeightTimes, worldPixels } from './world-fit.ts'

/** The part of the square of the world that public/world.svg shows, as shares of its height. */
const shown = { top: 145 / 1024, height: 571 / 1024 }
const band = { top: `${shown.top * 100}%`, height: `${shown.height * 100}%` }
/** The picture fades out at its edges, which cut through land. */
const fade = 'linear-gradient(transparent 14.2%, black 19%, black 66%, transparent 69.8%)'

type Props = Pick<MapProps, 'label' | 'view' | 'className' | 'still'> & {
  /** True if the map itself has an accessible name already. */
  isDecoration: boolean
}

/**
 * A still picture of the world, in the place of the map until it is loaded: the same section at the same scale, see `leastZoom`.
 * `--still-left` and `--still-bottom` say how much of it panels cover.
 */
export function StillMap({ label, view, still, isDecoration, className = '' }: Props) {
  const { x, y } = mercator(view.longitude, view.latitude)
  const size = `max(${worldPixels * 2 ** view.zoom}px, 100cqw - var(--left), (100cqh - var(--bottom)) * ${worldHeightTimes})`
  const place = {
    '--left': 'var(--still-left, 0px)',
    '--bottom': 'var(--still-bottom, 0px)',
    '--size': size,
    width: 'var(--size)',
    height: 'var(--size)',
    left: `calc((100cqw + var(--left)) / 2 - ${x} * var(--size))`,
    top: `calc((100cqh - var(--bottom)) / 2 - ${y} * var(--size))`,
  } as CSSProperties
  return (
    <div
      {...(isDecoration ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={`@container-[size] isolate overflow-hidden bg-map-water ${className}`}
    >
      <div className="absolute" style={place}>
        <div className="absolute inset-y-0 -inset-x-full" style={{ maskImage: fade }}>
          <div
            className="absolute w-full bg-map-land mask-[url(/world.svg)] mask-repeat-x"
            style={{ ...band, maskSize: `${100 / 3}% 100%` }}
          />
        </div>
        <svg aria-hidden="true" viewBox="0 0 1024 1024" className="absolute inset-0 size-full">
          <GlowPoints cells={still ?? []} />
        </svg>
      </div>
    </div>
  )
}
