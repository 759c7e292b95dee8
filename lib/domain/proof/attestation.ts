import { bytesToHex } from '@noble/hashes/utils.js'
import { isoSeconds } from '../text/iso-time.ts'
import { fromHex, toHex } from './leaf.ts'
import type { Hex, ProofBundle } from './proof.ts'

/** One attestation as EAS stores it. Times are epoch seconds, 0 when not set. */
export type Attestation = {
  uid: Hex
  schema: Hex
  time: number
  expirationTime: number
  revocationTime: number
  refUid: Hex
  recipient: Hex
  attester: Hex
  revocable: boolean
  data: Hex
}

/** The attested data of a tree: `bytes32 root,uint64 treeId,uint32 leafCount,bytes32 prevRoot,bytes32 leafSpec`. */
export type AnchorData = { root: Hex; treeId: number; leafCount: number; prevRoot: Hex; leafSpec: Hex }

/** The part of a transaction receipt that ties an attestation to a block. */
export type AttestReceipt = {
  blockNumber: number
  logs: { address: string; topics: string[]; data: string }[]
}

/** A tree and the attestation it is said to have: a part of every proof. */
export type AnchoredTree = Pick<ProofBundle, 'tree' | 'attestation'>

/** The attesters this service trusts. Anyone can attest under the same schema, so a verifier must compare the attester. */
export type Trust = { chainId: number; eas: Hex; schemaUids: readonly Hex[]; attesters: readonly Hex[] }

/** `getAttestation(bytes32)` */
const getAttestationSelector = 'a3112a64'
/** `Attested(address indexed recipient, address indexed attester, bytes32 uid, bytes32 indexed schemaUID)` */
export const attestedTopic = '0x8bf46bf4cfd674fa735a3d63ec1c9ad4153f033c290341f3a588b75685141b35'
const zeroHash = `0x${'0'.repeat(64)}`

/** Call data that asks EAS for an attestation. */
export function encodeGetAttestation(uid: Hex): Hex {
  return `0x${getAttestationSelector}${bytesToHex(fromHex(uid))}`
}

/**
 * Decodes the answer of `getAttestation`. Written by hand because a general ABI library would be the larger part of what
 * the page has to load.
 *
 * @returns `undefined` when EAS has no such attestation
 * @throws RangeError when the bytes are not such an answer
 */
export function decodeAttestation(answer: string): Attestation | undefined {
  const words = new Words(answer)
  const tuple = words.at(words.integer(0))
  const dataStart = tuple.integer(9)
  const length = tuple.at(dataStart).integer(0)
  const uid = tuple.hash(0)
  if (uid === zeroHash) return undefined
  return {
    uid,
    schema: tuple.hash(1),
    time: tuple.integer(2),
    expirationTime: tuple.integer(3),
    revocationTime: tuple.integer(4),
    refUid: tuple.hash(5),
    recipient: tuple.address(6),
    attester: tuple.address(7),
    revocable: tuple.integer(8) === 1,
    data: tuple.slice(dataStart + 32, length),
  }
}

/** @throws RangeError when the data is not of our schema */
export function decodeAnchorData(data: string): AnchorData {
  const words = new Words(data)
  return {
    root: words.hash(0),
    treeId: words.integer(1),
    leafCount: words.integer(2),
    prevRoot: words.hash(3),
    leafSpec: words.hash(4),
  }
}

/** One fact of the chain beside the value in the proof. */
export type ChainStep = {
  name:
    | 'exists'
    | 'not_revoked'
    | 'attester'
    | 'schema'
    | 'root'
    | 'tree_id'
    | 'leaf_count'
    | 'prev_root'
    | 'leaf_spec'
    | 'time'
    | 'block'
  found: string
  expected: string
  holds: boolean
}

export type ChainReading = {
  outcome: 'confirmed' | 'contradicts' | 'revoked' | 'not_ours'
  steps: ChainStep[]
  /** Epoch seconds and block number of the chain; `undefined` if it did not return them. */
  time: number | undefined
  block: number | undefined
}

/**
 * Compares the attestation on the chain with the proof and with the trusted attesters.
 *
 * @param receipt of the attesting transaction; `undefined` when the endpoint has pruned it; the block number is then
 *   unconfirmed, while everything else comes from the attestation itself
 */
