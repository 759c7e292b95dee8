import { geohashLength } from './geohash.ts'

/**
 * Where a bounty is to be filmed. The interface has no member for it, so it is a line of the brief:
 * `Place: geohash u33db2`, of one to six characters. The last such line counts.
 */
const placeLine = /^[ \t]*place:[ \t]*geohash[ \t]+([0-9b-hjkmnp-z]{1,12})[ \t]*(?:\.[ \t]*)?$/i
const lineBreak = /\r\n|[\n\r\u2028\u2029]/

/** As the interface takes it, in code points. */
const briefMaxCharacters = 4_000

/** What a place takes of a brief: an empty line, and the longest line of its own. */
export const placeCharacters = '\n\nPlace: geohash '.length + geohashLength

/** How many characters somebody can write who names a place. */
export const wordsMaxCharacters = briefMaxCharacters - placeCharacters

/**
 * A brief that says where. A place it named before is replaced.
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

/** What a brief says besides its place. */
export function wordsOf(brief: string): string {
  return placeOf(brief) === undefined ? brief : withoutPlace(brief)
}

/** A stranger's brief, with no place in it finer than six characters. */
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
