/** `set`: valid. `grown`: valid, and the last of all. `broken`: invalid. `open`: not checked. `busy`: being checked. */
export type StoneState = 'set' | 'grown' | 'broken' | 'open' | 'busy'

const outlines: Partial<Record<StoneState, string>> = {
  broken: 'stone-broken',
  open: 'stone-open',
  busy: 'stone-open stone-busy',
}

/**
 * One stone of a cairn: a flat ellipse, lit from the upper left. A result that is not valid is drawn as an outline instead.
 *
 * @param width of the stone as a share of the lowest one's, 0 to 1
 */
export function Stone({ width, state }: { width: number; state: StoneState }) {
  const [across, high] = [width * 160, heightOf(width) * 160]
  const [x, y] = [across / 2, high / 2]
  const outline = outlines[state]
  const grown = state === 'grown' ? '-grown' : ''
  return (
    <svg viewBox={`0 0 ${across} ${high}`} className="block w-full overflow-visible" aria-hidden="true">
      {outline ? (
        <ellipse className={outline} cx={x} cy={y} rx={x - 1.5} ry={y - 1.5} />
      ) : (
        <>
          <ellipse className={`stone${grown}-shade`} cx={x} cy={y} rx={x - 0.5} ry={y - 0.5} />
          <ellipse className={`stone${grown}`} cx={x * 0.95} cy={y * 0.82} rx={x * 0.82} ry={y * 0.58} />
        </>
      )}
      {state === 'broken' && <path className="stone-crack" d={`M${x - 4} ${y - 4}l8 8m0-8l-8 8`} />}
    </svg>
  )
}

/** The height of a stone, in the unit of its width: small ones are rounder. */
function heightOf(width: number): number {
  return 0.125 + 0.04 * width
}
