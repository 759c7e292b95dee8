import './world-glow.css'
import { GlowPoints } from '../map/glow-points.tsx'

/** The part of the world in public/world.svg. */
const worldView = '0 145 1024 571'

/** A still picture of the world, in which cells with captures glow. Rendered by the server, so that it is visible at once. */
export function WorldGlow({ cells, className = '' }: { cells: readonly string[]; className?: string }) {
  return (
    <div aria-hidden="true" className={`world-frame overflow-hidden bg-map-water ${className}`}>
      <div className="world bg-map-land mask-[url(/world.svg)] mask-cover" />
      <svg aria-hidden="true" viewBox={worldView} className="world world-glow">
        <GlowPoints cells={cells} />
      </svg>
    </div>
  )
}
