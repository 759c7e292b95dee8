import 'server-only'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Compression, PMTiles, ResolvedValueCache, TileType } from 'pmtiles'
import { openSource } from '#lib/adapters/basemap/archive-source'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Env } from '#lib/adapters/env'
import type { StorageConfig, StreetsConfig } from '#lib/adapters/env-storage'
import { processValue } from '#lib/adapters/process-value'
import { createRecentCache } from '#lib/adapters/recent-cache'
import type { CellBounds } from '#lib/domain/geo/geohash'
import type { Tile } from '#lib/domain/geo/tile'

/** An archive of street tiles, opened: a city, a country or the planet. */
export type Streets = {
  bounds: CellBounds
  minZoom: number
  maxZoom: number
  /** A tile as stored, compressed with gzip; `undefined` where the archive has no tile. */
  tile: (tile: Tile) => Promise<Uint8Array<ArrayBuffer> | undefined>
}

type StreetsEnv = Pick<Env, 'map' | 'storage'>

/** Compressed tiles that are stored in memory: about a city. */
const maxTileBytes = 64 * 2 ** 20

const opened = processValue<{ config: StreetsConfig; streets: Promise<Streets> }>('streets')

/** The archive named in the settings, opened once; `undefined` if the settings name no archive. @throws StreetsError */
export async function openStreets(env: StreetsEnv): Promise<Streets | undefined> {
  const config = env.map.streets
  if (!config) return undefined
  if (JSON.stringify(opened.current?.config) !== JSON.stringify(config))
    opened.current = { config, streets: readStreets(config, env.storage) }
  const current = opened.current!
  // Tried again by the next request: a file may be replaced, and a bucket may be out of reach for a while.
  return current.streets.catch((error: unknown) => {
    if (opened.current === current) opened.current = undefined
    throw error
  })
}

/** The archive is unreadable or in another format. */
export class StreetsError extends Error {
  override readonly name = 'StreetsError'
  /** False if the bucket did not answer: the archive may be valid. */
  readonly isCertain: boolean
  constructor(message: string, { cause, isCertain = true }: { cause?: unknown; isCertain?: boolean } = {}) {
    super(message, { cause })
    this.isCertain = isCertain
  }
}

async function readStreets(config: StreetsConfig, storage: StorageConfig): Promise<Streets> {
  const name = config.kind === 'file' ? config.path : `s3:${config.key}`
  const source = await openSource(config, storage)
  // Tiles are passed on unchanged; directories are decompressed by the cache.
  const archive = new PMTiles(source, new ResolvedValueCache(), async (bytes) => bytes)
  const header = await archive.getHeader().catch((cause: unknown) => {
    if (config.kind === 's3' && !isAnswer(cause))
      throw new StreetsError(`no answer from the bucket for ${name}`, { cause, isCertain: false })
    throw new StreetsError(`${name} is not a PMTiles v3 archive, or cannot be read (${errorText(cause)})`, {
      cause,
    })
  })
  if (header.specVersion !== 3 || header.tileType !== TileType.Mvt)
    throw new StreetsError(`${name} is not a PMTiles v3 archive of vector tiles`)
  if (header.tileCompression !== Compression.Gzip)
    throw new StreetsError(`${name} has tiles that are not compressed with gzip`)
  const recent = createRecentCache<Uint8Array<ArrayBuffer> | undefined>({
    maxSize: maxTileBytes,
    sizeOf: (bytes) => 100 + (bytes?.length ?? 0),
  })
  return {
    bounds: { west: header.minLon, south: header.minLat, east: header.maxLon, north: header.maxLat },
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    tile: ({ z, x, y }) =>
      recent.get(`${z}/${x}/${y}`, async () => {
        if (z < header.minZoom || z > header.maxZoom) return undefined
        const found = await archive.getZxy(z, x, y)
        return found && new Uint8Array(found.data)
      }),
  }
}

/**
 * True if the bucket answered: it refused the request with a status below 500, or the archive that it sent is invalid. Other errors mean
 * that the bucket failed or was not reached.
 */
function isAnswer(cause: unknown): boolean {
  const { $metadata } = cause as { $metadata?: { httpStatusCode?: number } }
  return $metadata ? ($metadata.httpStatusCode ?? 500) < 500 : cause instanceof Error && !('code' in cause)
}

/** A tile of the archive, decompressed. */
export async function streetTile(streets: Streets, tile: Tile): Promise<Uint8Array | undefined> {
  const bytes = await streets.tile(tile)
  return bytes && promisify(gunzip)(bytes)
}
