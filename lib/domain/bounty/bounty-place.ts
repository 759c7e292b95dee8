import { geohashLength } from '../geo/geohash.ts'
import { geohashAt } from '../geo/geohash-area.ts'

// The place of a bounty, which its brief names in a line.

/**
 * Where a bounty is to be filmed. The interface has no member for it, so it is a line of the brief:
 * `Place: geohash u33db2`, of one to six characters. The last such line counts.
 *
 * Two other forms are read too, where they cannot mean anything else: a geohash alone, and a latitude with a longitude. Only their
 * cell of six characters is used and shown.
 */
const placeLine = /^[ \t]*place:(.*)$/i
const namedGeohash = /^geohash[ \t]+([0-9b-hjkmnp-z]{1,12})$/i
/** In lower case, with a digit and a letter: names of towns (Denver, Ghent) and postal codes (10115, SE17PB) are no geohashes. */
const bareGeohash = /^(?=[a-z]*\d)(?=\d*[a-z])([0-9b-hjkmnp-z]{5,12})$/
/** Latitude first, as in ISO 6709, with at least two decimals, which is about as exact as a cell. */
const position = /^([+-]?\d{1,2}\.\d{2,20})[ \t]*,[ \t]*([+-]?\d{1,3}\.\d{2,20})$/
const placeInText = /\bplace:[ \t]*(geohash[ \t]|[+-]?\d{1,3}\.\d|(?=[a-z]*\d)(?=\d*[a-z])[0-9a-z]{5,12}\b)/i
const lineBreak = /\r\n|[\n\r\u2028\u2029]/

/** The limit of the API, in Unicode code points. */
const briefMaxCharacters = 4_000

/** The characters that a place takes of a brief: an empty line, and the longest place line. */
const placeCharacters = '\n\nPlace: geohash '.length + geohashLength

/** The maximum length of a brief that also has a place. */
export const wordsMaxCharacters = briefMaxCharacters - placeCharacters

/** How many characters may still be added to a brief, negative if it is too long. The line with the place counts as well. */
export function charactersLeft(words: string, geohash: string | undefined): number {
  const most = geohash === undefined ? briefMaxCharacters : wordsMaxCharacters
  return most - [...words.trim()].length
}

/**
 * Writes a place into a brief as its last line: of several place lines the last one counts. All other lines are the poster's own
 * words and stay unchanged.
 *
 * @param geohash one to six characters; `undefined`: the brief is returned unchanged
 */
export function withPlace(brief: string, geohash: string | undefined): string {
  if (geohash === undefined) return brief
  const words = brief.trim()
  return `${words}${words === '' ? '' : '\n\n'}${lineOf(coarse(geohash))}`
}

/** The place a brief names, one to six lower-case characters; `undefined` when it names none. */
export function placeOf(brief: string): string | undefined {
  for (const line of brief.split(lineBreak).reverse()) {
    const geohash = readLine(line)
    if (geohash !== undefined) return geohash
  }
  return undefined
}

/** The text after `Place:` in the last line of the brief that begins with it but names no place that can be read. */
export function unreadPlace(brief: string): string | undefined {
  const unread = brief.split(lineBreak).findLast((line) => placeLine.test(line) && !readLine(line))
  return unread === undefined ? undefined : textOf(placeLine.exec(unread)![1]!)
}

/** True if the brief has a place in the form of a place line, within a line of other words. */
export function hasPlaceInText(brief: string): boolean {
  return brief.split(lineBreak).some((line) => line.trimStart().search(placeInText) > 0)
}

/** The brief without its last place line, the one that counts. Earlier place lines stay. */
export function wordsOf(brief: string): string {
  const lines = brief.split(lineBreak)
  const at = lines.findLastIndex((line) => readLine(line) !== undefined)
  return at < 0 ? brief : lines.toSpliced(at, 1).join('\n').trim()
}

/** The brief with the place of each place line reduced to six characters. */
export function coarseBrief(brief: string): string {
  return brief.replace(/[^\n\r\u2028\u2029]+/g, (line) => {
    const geohash = readLine(line)
    return geohash === undefined ? line : lineOf(geohash)
  })
}

function lineOf(geohash: string): string {
  return `Place: geohash ${geohash}`
}

/** The place that a line names. */
function readLine(line: string): string | undefined {
  const [, said] = placeLine.exec(line) ?? []
  if (said === undefined) return undefined
  const text = textOf(said)
  const [, geohash] = namedGeohash.exec(text) ?? bareGeohash.exec(text) ?? []
  if (geohash !== undefined) return coarse(geohash)
  const [latitude, longitude] = position.exec(text)?.slice(1).map(Number) ?? []
  if (latitude === undefined || longitude === undefined) return undefined
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  return geohashAt({ latitude, longitude }, geohashLength)
}

function textOf(said: string): string {
  return said.trim().replace(/\.$/, '').trimEnd()
}

function coarse(geohash: string): string {
  return geohash.slice(0, geohashLength).toLowerCase()
}
