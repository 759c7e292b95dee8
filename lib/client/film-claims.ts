import { type MovieClaims, readMovieClaims } from '#lib/domain/film/movie-claims'

const maxBoxes = 1_000
/** A film of five minutes has a `moov` of some hundred kilobytes. */
const maxMovieBytes = 32 * 2 ** 20

/** The claims of a film's file about its place and time; `undefined` if it cannot be read here. Reads a small part of it. */
export async function readFilmClaims(file: Blob): Promise<MovieClaims | undefined> {
  try {
    let at = 0
    for (let count = 0; count < maxBoxes && at + 8 <= file.size; count++) {
      const header = new DataView(await file.slice(at, at + 16).arrayBuffer())
      const short = header.getUint32(0)
      const size = short === 1 ? Number(header.getBigUint64(8)) : short === 0 ? file.size - at : short
      const headerSize = short === 1 ? 16 : 8
      if (size < headerSize) return undefined
      const type = String.fromCharCode(...new Uint8Array(header.buffer, 4, 4))
      if (type === 'moov' && size <= maxMovieBytes)
        return readMovieClaims(new Uint8Array(await file.slice(at + headerSize, at + size).arrayBuffer()))
      at += size
    }
  } catch {
    // The file has no readable boxes, or is gone.
  }
  return undefined
}
