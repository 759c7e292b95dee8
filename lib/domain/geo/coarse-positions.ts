import { isLikelyGeohash } from './exact-position.ts'
import { geohashLength } from './geohash.ts'
import { geohashAt } from './geohash-area.ts'
import { findWrittenAxes, type WrittenAxis } from './written-axes.ts'

type Position = { latitude: number; longitude: number }
type Options = {
  /** How many decimals two plain numbers need to be a position: fewer where the text is known to be a place. */
  leastDecimals: number
}

const inText: Options = { leastDecimals: 3 }
/** Two decimals of a degree, about a kilometre, are as exact as a cell. */
const inPlace: Options = { leastDecimals: 2 }

/**
 * Reduces the exact positions of a text to their cells of six characters, for publication: pairs of coordinates, `geo:` addresses, links
 * to maps, full plus codes and long geohashes become `geohash srb100`. A single latitude or longitude loses its further decimals. What
 * has no cell of its own, a short plus code or an address of three words, is replaced by its kind.
 */
export function coarsePositions(text: string): string {
  return coarsen(text, inText)
}

/** The cell of a text that is nothing but one position, in any of these forms; `undefined` for any other text. */
export function cellOfPosition(text: string): string | undefined {
  return /^geohash ([0-9b-hjkmnp-z]{6})$/.exec(coarsen(text, inPlace))?.[1]
}

function coarsen(text: string, options: Options): string {
  const steps = [coarseLinks, coarsePlusCodes, coarseGrids, coarseGeohashes, coarsePairs]
  return steps.reduce((shown, step) => step(shown, options), text)
}

const link = /(?:\bhttps?:\/\/|\bgeo:)[^\s<>"]{1,2048}/giu
const linkEnd = /[).,;:!?\]'*_]{0,8}$/

function coarseLinks(text: string, options: Options): string {
  return replaced(text.replace(/(\d)%2[Cc](?:%20|\+)?(?=[-+]?\d)/g, '$1,'), link, (match) => {
    const whole = match.replace(linkEnd, '')
    const position = positionInLink(whole, options)
    return position && cellWords(position) + match.slice(whole.length)
  })
}

