import { cellOfPosition, coarsePositions } from '../geo/coarse-positions.ts'
import { geohashLength } from '../geo/geohash.ts'

// The place of a bounty, which its brief names in a line.

/**
 * Where a bounty is to be filmed. The interface has no member for it, so it is a line of the brief:
 * `Place: geohash u33db2`, of one to six characters. Markdown around it, and words in brackets after it, are allowed.
 *
 * A geohash alone is read too, and a position in any usual form, where they cannot mean anything else. Only their cell of six characters
 * is used and shown.
 */
const placeLine = /^[ \t]*(?:[-+*•][ \t]+)?[*_]{0,2}place[*_]{0,2}:(.*)$/i
const namedGeohash = /^geohash:?[ \t]+([0-9b-hjkmnp-z]{1,24})$/i
/** A geohash without that word must have a digit and a letter, because names of towns (denver) and postal codes (10115) look like geohashes. */
const bareGeohash = /^(?=[a-z]*\d)(?=\d*[a-z])([0-9b-hjkmnp-z]{5,24})$/
const capitalGeohash = /^(?=[A-Z]*\d)(?=\d*[A-Z])([0-9B-HJKMNP-Z]{6,24})$/
/** Postal codes with letters: Britain (SE17PB), Canada (H2X1Y4), the Netherlands (1012JS), Ireland (D02X285), Argentina (C1425CLA). */
const postalCode =
  /^(?:[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|[A-Z]\d[A-Z]\d[A-Z]\d|\d{4}[A-Z]{2}|[A-Z]\d[\dW][A-Z\d]{4}|[A-Z]\d{4}[A-Z]{3})$/
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
  return placesOf(brief).at(-1)
}

/** The different places that the place lines of a brief name, each once. An order may name one. */
export function placesOf(brief: string): string[] {
  return [...new Set(brief.split(lineBreak).flatMap((line) => readLine(line)?.geohash ?? []))]
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

/** The brief without its last place line, the one that counts. Earlier place lines stay, and words in brackets after a place. */
export function wordsOf(brief: string): string {
  const lines = brief.split(lineBreak)
  const at = lines.findLastIndex((line) => readLine(line) !== undefined)
  if (at < 0) return brief
  const { brackets } = readLine(lines[at]!)!
  return lines
    .toSpliced(at, 1, ...(brackets === '' ? [] : [brackets]))
    .join('\n')
    .trim()
}

/** The brief with each place line that is understood reduced to its cell of six characters. */
export function withCells(brief: string): string {
  return brief.replace(/[^\n\r\u2028\u2029]+/g, (line) => {
    const read = readLine(line)
    return read === undefined ? line : `${lineOf(read.geohash)}${read.brackets && ` ${read.brackets}`}`
  })
}

/** The brief fit for publication: no place line, and no position in its words, is finer than a cell of six characters. */
export function coarseBrief(brief: string): string {
  return coarsePositions(withCells(brief))
}

function lineOf(geohash: string): string {
  return `Place: geohash ${geohash}`
}

/** The place that a line names, and the words in brackets after it. */
function readLine(line: string): { geohash: string; brackets: string } | undefined {
  const [, said] = placeLine.exec(line) ?? []
  if (said === undefined) return undefined
  const text = textOf(said)
  const whole = readPlace(text)
  if (whole !== undefined) return { geohash: whole, brackets: '' }
  const opens = text.endsWith(')') ? text.lastIndexOf('(') : text.endsWith(']') ? text.lastIndexOf('[') : 0
  const geohash = opens > 0 ? readPlace(text.slice(0, opens).trimEnd()) : undefined
  return geohash === undefined ? undefined : { geohash, brackets: text.slice(opens) }
}

function readPlace(text: string): string | undefined {
  const [, geohash] = namedGeohash.exec(text) ?? bareGeohash.exec(text) ?? []
  if (geohash !== undefined) return coarse(geohash)
  if (capitalGeohash.test(text) && !postalCode.test(text)) return coarse(text)
  return cellOfPosition(text)
}

/** The text without Markdown marks around it and without its final full stop. */
function textOf(said: string): string {
  return said
    .trim()
    .replace(/^[*_`]{1,3}/, '')
    .trimStart()
    .replace(/[*_`]{1,3}$/, '')
    .replace(/\.$/, '')
    .trimEnd()
}

function coarse(geohash: string): string {
  return geohash.slice(0, geohashLength).toLowerCase()
}
