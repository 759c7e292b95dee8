import { z } from 'zod'
import { placeToCell } from '#lib/domain/geo/capture-place'
import { geohashLength, geohashToCell } from '#lib/domain/geo/geohash'
import { timeRefusals } from '#lib/domain/proof/capture'
import { parseInstant } from '#lib/domain/proof/capture-time'
import { parseJson } from '#lib/domain/text/json'
import { refuse } from '#lib/schemas/refuse'

/** A line of a manifest, with its place as a cell. */
export type ManifestEntry = {
  /** 64 lower-case hex digits. */
  sha256: string
  cell: number
  /** Epoch seconds. */
  capturedAt: number
}

const sha256 = z
  .string({ error: 'must be 64 hex digits' })
  .regex(/^(?:sha256:|0x)?[0-9a-f]{64}$/i, 'must be 64 hex digits')
  .transform((value) => value.slice(-64).toLowerCase())

const degrees = (limit: number) =>
  z
    .number({ error: 'must be a number' })
    .min(-limit, `must be within -${limit}..${limit}`)
    .max(limit, `must be within -${limit}..${limit}`)

/** A longer geohash is cut to the cell of its first six characters. */
const geohash = z.string({ error: 'must be text' }).transform((value, check) => {
  const cell = value.length <= 12 ? geohashToCell(value.slice(0, geohashLength)) : undefined
  if (cell !== undefined && /^[0-9bcdefghjkmnpqrstuvwxyz]*$/i.test(value)) return cell
  return refuse(check, 'must be a geohash of 6 to 12 characters')
})

const capturedAt = z.string({ error: 'must be text' }).transform((value, check) => {
  const seconds = parseInstant(value)
  if (seconds !== undefined) return seconds
  return refuse(check, 'must be ISO 8601 with an offset, or a date')
})

/**
 * One line of a manifest: `{"sha256", "geohash" | "lat" and "lon", "captured_at"}`; other members are ignored. Messages
 * never repeat the content of the line, because it may have an exact position.
 */
const manifestLine = z
  .object(
    {
      sha256,
      geohash: geohash.optional(),
      lat: degrees(90).optional(),
      lon: degrees(180).optional(),
      captured_at: capturedAt,
    },
    { error: 'must be a JSON object' },
  )
  .transform((line, check): ManifestEntry => {
    const { geohash, lat, lon } = line
    if (geohash !== undefined && (lat !== undefined || lon !== undefined))
      return refuse(check, 'give geohash, or lat and lon, not both')
    const cell =
      geohash ??
      (lat !== undefined && lon !== undefined ? placeToCell({ latitude: lat, longitude: lon }) : undefined)
    if (cell === undefined)
      return refuse(check, 'no place: give geohash, or lat and lon (0,0 is not accepted as a place)')
    return { sha256: line.sha256, cell, capturedAt: line.captured_at }
  })

/**
 * Parses one line.
 *
 * @param now epoch milliseconds
 * @returns the entry, or the reason it is refused
 */
export function parseManifestLine(
  text: string,
  now: number,
): { entry: ManifestEntry; reason?: undefined } | { entry?: undefined; reason: string } {
  const value = parseJson(text)
  if (value === undefined) return { reason: 'not JSON' }
  const parsed = manifestLine.safeParse(value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return { reason: [issue?.path.join('.'), issue?.message].filter(Boolean).join(' ') }
  }
  const [refusal] = timeRefusals(parsed.data.capturedAt, now)
  if (refusal === 'future') return { reason: 'captured_at is in the future' }
  if (refusal) return { reason: 'captured_at is before 1970' }
  return { entry: parsed.data }
}
