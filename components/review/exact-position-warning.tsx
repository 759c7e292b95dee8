import { coarseBrief } from '#lib/domain/bounty/bounty-place'
import { namesExactPosition } from '#lib/domain/geo/exact-position'
import { ToPlace } from './to-place.tsx'

/** Warns if the words of an order name an exact position. Of a place line, only the cell is published. It never prevents the order. */
export function ExactPositionWarning({ title, brief }: { title: string; brief: string }) {
  const isExact = namesExactPosition(title) || namesExactPosition(coarseBrief(brief))
  return (
    <div role="status" className="text-sm empty:hidden">
      {isExact && (
        <div className="border-l-2 border-wait pl-4">
          <p>
            Everyone can read these coordinates. Remove them, choose the area instead, and describe the spot
            in words, for example: at the fountain, facing the church.
          </p>
          <p className="mt-1">
            <ToPlace>Choose the area</ToPlace>
          </p>
        </div>
      )}
    </div>
  )
}
