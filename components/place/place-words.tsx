import { centreOf, geohashBounds } from '#lib/domain/geohash-area'

/** A cell in words: `u33db2`, and where its middle is. Latitude first, as people say it. */
export function PlaceWords({ geohash }: { geohash: string }) {
  const bounds = geohashBounds(geohash)
  return (
    <>
      <code className="text-sm">{geohash}</code>
      {bounds && <span className="text-soft"> · around {roughly(bounds)}</span>}
    </>
  )
}

function roughly(bounds: NonNullable<ReturnType<typeof geohashBounds>>): string {
  const { latitude, longitude } = centreOf(bounds)
  // As many decimals as the cell is wide: more would be made up.
  const decimals = Math.max(0, Math.min(2, -Math.floor(Math.log10(bounds.north - bounds.south))))
  const degrees = (value: number, [plus, minus]: [string, string]) =>
    `${Math.abs(value).toFixed(decimals)}° ${value < 0 ? minus : plus}`
  return `${degrees(latitude, ['N', 'S'])}, ${degrees(longitude, ['E', 'W'])}`
}
