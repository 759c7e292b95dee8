import 'server-only'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  isAddressEqual,
  keccak256,
  parseAbi,
  parseAbiParameters,
  parseEventLogs,
  type TransactionReceipt,
  zeroAddress,
  zeroHash,
} from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import { anchorSchema } from '#lib/domain/proof/anchor-words'
import { type AnchorData, decodeAnchorData } from '#lib/domain/proof/attestation'

// The Ethereum Attestation Service: registers our schema, attests the roots of trees, and reads attestations.

const resolver = zeroAddress
/** Attestations cannot be revoked, even by us. */
const revocable = false

/** The UID of the schema. The registry computes it from the schema, its resolver and whether it is revocable. */
export const anchorSchemaUid = keccak256(
  encodePacked(['string', 'address', 'bool'], [anchorSchema, resolver, revocable]),
)

export const registryAbi = parseAbi([
  'struct SchemaRecord { bytes32 uid; address resolver; bool revocable; string schema; }',
  'function register(string schema, address resolver, bool revocable) returns (bytes32)',
  'function getSchema(bytes32 uid) view returns (SchemaRecord)',
])
export const easAbi = parseAbi([
  'struct AttestationRequestData { address recipient; uint64 expirationTime; bool revocable; bytes32 refUID; bytes data; uint256 value; }',
  'struct AttestationRequest { bytes32 schema; AttestationRequestData data; }',
  'function attest(AttestationRequest request) payable returns (bytes32)',
  'struct Attestation { bytes32 uid; bytes32 schema; uint64 time; uint64 expirationTime; uint64 revocationTime; bytes32 refUID; address recipient; address attester; bool revocable; bytes data; }',
  'function getAttestation(bytes32 uid) view returns (Attestation)',
  'event Attested(address indexed recipient, address indexed attester, bytes32 uid, bytes32 indexed schemaUID)',
])
/** EAS increments this if the same attestation is made again in one block. */
const maxBump = 8

/** Call data that registers our schema. */
export function encodeRegisterSchema(): Hex {
  return encodeFunctionData({
    abi: registryAbi,
    functionName: 'register',
    args: [anchorSchema, resolver, revocable],
  })
}

export async function isSchemaRegistered(chain: Chain, registry: Address): Promise<boolean> {
  const record = await chain.client.readContract({
    address: registry,
    abi: registryAbi,
    functionName: 'getSchema',
    args: [anchorSchemaUid],
  })
  return record.uid === anchorSchemaUid
}

/** Call data that attests a tree: no recipient, no expiry, no reference. */
export function encodeAttest(anchor: AnchorData): Hex {
  const data = encodeAnchor(anchor)
  return encodeFunctionData({
    abi: easAbi,
    functionName: 'attest',
    args: [
      {
        schema: anchorSchemaUid,
        data: { recipient: zeroAddress, expirationTime: 0n, revocable, refUID: zeroHash, data, value: 0n },
      },
    ],
  })
}

/**
 * The UID of the attestation of a tree, from the receipt of its transaction. It is recomputed from the attested data and the
 * block's time, so that a wrong answer of a node is detected.
 *
 * @param blockTime epoch seconds of the receipt's block
 * @throws Error if the receipt has no attestation of this tree by this attester
 */
export function readAttestUid(args: {
  receipt: TransactionReceipt
  blockTime: bigint
  eas: Address
  attester: Address
  anchor: AnchorData
}): Hex {
  const { receipt, blockTime, eas, attester, anchor } = args
  const logs = parseEventLogs({
    abi: easAbi,
    eventName: 'Attested',
    args: { attester, schemaUID: anchorSchemaUid },
    logs: receipt.logs.filter((log) => isAddressEqual(log.address, eas)),
  })
  const possible = new Set(
    Array.from({ length: maxBump }, (_, bump) => attestUidOf(anchor, attester, blockTime, bump)),
  )
  const log = logs.find((entry) => possible.has(entry.args.uid))
  if (!log)
    throw new Error(`${receipt.transactionHash} holds no attestation of tree ${anchor.treeId} by ${attester}`)
  return log.args.uid
}

/** An attestation of a tree as stored by EAS. */
export type FoundAttestation = {
  uid: Hex
  anchor: AnchorData
  attester: Address
  /** Epoch seconds. */
  time: bigint
  transaction: Hex
  block: number
}

/**
 * Every attestation of our schema by an account in a range of blocks, oldest first. Found in the log and read from the contract.
 */
export async function readAttestations(args: {
  chain: Chain
  eas: Address
  attester: Address
  from: bigint
  to: bigint
}): Promise<FoundAttestation[]> {
  const { chain, eas, attester, from, to } = args
  const logs = await chain.client.getContractEvents({
    address: eas,
    abi: easAbi,
    eventName: 'Attested',
    strict: true,
    fromBlock: from,
    toBlock: to,
    args: { attester, schemaUID: anchorSchemaUid },
  })
  return Promise.all(
    logs.map(async ({ args: { uid }, transactionHash, blockNumber }) => {
      const found = await chain.client.readContract({
        address: eas,
        abi: easAbi,
        functionName: 'getAttestation',
        args: [uid],
      })
      const anchor = decodeAnchorData(found.data)
      return {
        uid,
        anchor,
        attester,
        time: found.time,
        transaction: transactionHash,
        block: Number(blockNumber),
      }
    }),
  )
}

function attestUidOf(anchor: AnchorData, attester: Address, time: bigint, bump: number): Hex {
  return keccak256(
    encodePacked(
      ['bytes32', 'address', 'address', 'uint64', 'uint64', 'bool', 'bytes32', 'bytes', 'uint32'],
      [anchorSchemaUid, zeroAddress, attester, time, 0n, revocable, zeroHash, encodeAnchor(anchor), bump],
    ),
  )
}

function encodeAnchor(anchor: AnchorData): Hex {
  return encodeAbiParameters(parseAbiParameters(anchorSchema), [
    anchor.root,
    BigInt(anchor.treeId),
    anchor.leafCount,
    anchor.prevRoot,
    anchor.leafSpec,
  ])
}
