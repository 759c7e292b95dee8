import 'server-only'
import { smallPerSecond } from '#lib/adapters/media/video-figures'
import { type GrayPicture, hashPicture, packFingerprint } from '#lib/domain/frame-hash'

const hashesPerSecond = 2
const stride = smallPerSecond / hashesPerSecond

/** Takes a film's small pictures one after the other; even ones leave nothing to recognise them by. */
export function collectFingerprint() {
  const hashes: Uint8Array[] = []
  return {
    add: (picture: GrayPicture, index: number) => {
      if (index % stride === 0) hashes.push(...[hashPicture(picture)].filter((hash) => hash !== undefined))
    },
    fingerprint: () => packFingerprint(hashes),
  }
}
