import { readOptions } from '#lib/cli/read-options'
import { UsageError } from '#lib/cli/usage-error'
import type { TimeHints } from '#lib/domain/proof/capture'
import { parseInstant, parseOffset } from '#lib/domain/proof/capture-time'

export type IngestArguments = { paths: string[]; manifests: string[]; hints: TimeHints }

export const ingestHelp = `Brings photographs and videos in as captures.

Usage:  npm run ingest -- FILE|FOLDER… [--manifest F.ndjson]… [--captured-at T] [--utc-offset +HH:MM]

  FILE|FOLDER        JPEG, HEIF, PNG, MP4 or MOV, told by content and not by name; folders with all
                     below them. Of the place only the six-character geohash is kept.
  --manifest F       one capture a line, without its file:
                     {"sha256": "…", "geohash": "u33dbb", "captured_at": "2026-05-01T12:00:00Z"}
                     or "lat" and "lon" in place of "geohash"
  --captured-at T    the time of files that carry none, or clocks that contradict each other by more
                     than time zones explain: ISO 8601 with an offset, or a date (its UTC midnight).
                     It replaces no other time that a file carries.
  --utc-offset Z     for files whose time is local and says no offset, such as +02:00
  --help             this text

The database is DATABASE_URL, or that of a running \`npm start\`. A running worker anchors what comes in.
Exit status: 0 everything is in, 1 something was refused, 2 wrong usage.
`

/** @returns `help` when it was asked for @throws UsageError */
export function parseIngestArguments(args: string[]): IngestArguments | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const manifests = values.manifest ?? []
  if (positionals.length === 0 && manifests.length === 0)
    throw new UsageError('FILE, FOLDER or --manifest is missing: there is nothing to ingest.')
  const empty = [...positionals, ...manifests].includes('')
  if (empty) throw new UsageError('A FILE, FOLDER or --manifest is empty.')
  return { paths: positionals, manifests, hints: parseHints(values['captured-at'], values['utc-offset']) }
}

function parse(args: string[]) {
  return readOptions({
    args,
    allowPositionals: true,
    options: {
      manifest: { type: 'string', multiple: true },
      'captured-at': { type: 'string' },
      'utc-offset': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
}

function parseHints(capturedAt: string | undefined, utcOffset: string | undefined): TimeHints {
  const hints: TimeHints = {}
  if (capturedAt !== undefined) {
    const seconds = parseInstant(capturedAt)
    if (seconds === undefined || seconds < 0)
      throw new UsageError(
        `--captured-at ${capturedAt}: must be ISO 8601 with an offset (2026-05-01T12:00:00+02:00) or a date, from 1970 on.`,
      )
    hints.capturedAt = seconds
  }
  if (utcOffset !== undefined) {
    const minutes = parseOffset(utcOffset)
    if (minutes === undefined)
      throw new UsageError(`--utc-offset ${utcOffset}: must be Z or an offset like +02:00.`)
    hints.utcOffsetMinutes = minutes
  }
  return hints
}
