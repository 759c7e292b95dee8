import { defaultRadiusM, parseArea } from '#lib/domain/geo/area'
import { outlineCells } from '#lib/domain/geo/cell-outline'
import { coverArea } from '#lib/domain/geo/cover'
import { geohashAlphabet, geohashToCell } from '#lib/domain/geo/geohash'
import type { DrawnArea } from '#lib/domain/map/map-types'
import { readAreaJson, toAoi } from './area-json.ts'
import { tidyArea } from './explore-url.ts'

/** More geohashes than any area of 100 km² has, except near the poles. */
const maxGeohashes = 5_000

/**
 * Reads an area that was pasted or dropped: a GeoJSON geometry, Feature or FeatureCollection of one, the body of a query, or
 * geohashes.
 *
 * @param radiusM radius of the circle around a Point without one, in metres
 * @throws Error whose message tells a person what is wrong with the text
 */
export function readAreaText(text: string, radiusM: number = defaultRadiusM): DrawnArea {
  const trimmed = text.trim()
  if (trimmed === '') throw new Error('There is nothing in it yet.')
  if (!/^[{[]/.test(trimmed)) return fromGeohashes(trimmed)
  let json: unknown
  try {
    json = JSON.parse(trimmed)
  } catch (error) {
    throw new Error(`This is not JSON: ${(error as Error).message}.`)
  }
  return readAreaJson(json, radiusM)
}

function fromGeohashes(text: string): DrawnArea {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  const cells = new Set(words.flatMap(cellsOf))
  if (cells.size > maxGeohashes)
    throw new Error(`These are ${cells.size} cells, far more than 100 km². Use fewer.`)
  const rings = outlineCells(cells)
  const outlines = rings.filter(isCounterClockwise)
  if (outlines.length !== 1)
    throw new Error(
      `These cells are ${outlines.length} separate groups, and a query takes one area. Query each group separately.`,
    )
  const drawn = tidyArea({
    type: 'polygon',
    rings: [outlines[0]!, ...rings.filter((ring) => !isCounterClockwise(ring))],
  })
  const covered = coverArea(parseArea(toAoi(drawn).aoi))
  const asked = covered.reduce((sum, [low, high]) => sum + high - low + 1, 0)
  if (asked !== cells.size || !covered.every(([low, high]) => cells.has(low) && cells.has(high)))
    throw new Error('No polygon covers these cells and no others. Draw the area instead.')
  return drawn
}

function cellsOf(word: string): number[] {
  const geohash = word.toLowerCase()
  if (![...geohash].every((character) => geohashAlphabet.includes(character)))
    throw new Error(`“${short(word)}” is neither GeoJSON nor a geohash.`)
  if (geohash.length > 6)
    throw new Error(
      `“${short(word)}” is finer than anything stored here: places are cells of six characters. Write ${geohash.slice(0, 6)}.`,
    )
  if (geohash.length < 5)
    throw new Error(`“${word}” is larger than 100 km². Name cells of five or six characters.`)
  return geohash.length === 6
    ? [geohashToCell(geohash)!]
    : [...geohashAlphabet].map((character) => geohashToCell(geohash + character)!)
}

/** Long text pasted by mistake is shortened in the message. */
function short(word: string): string {
  return word.length <= 40 ? word : `${word.slice(0, 40)}…`
}

function isCounterClockwise(ring: readonly (readonly [number, number])[]): boolean {
  let twice = 0
  for (let index = 1; index < ring.length; index++)
    twice += ring[index - 1]![0] * ring[index]![1] - ring[index]![0] * ring[index - 1]![1]
  return twice > 0
}
