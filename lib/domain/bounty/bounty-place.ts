import { geohashLength } from '../geo/geohash.ts'

/**
 * Where a bounty is to be filmed. The interface has no member for it, so it is a line of the brief:
 * `Place: geohash u33db2`, of one to six characters. The last such line counts.
 */
const placeLine = /^[ \t]*place:[ \t]*geohash[ \t]+([0-9b-hjkmnp-z]{1,12})[ \t]*(?:\.[ \t]*)?$/i
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
 * Writes a place into a brief, replacing an earlier one.
 *
 * @param geohash one to six characters; `undefined`: the brief names none any more
 */
export function withPlace(brief: string, geohash: string | undefined): string {
  if (geohash === undefined) return wordsOf(brief)
  const words = withoutPlace(brief)
  return `${words}${words === '' ? '' : '\n\n'}Place: geohash ${coarse(geohash)}`
}

/** The place a brief names, one to six lower-case characters; `undefined` when it names none. */
export function placeOf(brief: string): string | undefined {
  const named = brief.split(lineBreak).findLast((line) => placeLine.test(line))
  const [, geohash] = placeLine.exec(named ?? '') ?? []
  return geohash && coarse(geohash)
}

/** The brief without its place line. */
export function wordsOf(brief: string): string {
  return placeOf(brief) === undefined ? brief : withoutPlace(brief)
}

/** The brief with its place reduced to six characters. */
export function coarseBrief(brief: string): string {
  return withPlace(brief, placeOf(brief))
}

function withoutPlace(brief: string): string {
  return brief
    .split(lineBreak)
    .filter((line) => !placeLine.test(line))
    .join('\n')
    .trim()
}

function coarse(geohash: string): string {
  return geohash.slice(0, geohashLength).toLowerCase()
}
