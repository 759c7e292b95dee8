import { geohashBounds } from '#lib/domain/geo/geohash-area'
import { roughPosition } from '#lib/domain/geo/rough-position'

/** A cell in words: `u33db2` and the position of its middle. Latitude first, as people say it. */
export function PlaceWords({ geohash }: { geohash: string }) {
  const bounds = geohashBounds(geohash)
  return (
    <>
      <code className="text-sm">{geohash}</code>
      {bounds && <span className="text-soft"> · around {roughPosition(bounds)}</span>}
    </>
  )
}
