import { cellAt } from './geohash.ts'

// The cell of a capture from its metadata: EXIF, XMP and QuickTime.

/** Degrees, north and east positive. Never stored: it is converted to a cell at once. */
export type Position = { latitude: number; longitude: number }

type Rationals = readonly (readonly number[])[]

/** The cell of a position; `undefined` if it is not on Earth, or exactly 0,0, which receivers write if they have none. */
export function placeToCell(position: Position | undefined): number | undefined {
  if (!position) return undefined
  const { latitude, longitude } = position
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined
  if (latitude === 0 && longitude === 0) return undefined
  return cellAt(latitude, longitude)
}

/** EXIF: degrees, minutes and seconds as rationals, hemisphere as a letter. Without the letter the place is unknown. */
export function exifPosition(tags: {
  latitude: Rationals | undefined
  latitudeRef: string | undefined
  longitude: Rationals | undefined
  longitudeRef: string | undefined
}): Position | undefined {
  return position(
    signed(sexagesimal(tags.latitude), tags.latitudeRef, 'N', 'S'),
    signed(sexagesimal(tags.longitude), tags.longitudeRef, 'E', 'W'),
  )
}

/** XMP: `43,28.0469N` or `43,28,2.81N`. */
export function xmpPosition(
  latitude: string | undefined,
  longitude: string | undefined,
): Position | undefined {
  return position(xmpDegrees(latitude, 'N', 'S'), xmpDegrees(longitude, 'E', 'W'))
}

/**
 * QuickTime: ISO 6709 as in the file (`+40.7128-074.0060+010.000/`, also with minutes or seconds), or as MediaInfo
 * prints it (`40.7128°N 74.0060°W 10.000m`).
 *
 * MediaInfo drops leading zeros, so that in its form whole degrees can no longer be told from minutes: it is read as
 * decimal degrees, which is what phones write, and anything beyond their range is no place.
 */
export function quickTimePosition(text: string): Position | undefined {
  const shown = /^(\d+(?:\.\d+)?)°([NS]) (\d+(?:\.\d+)?)°([EW])(?: |$)/.exec(text)
  if (shown) {
    return position(
      signed(Number(shown[1]), shown[2], 'N', 'S'),
      signed(Number(shown[3]), shown[4], 'E', 'W'),
    )
  }
  const raw = /^([+-]\d{2,6}(?:\.\d+)?)([+-]\d{3,7}(?:\.\d+)?)(?:[+-]\d+(?:\.\d+)?)?(?:CRS[\w:]+)?\/?$/.exec(
    text,
  )
  return raw ? position(isoDegrees(raw[1]!, 2), isoDegrees(raw[2]!, 3)) : undefined
}

function position(latitude: number | undefined, longitude: number | undefined): Position | undefined {
  if (latitude === undefined || longitude === undefined) return undefined
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : undefined
}

function sexagesimal(parts: Rationals | undefined): number | undefined {
  if (!parts || parts.length === 0 || parts.length > 3) return undefined
  const values = parts.map(([top = Number.NaN, bottom = Number.NaN], index) => {
    // Some cameras write unused minutes or seconds as 0/0; degrees of 0/0 mean that there was no fix.
    return index > 0 && top === 0 && bottom === 0 ? 0 : top / bottom
  })
  if (values.some((value) => !(value >= 0))) return undefined
  return values.reduce((sum, value, index) => sum + value / 60 ** index, 0)
}

function signed(
  value: number | undefined,
  letter: string | undefined,
  plus: string,
  minus: string,
): number | undefined {
  if (value === undefined) return undefined
  const side = letter?.trim().toUpperCase()[0]
  if (side === plus) return value
  return side === minus ? -value : undefined
}

function xmpDegrees(text: string | undefined, plus: string, minus: string): number | undefined {
  const match = /^(\d{1,3}),(\d{1,2}(?:\.\d+)?)(?:,(\d{1,2}(?:\.\d+)?))?([NSEW])$/.exec(text?.trim() ?? '')
  if (!match) return undefined
  const [degrees, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3] ?? '0')]
  if (minutes >= 60 || seconds >= 60) return undefined
  return signed(degrees + minutes / 60 + seconds / 3_600, match[4], plus, minus)
}

/** The count of digits before the point tells degrees, degrees and minutes, or degrees, minutes and seconds. */
function isoDegrees(text: string, degreeDigits: number): number | undefined {
  const sign = text[0] === '-' ? -1 : 1
  const [whole = '', fraction] = text.slice(1).split('.')
  const extra = whole.length - degreeDigits
  if (extra !== 0 && extra !== 2 && extra !== 4) return undefined
  const parts = [whole.slice(0, degreeDigits), ...(whole.slice(degreeDigits).match(/\d\d/g) ?? [])]
  if (fraction !== undefined) parts.push(`${parts.pop()}.${fraction}`)
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map(Number)
  if (minutes >= 60 || seconds >= 60) return undefined
  return sign * (degrees + minutes / 60 + seconds / 3_600)
}
