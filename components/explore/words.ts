import type { ExploreState, TimeWindow } from '#lib/client/explore-url'
import type { OwnedPart } from '#lib/client/reuse-answer'
import type { DrawnArea, Position } from '#lib/domain/map/map-types'
import { readableUsdc } from '#lib/domain/money/money'
import { counted } from '#lib/domain/text/counted'

// Texts of the explorer: areas, times, counts and prices in words.

/** The text beside the price, shared by all pages. */
export const chargedText = 'You pay for each answer, even if nothing is found. Errors cost nothing.'

/** The largest size of a cell of six characters. No-break spaces keep it on one line. */
export const cellSize = '1.2\u00a0×\u00a00.6\u00a0km'

/** Says why an answer may contain captures outside the area. */
export const cellsText = `Whole cells of up to ${cellSize} are searched, so captures may be outside your area.`

/** `28 × 20 km` */
export function sizeWords({ widthKm, heightKm }: { widthKm: number; heightKm: number }): string {
  const whole = (km: number) => Math.max(1, Math.round(km))
  return `${whole(widthKm)} × ${whole(heightKm)} km`
}

/** A position as text, with the latitude first, as people write it: `48.8584, 2.2945`. */
export function latLon([longitude, latitude]: Position): string {
  return `${Number(latitude.toFixed(5))}, ${Number(longitude.toFixed(5))}`
}

export function areaWords(area: DrawnArea): string {
  if (area.type === 'circle')
    return `Radius of ${area.radiusM.toLocaleString('en')} m around ${latLon(area.centre)}`
  const [outline = [], ...holes] = area.rings
  const without =
    holes.length === 0 ? '' : holes.length === 1 ? ' with a hole' : ` with ${holes.length} holes`
  return `Polygon of ${outline.length - 1} corners${without}, from ${latLon(outline[0] ?? [0, 0])}`
}

/** Before the first photograph that a device could have dated. */
const sinceEver = '1970-01-01T00:00Z'
export const anyTime: TimeWindow = { is: 'between', from: sinceEver, to: undefined }

export function isAnyTime(window: TimeWindow): boolean {
  return window.is === 'between' && window.from === sinceEver && !window.to
}

/** The period of a query inside a sentence: `the last 7 days`. A range that was typed is not repeated. */
export function periodWords(window: TimeWindow): string {
  if (isAnyTime(window)) return 'any time'
  return window.is === 'last' ? `the ${lastWords(window.days)}` : 'the chosen period'
}

/** What the reader has already of a search, as a sentence, what the search may add, and the button that shows what is there. */
export function ownedWords({ count, window, inAnswer }: OwnedPart): {
  has: string
  adds: string
  show: string
} {
  const all = count === 1 ? 'it' : 'them'
  const show = `Show ${inAnswer < count ? `${inAnswer} of them` : all}, free`
  const has = `You already have ${counted(count, 'capture', 'captures')} of this area from`
  return window?.is === 'last'
    ? { has: `${has} ${periodWords(window)}.`, adds: 'This search may add older ones, or none.', show }
    : { has: `${has} past searches.`, adds: 'This search may add others, or none.', show }
}

/** Why a window cannot be searched; empty if it can. The service refuses the same windows. */
export function windowProblem(window: TimeWindow, now: Date): string {
  if (window.is === 'last') return ''
  const toMs = window.to ? Date.parse(window.to) : now.getTime()
  const fromMs = window.from ? Date.parse(window.from) : toMs - 7 * 86_400_000
  if (window.to && fromMs > toMs) return 'From must be before To.'
  if (fromMs <= now.getTime()) return ''
  return window.from ? 'From must be in the past.' : 'To is more than seven days away: set From too.'
}

function lastWords(days: number): string {
  return days === 1 ? 'last 24 hours' : `last ${days} days`
}

function windowWords(window: TimeWindow): string {
  if (window.is === 'last') return lastWords(window.days)
  const minute = (text: string) => text.replace('T', ' ').replace('Z', '')
  const { from, to } = window
  if (isAnyTime(window)) return 'any time'
  if (from && to) return `${minute(from)} to ${minute(to)} UTC`
  return from ? `since ${minute(from)} UTC` : `seven days until ${minute(to ?? '')} UTC`
}

/** A short description of a query, in one line. @param name that of its place, if it is known */
export function titleOf({ area, window, limit }: ExploreState, name?: string): string {
  if (!area) return ''
  const most = limit === 100 ? '' : `, at most ${limit}`
  const where = name === undefined ? areaWords(area) : `${name}: ${shapeWords(area)}`
  return `${where}, ${windowWords(window)}${most}`
}

function shapeWords(area: DrawnArea): string {
  if (area.type === 'circle') return `radius ${area.radiusM.toLocaleString('en')} m`
  return `outline of ${(area.rings[0]?.length ?? 1) - 1} corners`
}

export function km2Words(km2: number): string {
  return `${km2 < 0.1 ? km2.toFixed(4) : km2 < 10 ? km2.toFixed(2) : km2.toFixed(1)} km²`
}

export function usdcWords(amountAtomic: bigint): string {
  return `${readableUsdc(amountAtomic)} USDC`
}
