import fc from 'fast-check'
import {
  encodeAbiParameters,
  encodeFunctionData,
  encodeFunctionResult,
  parseAbi,
  toEventSelector,
} from 'viem'
import { describe, expect, test } from 'vitest'
import {
  type Attestation,
  attestedTopic,
  compareAttestation,
  decodeAnchorData,
  decodeAttestation,
  encodeGetAttestation,
} from '#lib/domain/proof/attestation'
import type { Hex, ProofBundle } from '#lib/domain/proof/proof'

const abi = parseAbi([
  'struct Attestation { bytes32 uid; bytes32 schema; uint64 time; uint64 expirationTime; uint64 revocationTime; bytes32 refUID; address recipient; address attester; bool revocable; bytes data; }',
  'function getAttestation(bytes32 uid) view returns (Attestation)',
])
const hashOf = (digit: string) => `0x${digit.repeat(64)}` as Hex
const addressOf = (digit: string) => `0x${digit.repeat(40)}` as Hex
const hex = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as Hex)
const uint64 = fc.bigInt({ min: 0n, max: BigInt(Number.MAX_SAFE_INTEGER) })

const data = encodeAbiParameters(
  [{ type: 'bytes32' }, { type: 'uint64' }, { type: 'uint32' }, { type: 'bytes32' }, { type: 'bytes32' }],
  [hashOf('a'), 3n, 12, hashOf('b'), hashOf('c')],
)
const attestation: Attestation = {
  uid: hashOf('1'),
  schema: hashOf('2'),
  time: 1_780_000_000,
  expirationTime: 0,
  revocationTime: 0,
  refUid: hashOf('0'),
  recipient: addressOf('0'),
  attester: addressOf('d'),
  revocable: false,
  data,
}
const bundle = {
  tree: {
    tree_id: 3,
    leaf_count: 12,
    root: hashOf('a'),
    prev_root: hashOf('b'),
    leaf_spec: hashOf('c'),
  },
  attestation: {
    chain_id: 8453,
    uid: hashOf('1'),
    tx: hashOf('9'),
    schema_uid: hashOf('2'),
    attester: addressOf('D'),
    eas: addressOf('e'),
    block: 77,
    time: '2026-05-28T20:26:40Z',
  },
} as ProofBundle
const trust = {
  chainId: 8453,
  eas: addressOf('E'),
  schemaUids: [hashOf('2')],
  attesters: [addressOf('d')],
}
const receipt = {
  blockNumber: 77,
  logs: [{ address: addressOf('e'), topics: [attestedTopic], data: hashOf('1') }],
}
const compare = (change: Partial<Parameters<typeof compareAttestation>[0]>) =>
  compareAttestation({ bundle, trust, attestation, receipt, ...change })

