import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '#lib/adapters/context'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { type GroundArea, parseStreamArea } from '#lib/schemas/enterprise'
import { ingestManifest } from '#lib/services/captures/ingest-manifest'
import type { Random } from '#testing/chaos/random'

export type Known = { sha256: string; geohash: string; capturedAt: string }

/** The data that exists, as known to the process that created it. */
export type World = {
  area: GroundArea
  /** The area as a stream is asked for it. */
  wkt: string
  /** By id, whether published or still on its way. */
  all: Map<string, Known>
  /** Those that have been seen published, so that no answer may deny them. */
  published: Known[]
  /** How many were brought in under load. */
  ingested: () => number
  /** Brings in some more, of cells of the area. */
  ingest: (count: number) => Promise<void>
  close: () => void
}

const wkt = 'POLYGON((2.27 48.84, 2.32 48.84, 2.32 48.87, 2.27 48.87, 2.27 48.84))'

export function openWorld(ctx: Pick<Context, 'sql' | 'clock'>, random: Random): World {
  const area = parseStreamArea({ geometry: wkt })
  const cells = area.runs.flatMap(([low, high]) =>
    Array.from({ length: high - low + 1 }, (_, at) => low + at),
  )
  const folder = mkdtempSync(join(tmpdir(), 'cairn-load-manifests-'))
  const all = new Map<string, Known>()
  let ingested = 0
  return {
    area,
    wkt,
    all,
    published: [],
    ingested: () => ingested,
    ingest: async (count) => {
      const captured = new Date(Math.floor(ctx.clock.now().getTime() / 1_000) * 1_000 - 60_000)
      const made = Array.from({ length: count }, () => ({
        sha256: randomBytes(32).toString('hex'),
        geohash: cellToGeohash(random.pick(cells)),
        capturedAt: `${captured.toISOString().slice(0, 19)}Z`,
      }))
      ingested += count
      for (const known of made) all.set(known.sha256, known)
      // The one before may still be read.
      const path = join(folder, `${ingested}.ndjson`)
      const lines = made.map(({ sha256, geohash, capturedAt }) =>
        JSON.stringify({ sha256, geohash, captured_at: capturedAt }),
      )
      writeFileSync(path, `${lines.join('\n')}\n`)
      const { created, refused } = await ingestManifest({ ctx, input: { path } })
      if (created !== count || refused > 0) throw new Error(`${created} of ${count} captures were taken in`)
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