export function compareAttestation(input: {
  bundle: AnchoredTree
  trust: Trust
  attestation: Attestation | undefined
  receipt: AttestReceipt | undefined
}): ChainReading {
  const { bundle, trust, attestation, receipt } = input
  const named = bundle.attestation
  if (!attestation) {
    const steps: ChainStep[] = [{ name: 'exists', found: 'none', expected: named.uid, holds: false }]
    return { outcome: 'contradicts', steps, time: undefined, block: undefined }
  }
  const data = anchorDataOrNothing(attestation.data)
  const same = (name: ChainStep['name'], found: string | number | undefined, expected: string | number) => ({
    name,
    found: String(found ?? 'none'),
    expected: String(expected),
    holds: String(found ?? 'none').toLowerCase() === String(expected).toLowerCase(),
  })
  const includes = (list: readonly string[], value: string) =>
    list.some((item) => item.toLowerCase() === value.toLowerCase())
  const isOurService = named.chain_id === trust.chainId && named.eas.toLowerCase() === trust.eas.toLowerCase()
  const attester = same('attester', attestation.attester, named.attester)
  const schema = same('schema', attestation.schema, named.schema_uid)
  const steps: ChainStep[] = [
    same('exists', attestation.uid, named.uid),
    {
      name: 'not_revoked',
      found: attestation.revocationTime === 0 ? 'not revoked' : isoSeconds(attestation.revocationTime),
      expected: 'not revoked',
      holds: attestation.revocationTime === 0,
    },
    { ...attester, holds: isOurService && includes(trust.attesters, attestation.attester) },
    { ...schema, holds: isOurService && includes(trust.schemaUids, attestation.schema) },
    same('root', data?.root, bundle.tree.root),
    same('tree_id', data?.treeId, bundle.tree.tree_id),
    same('leaf_count', data?.leafCount, bundle.tree.leaf_count),
    same('prev_root', data?.prevRoot, bundle.tree.prev_root),
    same('leaf_spec', data?.leafSpec, bundle.tree.leaf_spec),
    same('time', isoSeconds(attestation.time), named.time),
  ]
  if (receipt) {
    const block = same('block', receipt.blockNumber, named.block)
    steps.push({ ...block, holds: block.holds && emits(receipt, named) })
  }
  const broken = steps.filter((step) => !step.holds).map((step) => step.name)
  const outcome = broken.includes('not_revoked')
    ? 'revoked'
    : broken.includes('attester') || broken.includes('schema')
      ? 'not_ours'
      : broken.length > 0
        ? 'contradicts'
        : 'confirmed'
  return { outcome, steps, time: attestation.time, block: receipt?.blockNumber }
}

function emits(receipt: AttestReceipt, named: ProofBundle['attestation']): boolean {
  return receipt.logs.some(
    (log) =>
      log.address.toLowerCase() === named.eas.toLowerCase() &&
      log.topics[0] === attestedTopic &&
      log.data.toLowerCase() === named.uid.toLowerCase(),
  )
}

function anchorDataOrNothing(data: Hex): AnchorData | undefined {
  try {
    return decodeAnchorData(data)
  } catch {
    return undefined
  }
}

/** 32-byte words of an ABI encoding, read with bounds. */
class Words {
  readonly #bytes: Uint8Array

  constructor(encoded: string | Uint8Array) {
    try {
      this.#bytes = typeof encoded === 'string' ? fromHex(encoded) : encoded
    } catch (cause) {
      throw new RangeError('not hexadecimal', { cause })
    }
  }

  at(offset: number): Words {
    if (offset > this.#bytes.length) throw new RangeError(`offset ${offset} is past the end`)
    return new Words(this.#bytes.subarray(offset))
  }

  slice(offset: number, length: number): Hex {
    if (offset + length > this.#bytes.length)
      throw new RangeError(`the data ends before the end of ${length} bytes at ${offset}`)
    return toHex(this.#bytes.subarray(offset, offset + length))
  }

  hash(index: number): Hex {
    return this.slice(index * 32, 32)
  }

  integer(index: number): number {
    const value = BigInt(this.hash(index))
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`word ${index} is too large`)
    return Number(value)
  }

  address(index: number): Hex {
    if (BigInt(this.hash(index)) >> 160n !== 0n) throw new RangeError(`word ${index} is not an address`)
    return this.slice(index * 32 + 12, 20)
  }
}
