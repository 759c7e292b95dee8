/** `set` lies firm, `grown` too and carries lichen, `broken` does not hold, `open` was not checked. */
export type StoneState = 'set' | 'grown' | 'broken' | 'open'

const shapes = [
  'M36 33c-9-1-14-7-12-14 3-8 15-12 32-12 18 0 36 3 40 11 3 7-3 14-14 15-14 2-33 1-46 0Z',
  'M22 34c-10-1-15-8-11-15 5-9 22-13 47-12 27 0 44 5 49 14 3 7-3 13-15 14-22 1-50 1-70-1Z',
  'M14 35C5 34 1 26 4 18 9 9 28 5 58 5c32 0 51 5 56 14 4 9-1 16-11 16-28 2-64 2-89 0Z',
]
/** Where light from the upper left does not reach. */
const shades = [
  'M36 33c-4 0-7-2-10-4 22 3 48 2 70-10 2 7-4 13-14 14-14 2-33 1-46 0Z',
  'M22 34c-5-1-9-3-11-6 28 3 66 3 96-9 3 8-3 15-15 16-22 1-50 1-70-1Z',
  'M14 35c-5-1-9-4-10-8 34 4 78 3 110-8 4 9-1 16-11 16-28 2-64 2-89 0Z',
]

/** Which of the outlines a stone has. */
export function shapeOf(order: number): number {
  return Math.min(shapes.length - 1, Math.floor(order / 2))
}

/**
 * One stone of a cairn.
 *
 * @param order 0 is the topmost and smallest; stones grow downwards
 */
export function Stone({ order, state, className }: { order: number; state: StoneState; className?: string }) {
  const shape = shapeOf(order)
  return (
    <svg viewBox="0 0 118 40" className={className} aria-hidden="true">
      <g transform={order % 2 === 1 ? 'matrix(-1 0 0 1 118 0)' : undefined}>
        {state === 'set' || state === 'grown' ? (
          <>
            <path className={state === 'grown' ? 'stone-grown' : 'stone'} d={shapes[shape]} />
            <path className={state === 'grown' ? 'stone-grown-shade' : 'stone-shade'} d={shades[shape]} />
          </>
        ) : (
          <path className={state === 'broken' ? 'stone-broken' : 'stone-open'} d={shapes[shape]} />
        )}
      </g>
    </svg>
  )
}
