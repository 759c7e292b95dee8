import { type MovieClaims, readMovieClaims } from '#lib/domain/film/movie-claims'
import { declaredHeadBytes, declaredLength } from './declared-length.ts'

const maxBoxes = 1_000
/** A film of five minutes has a `moov` of some hundred kilobytes. */
const maxMovieBytes = 32 * 2 ** 20
/** A box of another type that is longer than the file may be a foreign appendix, which players skip. */
const filmBoxes = new Set(['moov', 'mdat', 'moof'])

/** The boxes of a film's file, read before it is uploaded. */
type FilmBoxes = {
  /** The content of the `moov` box, without which no player can open the film. */
  movie: { from: number; to: number } | undefined
  /** `cut`: the last box is longer than the file. `unknown`: the bytes are no boxes, or too many. */
  end: 'whole' | 'cut' | 'unknown'
}

/** The claims of a film's file about its place and time; `undefined` if it cannot be read here. Reads a small part of it. */
export async function readFilmClaims(file: Blob): Promise<MovieClaims | undefined> {
  const movie = await readMovie(file)
  return movie && readMovieClaims(movie)
}

/** The content of a film's `moov` box; `undefined` if it has none that can be read here. Reads a small part of the file. */
export async function readMovie(file: Blob): Promise<Uint8Array | undefined> {
  try {
    const { movie } = await readBoxes(file)
    if (!movie || movie.to - movie.from > maxMovieBytes) return undefined
    return new Uint8Array(await file.slice(movie.from, movie.to).arrayBuffer())
  } catch {
    // The file is gone.
    return undefined
  }
}

/**
 * What is missing from a film's file: `all` if no player can open it, `end` if it can be played in part. `undefined` if nothing is known to
 * be missing.
 */
export async function findMissing(file: Blob): Promise<'all' | 'end' | undefined> {
  const { movie, end } = await readBoxes(file).catch(() => ({ movie: undefined, end: 'unknown' }))
  if (end === 'unknown') return undefined
  if (!movie || movie.to > file.size) return 'all'
  return end === 'cut' ? 'end' : undefined
}

/** How a film begins in the container of MP4 and MOV, which has boxes. */
const boxedHead = /^.{4}(ftyp|moov|mdat|wide|free|skip|pnot|uuid)/s
/** Some programs declare a few bytes too many, such as a header that they count twice. */
const declaredTolerance = 16
/** How films in other containers begin: Matroska and WebM, AVI, MPEG streams, Ogg, Flash, Windows Media. */
const otherHeads = ['\x1aE\xdf\xa3', 'RIFF', 'G', '\0\0\x01', 'OggS', 'FLV', '0&\xb2u']

/**
 * True if a film's file is cut off, or is no film. Whether this browser can play it does not matter.
 *
 * @throws if the file is gone
 */
export async function isDamagedFilm(file: Blob): Promise<boolean> {
  const bytes = await file.slice(0, declaredHeadBytes).arrayBuffer()
  const head = String.fromCharCode(...new Uint8Array(bytes, 0, Math.min(12, bytes.byteLength)))
  if (boxedHead.test(head)) return (await findMissing(file)) !== undefined
  const declared = declaredLength(new DataView(bytes))
  if (declared !== undefined && file.size + declaredTolerance < declared) return true
  // The packets of an MPEG stream may each begin with a time code of four bytes.
  return head[4] !== 'G' && !otherHeads.some((start) => head.startsWith(start))
}

/** @throws if the file is gone */
async function readBoxes(file: Blob): Promise<FilmBoxes> {
  let movie: FilmBoxes['movie']
  let at = 0
  for (let count = 0; count < maxBoxes; count++) {
    if (at + 8 > file.size) return { movie, end: 'whole' }
    const header = new DataView(await file.slice(at, at + 16).arrayBuffer())
    const short = header.getUint32(0)
    const isLong = short === 1 && header.byteLength === 16
    const size = isLong ? Number(header.getBigUint64(8)) : short === 0 ? file.size - at : short
    const headerSize = isLong ? 16 : 8
    if (size < headerSize) return { movie, end: 'unknown' }
    const type = String.fromCharCode(...new Uint8Array(header.buffer, 4, 4))
    if (type === 'moov') movie ??= { from: at + headerSize, to: at + size }
    at += size
    if (at > file.size) return { movie, end: filmBoxes.has(type) ? 'cut' : 'unknown' }
  }
  return { movie, end: 'unknown' }
}