describe('reading EAS', () => {
  test('asks and decodes as viem encodes', () => {
    fc.assert(
      fc.property(
        fc.tuple(hex(32), hex(32), hex(32), hex(20), hex(20)),
        fc.tuple(uint64, uint64, uint64),
        fc.boolean(),
        fc.uint8Array({ maxLength: 200 }),
        (
          [uid, schema, refUID, recipient, attester],
          [time, expirationTime, revocationTime],
          revocable,
          raw,
        ) => {
          fc.pre(uid !== hashOf('0'))
          const bytes = `0x${Buffer.from(raw).toString('hex')}` as Hex
          const encoded = encodeFunctionResult({
            abi,
            result: {
              uid,
              schema,
              time,
              expirationTime,
              revocationTime,
              refUID,
              recipient,
              attester,
              revocable,
              data: bytes,
            },
          })
          expect(decodeAttestation(encoded)).toEqual({
            uid,
            schema,
            time: Number(time),
            expirationTime: Number(expirationTime),
            revocationTime: Number(revocationTime),
            refUid: refUID,
            recipient,
            attester,
            revocable,
            data: bytes,
          })
          expect(encodeGetAttestation(uid)).toBe(
            encodeFunctionData({ abi, functionName: 'getAttestation', args: [uid] }),
          )
        },
      ),
    )
    expect(attestedTopic).toBe(toEventSelector('Attested(address,address,bytes32,bytes32)'))
    expect(decodeAnchorData(data)).toEqual({
      root: hashOf('a'),
      treeId: 3,
      leafCount: 12,
      prevRoot: hashOf('b'),
      leafSpec: hashOf('c'),
    })
  })

  test('an attestation that EAS does not know decodes to undefined', () => {
    const encoded = encodeFunctionResult({
      abi,
      result: {
        uid: hashOf('0'),
        schema: hashOf('0'),
        time: 0n,
        expirationTime: 0n,
        revocationTime: 0n,
        refUID: hashOf('0'),
        recipient: addressOf('0'),
        attester: addressOf('0'),
        revocable: false,
        data: '0x',
      },
    })
    expect(decodeAttestation(encoded)).toBeUndefined()
  })

  test('any other bytes are refused, never misread as an attestation with another error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.uint8Array({ maxLength: 500 })), (input) => {
        const answer = typeof input === 'string' ? input : `0x${Buffer.from(input).toString('hex')}`
        try {
          decodeAttestation(answer)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
  })
})

describe('comparing an attestation with a proof', () => {
  test('a matching attestation by a trusted attester is confirmed', () => {
    expect(compare({})).toMatchObject({ outcome: 'confirmed', time: 1_780_000_000, block: 77 })
  })

  test('without a receipt everything except the block number is confirmed', () => {
    expect(compare({ receipt: undefined })).toMatchObject({ outcome: 'confirmed', block: undefined })
  })

  test('a revoked attestation is distinguished from a contradicting one', () => {
    expect(compare({ attestation: { ...attestation, revocationTime: 5 } }).outcome).toBe('revoked')
  })

  test('an attestation by another attester, schema, contract or chain is not trusted, even if the proof claims it is ours', () => {
    const stranger = addressOf('7')
    expect(
      compare({
        attestation: { ...attestation, attester: stranger },
        bundle: { ...bundle, attestation: { ...bundle.attestation, attester: stranger } },
      }).outcome,
    ).toBe('not_ours')
    expect(compare({ attestation: { ...attestation, schema: hashOf('8') } }).outcome).toBe('not_ours')
    expect(compare({ trust: { ...trust, chainId: 1 } }).outcome).toBe('not_ours')
    expect(compare({ trust: { ...trust, eas: stranger } }).outcome).toBe('not_ours')
  })

  test.each([
    ['root', { tree: { ...bundle.tree, root: hashOf('f') } }],
    ['tree_id', { tree: { ...bundle.tree, tree_id: 4 } }],
    ['leaf_count', { tree: { ...bundle.tree, leaf_count: 13 } }],
    ['prev_root', { tree: { ...bundle.tree, prev_root: hashOf('f') } }],
    ['leaf_spec', { tree: { ...bundle.tree, leaf_spec: hashOf('f') } }],
    ['time', { attestation: { ...bundle.attestation, time: '2020-01-01T00:00:00Z' } }],
    ['block', { attestation: { ...bundle.attestation, block: 1 } }],
  ])('a proof with another %s than the chain contradicts it', (name, change) => {
    const reading = compare({ bundle: { ...bundle, ...change } })
    expect(reading.outcome).toBe('contradicts')
    expect(reading.steps.filter((step) => !step.holds).map((step) => step.name)).toEqual([name])
  })

  test('the block of a transaction is used only if it made the attestation', () => {
    expect(compare({ receipt: { ...receipt, logs: [] } }).outcome).toBe('contradicts')
  })

  test('an attestation that is missing on the chain, or has other data, contradicts the proof', () => {
    expect(compare({ attestation: undefined }).outcome).toBe('contradicts')
    expect(compare({ attestation: { ...attestation, data: '0x' } }).outcome).toBe('contradicts')
  })
})
