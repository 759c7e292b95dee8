import { maxRadiusM, minRadiusM } from '#lib/domain/geo/area'
import { geohashToCell } from '#lib/domain/geo/geohash'
import type { DrawnArea, MapView, Position } from '#lib/domain/map/map-types'
import { defaultLimit, maxLimit } from '#lib/domain/observations/query-limits'

// The address of the explorer with its query.

/** A number of days until now, or the time between two minutes in UTC (`2026-01-31T12:00Z`). An open end means now. */
export type TimeWindow =
  | { is: 'last'; days: number }
  | { is: 'between'; from: string | undefined; to: string | undefined }

/** The query and the view of the explorer. All of it is in the address. */
export type ExploreState = {
  view: MapView | undefined
  area: DrawnArea | undefined
  window: TimeWindow
  limit: number
  /** The geohash of the selected cell. */
  cell: string | undefined
}

/** The radius of the area around a town that was searched for. */
const townRadiusM = 2_500
/** The radius of the area around a street, a square or a sight. */
const landmarkRadiusM = 500

/** The area around a place that was searched for. */
export function areaAround({
  position,
  isLandmark = false,
}: {
  position: Position
  isLandmark?: boolean
}): DrawnArea {
  return { type: 'circle', centre: position, radiusM: isLandmark ? landmarkRadiusM : townRadiusM }
}

export const dayChoices = [1, 7, 30, 90, 365] as const
const usualDays = 7
/** Servers and proxies accept addresses of about 8,000 characters. */
const maxAreaLength = 6_000

export const emptyState: ExploreState = {
  view: undefined,
  area: undefined,
  window: { is: 'last', days: usualDays },
  limit: defaultLimit,
  cell: undefined,
}

/**
 * Reads the query string of an address.
 *
 * @returns the parts that are valid, defaults for the rest, and the names of the invalid parts
 */
export function parseExploreUrl(search: string): { state: ExploreState; notUnderstood: string[] } {
  const params = new URLSearchParams(search)
  const notUnderstood: string[] = []
  const read = <Value>(name: string, parse: (text: string) => Value | undefined): Value | undefined => {
    const text = params.get(name)
    if (text === null) return undefined
    const value = parse(text)
    if (value === undefined) notUnderstood.push(name)
    return value
  }
  const circle = read('circle', parseCircle)
  const polygon = read('polygon', parsePolygon)
  if (circle && polygon) notUnderstood.push('polygon')
  const from = read('from', parseMinute)
  const to = read('to', parseMinute)
  const days = read('days', (text) => dayChoices.find((choice) => String(choice) === text))
  const isBetween = from !== undefined || to !== undefined
  if (isBetween && days !== undefined) notUnderstood.push('days')
  const state: ExploreState = {
    view: read('at', parseView),
    area: circle ?? polygon,
    window: isBetween ? { is: 'between', from, to } : { is: 'last', days: days ?? usualDays },
    limit: read('limit', parseLimit) ?? defaultLimit,
    cell: read('cell', (text) => (geohashToCell(text) === undefined ? undefined : text.toLowerCase())),
  }
  return { state, notUnderstood }
}

/**
 * Writes a state as the query string of an address, without defaults. If the area has too many positions for an address it is omitted, and
 * `isWhole` is false.
 */
export function writeExploreUrl(state: ExploreState): { search: string; isWhole: boolean } {
  const { view, window, limit, cell } = state
  const area = state.area && writeArea(state.area)
  const isWhole = (area?.length ?? 0) <= maxAreaLength
  const parts = [
    view && `at=${number(view.latitude, 5)},${number(view.longitude, 5)},${number(view.zoom, 2)}`,
    isWhole && area,
    window.is === 'last' && window.days !== usualDays && `days=${window.days}`,
    window.is === 'between' && window.from && `from=${window.from}`,
    window.is === 'between' && window.to && `to=${window.to}`,
    limit !== defaultLimit && `limit=${limit}`,
    cell && `cell=${cell}`,
  ]
  return { search: parts.filter(Boolean).join('&'), isWhole }
}

