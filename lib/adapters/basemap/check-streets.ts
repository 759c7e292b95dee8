import 'server-only'
import { openStreets, type StreetsError } from '#lib/adapters/basemap/streets'
import { type Env, EnvError } from '#lib/adapters/env'

/**
 * Refuses a street archive that is unreadable or not a PMTiles v3 archive, before a visitor sees a map without streets.
 *
 * @returns a message if the bucket does not respond: the archive may still be valid
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
