import './world-glow.css'
import { GlowPoints } from '../map/glow-points.tsx'

/** The part of the world in public/world.svg. */
const worldView = '0 145 1024 571'

/** A still picture of the world, in which cells with captures glow. Rendered by the server, so that it is visible at once. */
export function WorldGlow({ cells, className = '' }: { cells: readonly string[]; className?: string }) {
  return (
    <div aria-hidden="true" className={`overflow-hidden bg-map-water ${className}`}>
      <div className="absolute inset-0 bg-map-land mask-[url(/world.svg)] mask-cover mask-center" />
      <svg
        aria-hidden="true"
        viewBox={worldView}
        preserveAspectRatio="xMidYMid slice"
        className="world-glow absolute inset-0 size-full"
      >
        <GlowPoints cells={cells} />
      </svg>
    </div>
  )
}
