import { filmPlaceAndTime } from '#lib/domain/film/film-place-and-time'
import { readMovieClaims } from '#lib/domain/film/movie-claims'
import { readMovieNotes } from '#lib/domain/film/movie-notes'
import { type StatedFacts, statedFacts } from '#lib/domain/proof/stated-facts'

/**
 * Reads the time and place in the metadata of a file, and the texts in it; `undefined` if there are none that can be read here.
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
      return claims && { ...statedFacts(claims), notes: claims.notes }
    }
  }
  const { readMovie } = await import('./film-claims.ts')
  return async (file) => {
    // A film that is gone is else like one without claims.
    await file.slice(0, 1).arrayBuffer()
    const movie = await readMovie(file)
    return movie && { ...statedFacts(filmPlaceAndTime(readMovieClaims(movie))), notes: readMovieNotes(movie) }
  }
}
