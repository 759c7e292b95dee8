import { readFileSync } from 'node:fs'
import { type Address, type BaseError, ContractFunctionRevertedError, type Hex, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anchorVerifierAbi, anchorVerifierBytecode } from '#contracts/anchor-verifier'
import { anchorSchemaUid, encodeAttest, encodeRegisterSchema, readAttestUid } from '#lib/adapters/chain/eas'
import { demoKey } from '#lib/adapters/demo-keys'
import { leafSpec } from '#lib/domain/proof/leaf'
import { type LocalChains, startChains } from '#sandbox/chains'
import { type LocalClient, openLocal } from '#sandbox/local-chain'

type Capture = {
  captureSha256: Hex
  salt: Hex
  geohash6: Hex
  capturedAtMs: number
  fields: Hex
  proof: Hex[]
}
const vector = JSON.parse(readFileSync(new URL('vectors/anchor.json', import.meta.url), 'utf8')) as {
  root: Hex
  leafCount: number
  captures: Capture[]
}
const anchor = { root: vector.root, treeId: 1, leafCount: vector.leafCount, prevRoot: zeroHash, leafSpec }
const attester = privateKeyToAccount(demoKey('anchor'))

let chains: LocalChains<8453>
let client: LocalClient
let verifier: Address
let uid: Hex
let attestedAt: bigint

beforeAll(async () => {
  chains = await startChains({ only: [8453] })
  const network = chains.networks['eip155:8453']
  const eas = network.eas!
  client = openLocal(network.rpcUrl)
  const send = async (to: Address, data: Hex) =>
    client.waitForTransactionReceipt({
      hash: await client.sendTransaction({ account: attester, chain: null, to, data }),
    })
  await send(network.schemaRegistry!, encodeRegisterSchema())
  const receipt = await send(eas, encodeAttest(anchor))
  attestedAt = (await client.getBlock({ blockNumber: receipt.blockNumber })).timestamp
  uid = readAttestUid({ receipt, blockTime: attestedAt, eas, attester: attester.address, anchor })
  const hash = await client.deployContract({
    abi: anchorVerifierAbi,
    bytecode: anchorVerifierBytecode,
    args: [eas, anchorSchemaUid, attester.address],
    account: attester,
    chain: null,
  })
  verifier = (await client.waitForTransactionReceipt({ hash })).contractAddress!
})
afterAll(() => chains.stop())

const verifyCapture = (capture: Capture, attestUid = uid) =>
  client.readContract({
    address: verifier,
    abi: anchorVerifierAbi,
    functionName: 'verifyCapture',
    args: [
      attestUid,
      capture.captureSha256,
      capture.salt,
      capture.geohash6,
      BigInt(capture.capturedAtMs),
      capture.proof,
    ],
  })

test('a contract proves every capture of a tree that the service attested through EAS', async () => {
  for (const capture of vector.captures) {
    expect(await verifyCapture(capture)).toEqual([1n, attestedAt])
    const hidden = await client.readContract({
      address: verifier,
      abi: anchorVerifierAbi,
      functionName: 'verifyFile',
      args: [uid, capture.captureSha256, capture.fields, capture.proof],
    })
    expect(hidden).toEqual([1n, attestedAt])
  }
})

test('and none at another time, or under an attestation that EAS does not know', async () => {
  const capture = vector.captures[3]!
  const reasonOf = (call: Promise<unknown>) =>
    call.then(
      () => 'proven',
      (error: BaseError) => {
        const reverted = error.walk((cause) => cause instanceof ContractFunctionRevertedError)
        return (reverted as ContractFunctionRevertedError).data?.errorName
      },
    )
  expect(await reasonOf(verifyCapture({ ...capture, capturedAtMs: capture.capturedAtMs + 1_000 }))).toBe(
    'NotInTree',
  )
  expect(await reasonOf(verifyCapture(capture, `0x${'12'.repeat(32)}`))).toBe('UnknownAttestation')
})
