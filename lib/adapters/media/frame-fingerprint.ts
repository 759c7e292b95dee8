import 'server-only'
import { smallPerSecond } from '#lib/adapters/media/video-figures'
import { collectFilmHashes, filmHashesPerSecond } from '#lib/domain/film/film-hashes'
import { type GrayPicture, hashPicture, mirrorPicture, packFingerprint } from '#lib/domain/film/frame-hash'
import { cellsOf } from '#lib/domain/film/picture-cells'

const stride = smallPerSecond / filmHashesPerSecond

/**
 * Collects from the small pictures of a film, in order, its fingerprint, by which submitted films are compared, and the hashes by which
 * it is found once it is published. Uniform pictures have neither.
 */
export function collectFingerprint() {
  const prints: Uint8Array[] = []
  const mirrored: Uint8Array[] = []
  const film = collectFilmHashes()
  return {
    add: (picture: GrayPicture, index: number) => {
      if (index % stride !== 0) return
      addHash(prints, picture)
      addHash(mirrored, mirrorPicture(picture))
      film.add(cellsOf(picture))
    },
    fingerprint: () => packFingerprint(prints),
    /** The fingerprint of the film mirrored left to right. It is compared, but not stored. */
    mirrored: () => packFingerprint(mirrored),
    pictureHashes: film.hashes,
  }
}

function addHash(hashes: Uint8Array[], picture: GrayPicture): void {
  const hash = hashPicture(picture)
  if (hash) hashes.push(hash)
}
