import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type IngestContext,
  type IngestedFile,
  ingestFiles,
  type RefusedFile,
} from '#lib/services/captures/ingest-file'
import { ingestManifest } from '#lib/services/captures/ingest-manifest'

/** A real photograph or film in `sandbox/captures`, and its declared claims, which the file does not have. */
type DemoCapture = {
  file: string
  /** The declared time: an instant, or a number of hours before the first start, of which `timeOf` makes an hour of daylight. No file has a usable time. */
  taken: string | { hoursAgo: number }
  /** The declared place. Without it the position in the file is used. */
  geohash?: string
}

const hour = 3_600_000
const day = 24
const inFlorence = (number: string, geohash: string, hoursAgo: number): DemoCapture => ({
  file: `lund-declared-in-florence-${number}.jpg`,
  geohash,
  taken: { hoursAgo },
})

/**
 * The captures of the sandbox; `sandbox/captures/CREDITS.md` names their authors. Those of Arezzo have a camera time and a receiver time
 * that contradict each other, and the receiver time is declared. The street map of the sandbox shows Florence, so photographs of Lund are
 * declared there, and their names say so.
 */
export const demoCaptures: readonly DemoCapture[] = [
  { file: 'berlin-1.jpg', taken: { hoursAgo: 3 } },
  { file: 'berlin-2.jpg', taken: { hoursAgo: 27 } },
  { file: 'arezzo-1.jpg', taken: '2008-10-23T14:27:07Z' },
  { file: 'arezzo-2.jpg', taken: '2008-10-23T14:36:47Z' },
  { file: 'arezzo-3.jpg', taken: '2008-10-23T14:45:20Z' },
  { file: 'arezzo-4.jpg', taken: '2008-10-23T14:57:41Z' },
  { file: 'lund-1.jpg', taken: { hoursAgo: 9 } },
  { file: 'lund-2.jpg', taken: { hoursAgo: 4 * day + 3 } },
  { file: 'lund-3.jpg', taken: { hoursAgo: 29 * day + 8 } },
  { file: 'lund-film.mp4', geohash: 'u3cku5', taken: { hoursAgo: 8 } },
  inFlorence('01', 'srb100', 0.6), // the cathedral
  inFlorence('02', 'srb100', 30),
  inFlorence('03', 'srb0br', 5), // Santa Croce
  inFlorence('04', 'spzcpb', 22), // Santa Maria Novella
  inFlorence('05', 'srb0bp', 53), // Ponte Vecchio
  inFlorence('06', 'srb101', 4 * day + 6), // San Marco
  inFlorence('07', 'spzcpc', 6 * day + 9), // Fortezza da Basso
  inFlorence('08', 'srb0bq', 12 * day + 14), // San Miniato
  inFlorence('09', 'srb102', 20 * day + 5), // Sant'Ambrogio
  inFlorence('10', 'spzbzz', 33 * day + 11), // Santo Spirito
  inFlorence('11', 'spzcp6', 60 * day + 16), // Cascine
  inFlorence('12', 'srb10d', 110 * day + 4), // Campo di Marte
  inFlorence('13', 'srb10y', 200 * day + 13), // Fiesole
  inFlorence('14', 'spzcps', 320 * day + 10), // Rifredi
]

export function demoCapturePath(file: string): string {
  return join(import.meta.dirname, 'captures', file)
}

/**
 * Ingests the demo captures: declared places by a manifest, everything else from the files. A later call changes nothing.
 *
 * @param input.folder where the manifest is written
 * @returns the observation ids, in the order of the captures
 */
export async function ingestDemoCaptures({
  ctx,
  input,
}: {
  ctx: IngestContext
  input: { folder: string }
}): Promise<string[]> {
  const now = ctx.clock.now().getTime()
  mkdirSync(input.folder, { recursive: true })
  const manifest = join(input.folder, 'manifest.ndjson')
  writeFileSync(manifest, manifestOf(now))
  const onRefused = (line: number, reason: string) => {
    throw new Error(`line ${line} of ${manifest} was refused: ${reason}`)
  }
  await ingestManifest({ ctx, input: { path: manifest, onRefused } })
  const files = demoCaptures.map(({ file, taken, geohash }) => ({
    path: demoCapturePath(file),
    ...(geohash === undefined && { capturedAt: Math.floor(Date.parse(timeOf(taken, now)) / 1_000) }),
  }))
  const outcomes = await ingestFiles({ ctx, input: { files } })
  return demoCaptures.map(({ file }, at) => idOf(file, outcomes[at]!))
}

function idOf(file: string, outcome: IngestedFile | RefusedFile): string {
  if (outcome.status !== 'refused') return outcome.observationId
  throw new Error(`the demo capture ${file} was refused: ${outcome.refusals.join(', ')}`)
}

function manifestOf(now: number): string {
  const lines = demoCaptures.flatMap(({ file, taken, geohash }) => {
    if (!geohash) return []
    const sha256 = createHash('sha256')
      .update(readFileSync(demoCapturePath(file)))
      .digest('hex')
    return `${JSON.stringify({ sha256, geohash, captured_at: timeOf(taken, now) })}\n`
  })
  return lines.join('')
}

function timeOf(taken: DemoCapture['taken'], now: number): string {
  return typeof taken === 'string' ? taken : new Date(daylightBefore(now, taken.hoursAgo)).toISOString()
}

const daylight = { fromHour: 10, hours: 6 }
/** All places of the captures are in the time zone of Rome. */
const zone = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Rome', timeZoneName: 'longOffset' })

/**
 * A time in daylight that is roughly so many hours before another one: from 10:00 to 16:00 of a day in Rome, by its present distance from UTC.
 * A day has six hours of daylight, a quarter of 24, so a quarter of the hours is counted back, in daylight only. A capture that should be
 * at most some days old therefore stays at most as old.
 *
 * @param now epoch milliseconds
 */
export function daylightBefore(now: number, hoursAgo: number): number {
  const [, sign = '+', hours = 0, minutes = 0] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(zone.format(now)) ?? []
  const offset = Number(`${sign}1`) * (Number(hours) * hour + Number(minutes) * (hour / 60))
  const [dayMs, from, length] = [day * hour, daylight.fromHour * hour, daylight.hours * hour]
  const wall = now + offset
  const today = Math.floor(wall / dayMs)
  const lit = today * length + Math.min(length, Math.max(0, wall - today * dayMs - from))
  const then = lit - (hoursAgo * hour * length) / dayMs
  const thatDay = Math.floor(then / length)
  return thatDay * dayMs + from + (then - thatDay * length) - offset
}
