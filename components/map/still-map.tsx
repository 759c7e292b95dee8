import './still-map.css'
import type { CSSProperties } from 'react'
import { mercator } from '#lib/domain/geo/tile'
import type { MapView } from '#lib/domain/map/map-types'
import {
  drawnLatitudes,
  frameShare,
  mostWorldPixels,
  type WorldFrame,
  worldHeightTimes,
  worldPixels,
} from '#lib/domain/map/world-frame'
import type { WorldPicture } from '#lib/domain/map/world-names'

/** The part of the square of the world that public/world.svg shows. */
const [top, bottom] = [mercator(0, drawnLatitudes.north).y, mercator(0, drawnLatitudes.south).y]
const band = { top: percent(top), height: percent(bottom - top) }
/** The picture fades out at its edges, which cut through land. */
const fade = 'linear-gradient(transparent 14.2%, black 19%, black 66%, transparent 69.8%)'

type Props = {
  /** The accessible name. Without one, the picture is a decoration. */
  label?: string | undefined
  /** What to show: a picture, or only land and borders at a view. */
  shows: WorldPicture | MapView
  className?: string
}

/**
 * A still picture of the world, in the place of the map until it is loaded: the same section at the same scale, see `worldSize`.
 * `--still-left`, `--still-top` and `--still-bottom` are the lengths that panels cover at its sides. They cannot be percentages, because the
 * same length is used to compute widths and heights, and a percentage would mean another length in each. `--names-bottom` is a strip above
 * the lower panel in which no names are drawn.
 */
export function StillMap({ label, shows, className = '' }: Props) {
  const picture = 'frame' in shows ? shows : undefined
  const { longitude, latitude } = 'frame' in shows ? shows.frame : shows
  const { x, y } = mercator(longitude, latitude)
  const size = 'frame' in shows ? fittingSize(shows.frame) : `${worldPixels * 2 ** shows.zoom}px`
  const sizes = {
    '--width': '100cqw - var(--still-left, 0px)',
    '--height': '100cqh - var(--still-top, 0px) - var(--still-bottom, 0px)',
    '--size': `max(var(--width), (var(--height)) * ${worldHeightTimes}, ${size})`,
  } as CSSProperties
  const place = {
    width: 'var(--size)',
    height: 'var(--size)',
    left: `calc((100cqw + var(--still-left, 0px)) / 2 - ${x} * var(--size))`,
    top: `calc((100cqh + var(--still-top, 0px) - var(--still-bottom, 0px)) / 2 - ${y} * var(--size))`,
  }
  return (
    <div
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      style={sizes}
      className={`@container-[size] isolate overflow-hidden bg-map-water ${className}`}
    >
      <div className="absolute" style={place}>
        <div className="absolute inset-y-0 -inset-x-full" style={{ maskImage: fade }}>
          <Layer file="world.svg" className="bg-map-land" />
          <Layer file="world-borders.svg" className="bg-(--map-border)" />
        </div>
        {picture && <Lights lights={picture.lights} />}
      </div>
      {picture && (
        <div className="still-names absolute inset-0">
          {picture.names.map((one) => (
            <span
              key={`${one.x} ${one.y}`}
              className={`still-name ${one.isForWide ? 'max-lg:hidden' : ''}`}
              style={{ '--x': (one.x - x).toFixed(5), '--y': (one.y - y).toFixed(5) } as CSSProperties}
            >
              {one.name}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

/** The size at which a frame fits in the free part of the map, in CSS. */
function fittingSize({ spanX, spanY }: WorldFrame): string {
  const width = `(var(--width)) * ${(frameShare.width / spanX).toFixed(4)}`
  const height = `(var(--height)) * ${(frameShare.height / spanY).toFixed(4)}`
  return `min(${width}, ${height}, ${mostWorldPixels}px)`
}

/** Shapes of the whole world, repeated at both sides, in a colour. */
function Layer({ file, className }: { file: 'world.svg' | 'world-borders.svg'; className: string }) {
  return (
    <div
      className={`absolute w-full mask-repeat-x ${className}`}
      style={{ ...band, maskImage: `url(/${file})`, maskSize: `${100 / 3}% 100%` }}
    />
  )
}

/** Strokes of these widths, in pixels, on top of each other look like a glow. A blur would grow with the scale of the picture. */
const glowPixels = [38, 33, 28, 24, 20, 17, 14, 11]

/** All points are one path, each a line of almost no length. The path is drawn once for each width, so the points have the same size in pixels at any scale. */
function Lights({ lights }: Pick<WorldPicture, 'lights'>) {
  const d = lights.map(({ x, y }) => `M${(x * 1024).toFixed(1)} ${(y * 1024).toFixed(1)}h.01`).join('')
  return (
    <svg aria-hidden="true" viewBox="0 0 1024 1024" className="still-lights">
      <path id="still-light" d={d} vectorEffect="non-scaling-stroke" />
      {glowPixels.map((pixels) => (
        <use key={pixels} href="#still-light" strokeWidth={pixels} strokeOpacity={0.13} />
      ))}
      <use href="#still-light" stroke="var(--age-1)" strokeWidth={6} />
    </svg>
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`
}
