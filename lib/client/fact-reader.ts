import { filmPlaceAndTime } from '#lib/domain/film/film-place-and-time'
import { type StatedFacts, statedFacts } from '#lib/domain/proof/stated-facts'

/**
 * Reads the time and place in the metadata of a file; `undefined` if there are none that can be read here.
 *
 * @throws if the file is gone, or too large to be read
 */
type FactReader = (file: File) => Promise<StatedFacts | undefined>

/** @throws if the code for this kind of file cannot be loaded */
export async function loadFactReader(kind: 'photo' | 'film'): Promise<FactReader> {
  if (kind === 'photo') {
    const { readPhotoClaims } = await import('./photo-claims.ts')
    return async (file) => {
      const claims = await readPhotoClaims(file)
      return claims && statedFacts(claims)
    }
  }
  const { readFilmClaims } = await import('./film-claims.ts')
  return async (file) => {
    // A film that is gone is else like one without claims.
    await file.slice(0, 1).arrayBuffer()
    const claims = await readFilmClaims(file)
    return claims && statedFacts(filmPlaceAndTime(claims))
  }
}
