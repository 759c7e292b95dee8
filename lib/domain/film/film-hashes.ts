import type { PictureCells } from '#lib/domain/film/picture-cells'
import { hashPictureCells, pictureDistance, pictureHashBytes } from '#lib/domain/film/picture-hash'

/** Pictures a second that are hashed. A trimmed copy shows one of them within a quarter of a second. */
export const filmHashesPerSecond = 2
/**
 * When the first of them is shown. ffmpeg's `fps` filter at four pictures a second takes the last picture before the end of half an
 * interval, an eighth of a second; a player at this time shows the same.
 */
export const firstHashSeconds = 0.12
/** Five minutes of a film that never shows the same view for half a second. */
export const filmHashesMax = 600
/** Pictures that differ by fewer bits from the last stored one are found by it as well. */
const newViewMin = 12

/** Collects the hashes of a film from its pictures, in order: uniform pictures and unchanged views have none. */
export function collectFilmHashes() {
  const hashes: Uint8Array[] = []
  return {
    add: (cells: PictureCells) => {
      if (hashes.length >= filmHashesMax) return
      const hash = hashPictureCells(cells)
      const last = hashes.at(-1)
      if (hash && (!last || pictureDistance(hash, last) >= newViewMin)) hashes.push(hash)
    },
    hashes: (): readonly Uint8Array[] => hashes,
  }
}

/** Hashes one after the other, as a row of the database stores them. */
export function joinHashes(hashes: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(hashes.length * pictureHashBytes)
  for (const [at, hash] of hashes.entries()) joined.set(hash, at * pictureHashBytes)
  return joined
}

export function splitHashes(joined: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.floor(joined.length / pictureHashBytes) }, (_, at) =>
    joined.slice(at * pictureHashBytes, (at + 1) * pictureHashBytes),
  )
}
