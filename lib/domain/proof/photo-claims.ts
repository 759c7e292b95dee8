import { exifPosition, placeToCell, xmpPosition } from '../geo/capture-place.ts'
import type { FoundTime, PlaceAndTime } from './capture.ts'
import {
  type Clocks,
  findTime,
  gpsInstant,
  iptcDateTime,
  readClocks,
  withoutContradiction,
} from './capture-time.ts'

/**
 * `orientation`: the EXIF orientation, 1 to 8, which says how viewers rotate or mirror the picture. `clocks`: the camera's clock and the
 * satellite receiver, if the file has both.
 */
export type PhotoClaims = PlaceAndTime & { orientation: number; clocks: Clocks | undefined }

/** The metadata of a photograph, as ExifReader returns it with `photoTagOptions`. */
export type PhotoTags = { exif?: object; xmp?: object; iptc?: object }

/** Options for ExifReader, so that it returns the tags that `photoClaims` reads. */
export const photoTagOptions = {
  expanded: true,
  includeUnknown: false,
  computed: false,
  includeTags: { exif: true, xmp: true, iptc: true, file: true, png: true },
} as const

type Rationals = number[][]
type Tag = { value?: unknown; description?: unknown } | undefined
type Tags = Record<string, Tag>

/**
 * Place, time and orientation that a photograph claims in its EXIF, XMP and IPTC metadata. The exact position is reduced to
 * a cell here and never returned. Without a GPS fix (`GPSStatus` V, void), the other GPS fields are ignored.
 *
 * Time sources, in order of trust: DateTimeOriginal with its own offset; GPS time (UTC); XMP and IPTC times
 * with an offset; else the local time of the camera clock. When camera clock and GPS time differ by more than
 * any time zone, the time is contradictory.
 */
export function photoClaims(tags: PhotoTags): PhotoClaims {
  const exif = (tags.exif ?? {}) as Tags
  const xmp = (tags.xmp ?? {}) as Tags
  const iptc = (tags.iptc ?? {}) as Tags
  const hasFix = !isVoid(exif.GPSStatus) && !isVoid(xmp.GPSStatus)
  const orientation = orientationOf(exif.Orientation)
  const gps = hasFix
    ? gpsInstant(text(exif.GPSDateStamp) ?? '', rationals(exif.GPSTimeStamp) ?? [])
    : undefined
  const taken = withOffset(exif.DateTimeOriginal, exif.OffsetTimeOriginal)
  const clocks = readClocks(taken ?? text(xmp.DateTimeOriginal), gps)
  const time = photoTime(exif, xmp, iptc, { hasFix, taken, gps })
  if (!hasFix) return { cell: undefined, time, orientation, clocks }
  const fromExif = exifPosition({
    latitude: rationals(exif.GPSLatitude),
    latitudeRef: text(exif.GPSLatitudeRef),
    longitude: rationals(exif.GPSLongitude),
    longitudeRef: text(exif.GPSLongitudeRef),
  })
  const cell =
    placeToCell(fromExif) ?? placeToCell(xmpPosition(text(xmp.GPSLatitude), text(xmp.GPSLongitude)))
  return { cell, time, orientation, clocks }
}

/** The EXIF orientation, 1 to 8; 1 (not rotated) if the tag is missing or invalid. */
function orientationOf(tag: Tag): number {
  const value = Number(tag?.value)
  return Number.isInteger(value) && value >= 1 && value <= 8 ? value : 1
}

/** `taken`: the time of the camera's clock, as it wrote it. `gps`: that of the satellite receiver, epoch seconds. */
type Read = { hasFix: boolean; taken: string | undefined; gps: number | undefined }

function photoTime(exif: Tags, xmp: Tags, iptc: Tags, { hasFix, taken, gps }: Read): FoundTime {
  const original = findTime([taken])
  const most =
    original.kind !== 'instant' && gps !== undefined ? ({ kind: 'instant', seconds: gps } as const) : original
  if (most.kind === 'instant') return withoutContradiction(most, taken ?? text(xmp.DateTimeOriginal), gps)
  return findTime([
    text(exif.DateTimeOriginal),
    withOffset(exif.DateTimeDigitized, exif.OffsetTimeDigitized),
    text(xmp.DateTimeOriginal),
    hasFix ? text(xmp.GPSTimeStamp) : undefined,
    text(xmp.DateCreated),
    text(xmp.CreateDate),
    iptcDateTime(described(iptc['Date Created']), described(iptc['Time Created'])),
  ])
}

/**
 * The time in the description of a picture by Mapillary's app, which writes no other. A page shows it; for the record of a capture it is
 * not enough, because a description is free text.
 */
export function describedTime({ exif }: PhotoTags): FoundTime {
  const description = text((exif as Tags | undefined)?.ImageDescription) ?? ''
  const [, ...parts] = /"MAPCaptureTime":"(\d{4})_(\d\d)_(\d\d)_(\d\d)_(\d\d)_(\d\d)/.exec(description) ?? []
  return findTime([`${parts.slice(0, 3).join('-')}T${parts.slice(3).join(':')}`])
}

/** `A` for an active measurement, `V` for a void one. */
function isVoid(status: Tag): boolean {
  return text(status)?.trim().toUpperCase().startsWith('V') ?? false
}

function withOffset(time: Tag, offset: Tag): string | undefined {
  const shown = text(time)
  return shown === undefined ? undefined : `${shown.trim()}${text(offset)?.trim() ?? ''}`
}

function text(tag: Tag): string | undefined {
  const value = tag?.value
  if (typeof value === 'string') return value
  return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined
}

/** IPTC values are bytes; the library's description has dates and times as text. */
function described(tag: Tag): string | undefined {
  return typeof tag?.description === 'string' ? tag.description : undefined
}

function rationals(tag: Tag): Rationals | undefined {
  const value = tag?.value
  if (!Array.isArray(value)) return undefined
  const pairs = value.every((item) => typeof item === 'number') && value.length === 2 ? [value] : value
  return pairs.every((pair) => Array.isArray(pair) && pair.every((item) => typeof item === 'number'))
    ? (pairs as Rationals)
    : undefined
}
