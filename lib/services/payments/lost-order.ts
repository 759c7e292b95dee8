/** In place of a digest of what was asked for or shown, where a payment is known from the chain alone. Nothing hashes to it. */
export const lostDigest = new Uint8Array(32)

export function isLostDigest(digest: Uint8Array): boolean {
  return digest.every((byte) => byte === 0)
}
