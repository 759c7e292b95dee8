'use client'
import { useQueries } from '@tanstack/react-query'
import { geohashBounds } from '#lib/domain/geo/geohash-area'
import { roughPosition } from '#lib/domain/geo/rough-position'

export const placeNameKey = (geohash: string) => ['place name', geohash]

/**
 * Display names of cells, such as `Oltrarno, Florence`; all cells of a page are requested together. `undefined` until a name is known. A
 * cell whose name could not be loaded is named by its position.
 */
export function usePlaceNames(geohashes: readonly string[]): ReadonlyMap<string, string | undefined> {
  const found = useQueries({
    queries: geohashes.map((geohash) => ({
      queryKey: placeNameKey(geohash),
      queryFn: async () => (await import('#lib/client/place-names')).loadPlaceName(geohash),
    })),
  })
  return new Map(
    geohashes.map((geohash, index) => {
      const { data, isError } = found[index]!
      const bounds = isError ? geohashBounds(geohash) : undefined
      return [geohash, data ?? (bounds && `Around ${roughPosition(bounds)}`)]
    }),
  )
}