/** The id of a query: equal for equal area, window and limit. */
export function questionOf({ area, window, limit }: ExploreState): string {
  const text = writeExploreUrl({ ...emptyState, window, limit }).search
  return area ? `${writeArea(area)}&${text}` : ''
}

/** An area in the form in which it is written: positions to six decimals of a degree (0.1 m), rings closed, longitudes within ±180. */
export function tidyArea(area: DrawnArea): DrawnArea {
  if (area.type === 'circle') {
    const radiusM = Math.min(maxRadiusM, Math.max(minRadiusM, Math.round(area.radiusM)))
    return { type: 'circle', centre: tidyPosition(area.centre), radiusM }
  }
  return {
    type: 'polygon',
    rings: area.rings.map((ring) => {
      const tidy = ring.map(tidyPosition)
      const [first, last] = [tidy[0], tidy.at(-1)]
      return first && last && !isSame(first, last) ? [...tidy, first] : tidy
    }),
  }
}

function tidyPosition([longitude, latitude]: Position): Position {
  const turned = Math.abs(longitude) <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180
  return [rounded(turned, 6), rounded(Math.min(90, Math.max(-90, latitude)), 6)]
}

function isSame(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1]
}

function writeArea(area: DrawnArea): string {
  const pair = ([longitude, latitude]: Position) => `${number(latitude, 6)},${number(longitude, 6)}`
  if (area.type === 'circle') return `circle=${pair(area.centre)},${number(area.radiusM, 0)}`
  return `polygon=${area.rings.map((ring) => ring.slice(0, -1).map(pair).join(';')).join('~')}`
}

function parseCircle(text: string): DrawnArea | undefined {
  const [latitude, longitude, radiusM, ...more] = text.split(',').map(parseNumber)
  const centre = positionOf(latitude, longitude)
  if (!centre || !isWithin(radiusM, minRadiusM, maxRadiusM) || more.length > 0) return undefined
  return tidyArea({ type: 'circle', centre, radiusM })
}

function parsePolygon(text: string): DrawnArea | undefined {
  const rings: Position[][] = []
  for (const part of text.split('~')) {
    const ring: Position[] = []
    for (const pair of part.split(';')) {
      const [latitude, longitude, ...more] = pair.split(',').map(parseNumber)
      const position = positionOf(latitude, longitude)
      if (!position || more.length > 0) return undefined
      ring.push(position)
    }
    if (ring.length < 3) return undefined
    rings.push([...ring, ring[0]!])
  }
  return tidyArea({ type: 'polygon', rings })
}

function parseView(text: string): MapView | undefined {
  const [latitude, longitude, zoom, ...more] = text.split(',').map(parseNumber)
  const position = positionOf(latitude, longitude)
  if (!position || !isWithin(zoom, 0, 24) || more.length > 0) return undefined
  return { latitude: rounded(position[1], 5), longitude: rounded(position[0], 5), zoom: rounded(zoom, 2) }
}

function parseLimit(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) && isWithin(Number(text), 1, maxLimit) ? Number(text) : undefined
}

/** A minute in UTC; a date means its midnight, as for the service. */
export function parseMinute(text: string): string | undefined {
  const [, date, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)Z?)?$/.exec(text) ?? []
  if (!date || date.startsWith('0000')) return undefined
  const ms = Date.parse(`${date}T${time}Z`)
  const written = Number.isNaN(ms) ? undefined : `${new Date(ms).toISOString().slice(0, 16)}Z`
  // `Date` would turn 31 February into 3 March.
  return written === `${date}T${time}Z` ? written : undefined
}

function parseNumber(text: string): number {
  return /^-?\d{1,6}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN
}

function positionOf(latitude: number | undefined, longitude: number | undefined): Position | undefined {
  return isWithin(latitude, -90, 90) && isWithin(longitude, -180, 180) ? [longitude, latitude] : undefined
}

function isWithin(value: number | undefined, least: number, most: number): value is number {
  return value !== undefined && value >= least && value <= most
}

function rounded(value: number, decimals: number): number {
  // Minus zero is written as zero.
  return Number(value.toFixed(decimals)) + 0
}

function number(value: number, decimals: number): string {
  return String(Number((rounded(value, decimals) + 0).toFixed(decimals)))
}
