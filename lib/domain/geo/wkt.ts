import { CairnError } from '#lib/domain/errors'

const number = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y

/**
 * Reads a polygon as well-known text (OGC 06-103r4 §7): `POLYGON ((2.29 48.85, 2.30 48.85, …), …)`, longitude first, two
 * numbers a position. Other geometries, EMPTY, heights, measures and SRIDs are refused. The polygon is not
 * validated here.
 *
 * @returns the coordinates as in GeoJSON
 * @throws CairnError `invalid_geometry`, with the place in the text
 */
export function parsePolygonWkt(text: string): number[][][] {
  let at = 0
  const fault = (expected: string) => {
    const found = at < text.length ? `"${[...text.slice(at)].slice(0, 12).join('')}"` : 'its end'
    return new CairnError(
      'invalid_geometry',
      `geometry: ${expected} is expected at character ${at + 1}, not ${found}. It must be like POLYGON((2.29 48.85, 2.30 48.85, 2.30 48.86, 2.29 48.85)).`,
      { field: 'geometry' },
    )
  }
  const skip = () => {
    while (at < text.length && ' \t\r\n'.includes(text[at]!)) at++
  }
  const takes = (character: string) => {
    skip()
    if (text[at] !== character) return false
    at++
    return true
  }
  const need = (character: string) => {
    if (!takes(character)) throw fault(`"${character}"`)
  }
  const ordinate = () => {
    skip()
    number.lastIndex = at
    const found = number.exec(text)?.[0]
    const value = Number(found)
    if (found === undefined || !Number.isFinite(value)) throw fault('a number')
    at += found.length
    return value
  }
  const position = () => {
    const longitude = ordinate()
    if (at < text.length && !' \t\r\n'.includes(text[at]!)) throw fault('a space')
    return [longitude, ordinate()]
  }
  const listOf = <Item>(item: () => Item): Item[] => {
    need('(')
    const items = [item()]
    while (takes(',')) items.push(item())
    skip()
    if (text[at] !== ')') throw fault('"," or ")"')
    at++
    return items
  }

  skip()
  if (text.slice(at, at + 7).toUpperCase() !== 'POLYGON') throw fault('POLYGON')
  at += 7
  const rings = listOf(() => listOf(position))
  skip()
  if (at < text.length) throw fault('nothing more')
  return rings
}
