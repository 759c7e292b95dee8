import 'server-only'
import { openStreets, type StreetsError } from '#lib/adapters/basemap/streets'
import { type Env, EnvError } from '#lib/adapters/env'

/**
 * Refuses a street archive that is no PMTiles v3 archive or cannot be read, before a visitor sees a map without streets.
 *
 * @returns a message if the bucket does not respond: that says nothing about the archive
 * @throws EnvError
 */
export async function checkStreets(env: Pick<Env, 'map' | 'storage'>): Promise<string[]> {
  try {
    await openStreets(env)
    return []
  } catch (error) {
    const { message, isCertain } = error as StreetsError
    if (!isCertain) return [`BASEMAP_PMTILES: ${message}`]
    throw new EnvError([`BASEMAP_PMTILES: ${message}`])
  }
}
