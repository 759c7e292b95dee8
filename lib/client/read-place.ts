import { geohashAt, geohashBounds } from '#lib/domain/geo/geohash-area'

const pair = /^\s*([+-]?\d{1,3}(?:\.\d+)?)\s*[°,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*$/
const geohash = /^[0-9b-hjkmnp-z]{1,12}$/i

/**
 * A cell that a person entered, and the form in which they entered it. `letters`: a geohash without a digit, which may as well be a name
 * such as Dresden.
 */
export type ReadPlace = { geohash: string; said: 'coordinates' | 'swapped coordinates' | 'cell' | 'letters' }

/**
 * Reads "latitude, longitude" or a geohash. A position is reduced to its cell here, so the exact one never
 * leaves the browser.
 *
 * @param characters the maximum length of the geohash
 * @returns `undefined` for anything else, such as the name of a town
 */
export function readPlace(text: string, characters: number): ReadPlace | undefined {
  const [, first, second] = pair.exec(text) ?? []
  if (first !== undefined && second !== undefined) {
    const [latitude, longitude] = [Number(first), Number(second)]
    if (isPosition(latitude, longitude))
      return { geohash: geohashAt({ latitude, longitude }, characters), said: 'coordinates' }
    // Longitude first, as in GeoJSON. This is detected only if the numbers cannot be latitude and longitude.
    if (isPosition(longitude, latitude))
      return {
        geohash: geohashAt({ latitude: longitude, longitude: latitude }, characters),
        said: 'swapped coordinates',
      }
    return undefined
  }
  const trimmed = text.trim()
  if (!geohash.test(trimmed)) return undefined
  const cell = trimmed.toLowerCase().slice(0, characters)
  return geohashBounds(cell) && { geohash: cell, said: /\d/.test(trimmed) ? 'cell' : 'letters' }
}

function isPosition(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}