function positionInLink(address: string, options: Options): Position | undefined {
  const [, geohash] = /geohash\.org\/([0-9b-hjkmnp-z]{7,24})(?!\w)/i.exec(address) ?? []
  // The next steps shorten it.
  if (geohash !== undefined) return undefined
  const plain = decoded(address).replace(/!3d/g, ' ').replace(/!4d/g, ' ').replace(/\+/g, ' ')
  const axes = findWrittenAxes(plain)
  for (const [index, axis] of axes.entries()) {
    const next = axes[index + 1]
    const position = next && pairOf(axis, next, plain.slice(axis.end, next.start), options)
    if (position) return position
  }
  const latitude = axes.find(({ axis, decimals }) => axis === 'latitude' && decimals >= options.leastDecimals)
  const longitude = axes.find(
    ({ axis, decimals }) => axis === 'longitude' && decimals >= options.leastDecimals,
  )
  return latitude && longitude && positionOf(latitude, longitude)
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const plusDigits = '23456789CFGHJMPQRVWX'
const plusCode =
  /(?:https?:\/\/plus\.codes\/)?(?<![\p{L}\p{N}])([23456789CFGHJMPQRVWX]{4,8})(?:\+|%2B)([23456789CFGHJMPQRVWX]{2,7})?(?![\p{L}\p{N}])/giu
const threeWords = /(?<![:/\w])\/{3}\p{L}{2,}\.\p{L}{2,}\.\p{L}{2,}/gu

function coarsePlusCodes(text: string): string {
  const shown = replaced(text, plusCode, (_, area = '', fine) => {
    if (area.length === 8) return cellWords(centreOfPlusCode(area + (fine ?? '')))
    return fine !== undefined && /[A-Z]/i.test(area + fine) ? '(plus code)' : undefined
  })
  return shown.replace(threeWords, '(three-word address)')
}

/** Ten digits, in pairs, divide a side by 20 each; further ones divide it by 5 and 4. */
function centreOfPlusCode(code: string): Position {
  let [latitude, longitude, side] = [-90, -180, 400]
  for (let index = 0; index < Math.min(code.length, 10); index += 2) {
    side /= 20
    latitude += side * plusDigits.indexOf(code.charAt(index).toUpperCase())
    longitude += side * Math.max(0, plusDigits.indexOf(code.charAt(index + 1).toUpperCase()))
  }
  return { latitude: Math.min(90, latitude + side / 2), longitude: Math.min(180, longitude + side / 2) }
}

const mgrs = /\b(\d{1,2}\s?[C-HJ-NP-X]\s?[A-HJ-NP-Z]{2})\s?(\d{3}\s?\d{3}|\d{4}\s?\d{4}|\d{5}\s?\d{5})\b/g
const utm =
  /\b(\d{1,2}\s?[C-HJ-NP-X]\s)(\d{3})\d{3}(?:\.\d+)?((?:\s?mE)?[\s,]+)(\d{3,4})\d{3}(?:\.\d+)?(?!\d)/g

/** Grid references keep whole kilometres. */
function coarseGrids(text: string): string {
  return text
    .replace(mgrs, (_, square: string, digits: string) => {
      const plain = digits.replace(/\s/g, '')
      const half = plain.length / 2
      return `${square} ${plain.slice(0, 2)} ${plain.slice(half, half + 2)}`
    })
    .replace(utm, '$1$2000$3$4000')
}

const namedGeohash =
  /\b(geohash(?:\.org\/|["'”]?[\s:=]{1,3}["'“`*]{0,3}))([0-9b-hjkmnp-z]{7,24})(?![\p{L}\p{N}])/giu
const placeGeohash = /\b(place["'*_]{0,2}[\s:=]{1,3}["'“`*]{0,3})([0-9b-hjkmnp-z]{7,24})(?![\p{L}\p{N}])/giu
const longWord = /(?<![\p{L}\p{N}])[0-9b-hjkmnp-z]{7,24}(?![\p{L}\p{N}])/giu

function coarseGeohashes(text: string): string {
  const short = (geohash: string) => geohash.slice(0, geohashLength).toLowerCase()
  const shown = text
    .replace(namedGeohash, (_, name: string, geohash: string) => name + short(geohash))
    .replace(placeGeohash, (all: string, name: string, geohash: string) =>
      isLikelyGeohash(geohash) ? `${name}geohash ${short(geohash)}` : all,
    )
  // If the text mentions geohashes, a word that looks like one is shortened even without that label before it.
  if (!/geohash/i.test(shown)) return shown
  return shown.replace(longWord, (word) => (isLikelyGeohash(word) ? short(word) : word))
}

function coarsePairs(text: string, options: Options): string {
  const axes = findWrittenAxes(text)
  let shown = ''
  let at = 0
  for (let index = 0; index < axes.length; index++) {
    const [axis, next] = inOrder(axes, index, text)
    const position = next && pairOf(axis, next, text.slice(axis.end, next.start), options)
    const isFine = axis.axis !== undefined && axis.decimals >= 4
    if (!position && !isFine) continue
    const end = position ? next.end : axis.end
    shown = joined(shown + text.slice(at, axis.start), position ? cellWords(position) : axis.coarse)
    if (/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2))) shown += ' '
    at = end
    if (position) index++
  }
  return shown + text.slice(at)
}

/** WKT and GeoJSON write the longitude first. */
const longitudeFirst = /(?:\bpoint\s?z?\s?\(|coordinates["']?\s?[:=]\s?\[)\s?$/i

/** Two neighbouring numbers. In WKT and GeoJSON, the first one is the longitude. */
function inOrder(
  axes: readonly WrittenAxis[],
  index: number,
  text: string,
): [axis: WrittenAxis, next: WrittenAxis | undefined] {
  const [axis, next] = [axes[index]!, axes[index + 1]]
  if (!next || axis.axis || next.axis) return [axis, next]
  return longitudeFirst.test(text.slice(Math.max(0, axis.start - 20), axis.start))
    ? [
        { ...axis, axis: 'longitude' },
        { ...next, axis: 'latitude' },
      ]
    : [axis, next]
}

const separator = /^(?:%20|[\s,;:/|&+"'“”()[\]{}<>*_`~–-]){0,10}(?:(?:and|und|et|by)\s{1,3})?["']?$/i

/** The position that two numbers form; `undefined` if they may be measures, prices, thousands or versions. Doubtful ones need more decimals. */
function pairOf(
  a: WrittenAxis,
  b: WrittenAxis,
  gap: string,
  { leastDecimals }: Options,
): Position | undefined {
  const areNamed = a.axis !== undefined && b.axis !== undefined
  const [least, most] = [Math.min(a.decimals, b.decimals), Math.max(a.decimals, b.decimals)]
  const isFine = least >= leastDecimals || (most >= 4 && least >= 1) || (areNamed && most >= leastDecimals)
  if (!isFine) return undefined
  if ((a.isMeasure || b.isMeasure) && least < 4) return undefined
  if (a.isDoubtful && b.isDoubtful && most < 5) return undefined
  if ((a.isDoubtful || b.isDoubtful) && least < 3) return undefined
  const isBeside = gap === '' ? areNamed || b.degrees < 0 : separator.test(gap)
  const isNear = isBeside || (areNamed ? /^\D{1,40}$/ : least >= 5 ? /^\D{1,12}$/ : /^$/).test(gap)
  return isNear ? positionOf(a, b) : undefined
}

function positionOf(a: WrittenAxis, b: WrittenAxis): Position | undefined {
  if (a.axis !== undefined && a.axis === b.axis) return undefined
  const isTurned = a.axis === 'longitude' || b.axis === 'latitude'
  const position = isTurned ? toPosition(b, a) : toPosition(a, b)
  const mayTurn = a.axis === undefined && b.axis === undefined
  return position ?? (mayTurn ? toPosition(b, a) : undefined)
}

function toPosition({ degrees: latitude }: WrittenAxis, { degrees: longitude }: WrittenAxis) {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

function cellWords(position: Position): string {
  return `geohash ${geohashAt(position, geohashLength)}`
}

/** Replaces each match by the result of `by`, with a space after a letter or digit. If `by` returns `undefined`, the match stays. */
function replaced(
  text: string,
  pattern: RegExp,
  by: (match: string, ...groups: (string | undefined)[]) => string | undefined,
): string {
  let shown = ''
  let at = 0
  for (const match of text.matchAll(pattern)) {
    const instead = by(match[0], ...match.slice(1))
    if (instead === undefined) continue
    shown = joined(shown + text.slice(at, match.index), instead)
    at = match.index + match[0].length
  }
  return shown + text.slice(at)
}

function joined(text: string, added: string): string {
  return /[\p{L}\p{N}]$/u.test(text) ? `${text} ${added}` : text + added
}
