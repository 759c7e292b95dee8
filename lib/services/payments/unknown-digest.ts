// The stored hashes of an order that is known from the chain alone: a restored backup lacked its row, and its request is unknown.

/** Stored in place of both hashes, of request and payload. No known input has a SHA-256 of zeros. */
export const unknownDigest = new Uint8Array(32)

export function isUnknownDigest(digest: Uint8Array): boolean {
  return digest.every((byte) => byte === 0)
}
