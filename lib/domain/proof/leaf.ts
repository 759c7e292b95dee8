import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

// The leaf of a capture in a tree: a hash of its hash, place, time and salt.

/**
 * The leaf of a capture, as a contract computes it too:
 *
 *     fields = keccak256(abi.encode(FIELDS_TYPEHASH, salt, geohash6, capturedAtMs))
 *     leaf   = keccak256(keccak256(abi.encode(LEAF_TYPEHASH, captureSha256, fields)))
 *
 * Two levels, so that a file can be proven without opening its place and time; a random salt per capture, so that place
 * and time cannot be guessed from `fields`; a double hash, so that a leaf never passes for an inner node.
 */
export type LeafInput = {
  /** SHA-256 of the file, 32 bytes. */
  captureSha256: Uint8Array
  /** 32 random bytes kept with the capture; deleting them makes place and time unprovable. */
  salt: Uint8Array
  /** Six lower-case characters. */
  geohash: string
  /** Milliseconds since the epoch; a whole second, since no finer time is served. */
  capturedAtMs: number
}

export const fieldsType = 'CaptureFields(bytes32 salt,bytes6 geohash6,uint64 capturedAtMs)'
export const leafType = 'CaptureLeaf(bytes32 captureSha256,bytes32 fields)'

const fieldsTypeHash = keccak_256(utf8ToBytes(fieldsType))
const leafTypeHash = keccak_256(utf8ToBytes(leafType))

/** Names the leaf format in every attestation (`leafSpec`): the type hash of the leaf, `0x` hex. */
export const leafSpec = `0x${bytesToHex(leafTypeHash)}` as const

/** Hash of place, time and salt, 32 bytes. */
export function hashFields(input: Pick<LeafInput, 'salt' | 'geohash' | 'capturedAtMs'>): Uint8Array {
  if (input.salt.length !== 32) throw new RangeError('salt must be 32 bytes')
  if (!/^[0-9bcdefghjkmnpqrstuvwxyz]{6}$/.test(input.geohash))
    throw new RangeError('geohash must have six characters')
  if (!Number.isSafeInteger(input.capturedAtMs) || input.capturedAtMs < 0) {
    throw new RangeError('capturedAtMs must be a whole number of milliseconds from 1970 on')
  }
  const geohashWord = new Uint8Array(32)
  geohashWord.set(utf8ToBytes(input.geohash))
  const timeWord = new Uint8Array(32)
  new DataView(timeWord.buffer).setBigUint64(24, BigInt(input.capturedAtMs))
  return keccak_256(concatBytes(fieldsTypeHash, input.salt, geohashWord, timeWord))
}

/** Leaf of a capture from its file hash and the hash of its fields, 32 bytes. */
export function hashLeaf(captureSha256: Uint8Array, fields: Uint8Array): Uint8Array {
  if (captureSha256.length !== 32 || fields.length !== 32) throw new RangeError('hashes must be 32 bytes')
  return keccak_256(keccak_256(concatBytes(leafTypeHash, captureSha256, fields)))
}

/** Leaf of a capture with everything open, 32 bytes. */
export function leafOf(input: LeafInput): Uint8Array {
  return hashLeaf(input.captureSha256, hashFields(input))
}

/** `0x` hex to bytes; throws on anything else. */
export function fromHex(hex: string): Uint8Array {
  return hexToBytes(hex.startsWith('0x') ? hex.slice(2) : hex)
}

/** Bytes to lower-case `0x` hex. */
export function toHex(bytes: Uint8Array): `0x${string}` {
  return `0x${bytesToHex(bytes)}`
}
