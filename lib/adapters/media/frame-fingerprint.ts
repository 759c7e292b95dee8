import 'server-only'
import { smallPerSecond } from '#lib/adapters/media/video-figures'
import { type GrayPicture, hashPicture, packFingerprint } from '#lib/domain/film/frame-hash'

const hashesPerSecond = 2
const stride = smallPerSecond / hashesPerSecond

/**
 * Collects the fingerprint of a film from its small pictures, in order. Uniform pictures have no hash and are
 * skipped.
 */
export function collectFingerprint() {
  const hashes: Uint8Array[] = []
  return {
    add: (picture: GrayPicture, index: number) => {
      if (index % stride === 0) hashes.push(...[hashPicture(picture)].filter((hash) => hash !== undefined))
    },
    fingerprint: () => packFingerprint(hashes),
  }
}
