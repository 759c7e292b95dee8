import { centreOf, geohashBounds } from '#lib/domain/geo/geohash-area'
import { mercator } from '#lib/domain/geo/tile'

/** Width and height of the square of the whole world, as in public/world.svg. */
const worldUnits = 1024

/** Cells as points of light, in an SVG whose units are those of public/world.svg. */
export function GlowPoints({ cells }: { cells: readonly string[] }) {
  return (
    <>
      <radialGradient id="glow">
        <stop offset="0" stopColor="var(--lichen)" stopOpacity="0.9" />
        <stop offset="1" stopColor="var(--lichen)" stopOpacity="0" />
      </radialGradient>
      {pointsOf(cells).map(({ x, y }) => (
        <g key={`${x},${y}`} transform={`translate(${x} ${y})`}>
          <circle r="13" fill="url(#glow)" />
          <circle r="2.4" fill="var(--age-1)" />
        </g>
      ))}
    </>
  )
}

/** One point for cells that are within two units of each other. */
function pointsOf(cells: readonly string[]): { x: number; y: number }[] {
  const points = new Map<string, { x: number; y: number }>()
  for (const cell of cells) {
    const bounds = geohashBounds(cell)
    if (!bounds) continue
    const { longitude, latitude } = centreOf(bounds)
    const at = mercator(longitude, latitude)
    const [x, y] = [at.x, at.y].map((share) => Math.round((share * worldUnits) / 2) * 2) as [number, number]
    points.set(`${x},${y}`, { x, y })
  }
  return [...points.values()]
}
