/** The request and payload hashes of a payment that is known from the chain alone. No known input has a SHA-256 of zeros. */
export const lostDigest = new Uint8Array(32)

export function isLostDigest(digest: Uint8Array): boolean {
  return digest.every((byte) => byte === 0)
}
