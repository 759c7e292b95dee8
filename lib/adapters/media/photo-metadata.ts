import 'server-only'
import ExifReader from 'exifreader'
import type { FoundTime } from '#lib/domain/capture'
import { exifPosition, placeToCell, xmpPosition } from '#lib/domain/capture-place'
import { findTime, gpsInstant } from '#lib/domain/capture-time'

export type PlaceAndTime = { cell: number | undefined; time: FoundTime }

type Rationals = number[][]
type Tag = { value?: unknown } | undefined

/**
 * Place and time of a photograph from its EXIF and XMP. The position becomes a cell here and goes no further.
 *
 * Time, in order of trust: DateTimeOriginal with its own offset; the GPS receiver's UTC; XMP times with an offset; when none
 * is there, the local time of the camera's clock.
 */
export function readPhotoMetadata(bytes: Buffer): PlaceAndTime {
  const tags = loadTags(bytes)
  const exif = (tags.exif ?? {}) as Record<string, Tag>
  const xmp = (tags.xmp ?? {}) as Record<string, Tag>
  const fromExif = exifPosition({
    latitude: rationals(exif.GPSLatitude),
    latitudeRef: text(exif.GPSLatitudeRef),
    longitude: rationals(exif.GPSLongitude),
    longitudeRef: text(exif.GPSLongitudeRef),
  })
  const cell =
    placeToCell(fromExif) ?? placeToCell(xmpPosition(text(xmp.GPSLatitude), text(xmp.GPSLongitude)))
  return { cell, time: photoTime(exif, xmp) }
}

function photoTime(exif: Record<string, Tag>, xmp: Record<string, Tag>): FoundTime {
  const original = findTime([withOffset(exif.DateTimeOriginal, exif.OffsetTimeOriginal)])
  if (original.kind === 'instant') return original
  const gps = gpsInstant(text(exif.GPSDateStamp) ?? '', rationals(exif.GPSTimeStamp) ?? [])
  if (gps !== undefined) return { kind: 'instant', seconds: gps }
  return findTime([
    text(exif.DateTimeOriginal),
    withOffset(exif.DateTimeDigitized, exif.OffsetTimeDigitized),
    text(xmp.DateTimeOriginal),
    text(xmp.GPSTimeStamp),
    text(xmp.DateCreated),
    text(xmp.CreateDate),
  ])
}

/** Metadata that cannot be parsed is metadata that is not there: the caller then says what is missing. */
function loadTags(bytes: Buffer): ExifReader.ExpandedTags {
  try {
    return ExifReader.load(bytes, {
      expanded: true,
      includeUnknown: false,
      computed: false,
      includeTags: { exif: true, xmp: true, file: true, png: true },
    })
  } catch {
    return {}
  }
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

function rationals(tag: Tag): Rationals | undefined {
  const value = tag?.value
  if (!Array.isArray(value)) return undefined
  const pairs = value.every((item) => typeof item === 'number') && value.length === 2 ? [value] : value
  return pairs.every((pair) => Array.isArray(pair) && pair.every((item) => typeof item === 'number'))
    ? (pairs as Rationals)
    : undefined
}
