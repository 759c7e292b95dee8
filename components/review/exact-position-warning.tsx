import { withCells } from '#lib/domain/bounty/bounty-place'
import { namesExactPosition } from '#lib/domain/geo/exact-position'
import { ToPlace } from './to-place.tsx'

/** Warns if the words of an order name an exact position, of which only the cell is published. It never prevents the order. */
export function ExactPositionWarning({ title, brief }: { title: string; brief: string }) {
  const isExact = namesExactPosition(title) || namesExactPosition(withCells(brief))
  return (
    <div role="status" className="text-sm empty:hidden">
      {isExact && (
        <div className="border-l-2 border-wait pl-4">
          <p>
            Coordinates are published only as their area, about a kilometre wide, so contributors cannot find
            the exact spot by them. Choose the area instead, and describe the spot in words, for example: at
            the fountain, facing the church.
          </p>
          <p className="mt-1">
            <ToPlace>Choose the area</ToPlace>
          </p>
        </div>
      )}
    </div>
  )
}
