// needs: python3
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { type Hex, hashTypedData, keccak256, toHex } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { expect, test } from 'vitest'
import { sampled } from '#testing/sampled'

// The Python example brings its own Keccak and its own secp256k1: they are held to those that wallets use.

const folder = join(import.meta.dirname, '../docs/examples/python')
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const program = `
import json, sys
from eip3009 import address_of, authorization_digest, keccak256, sign_digest
for line in sys.stdin:
    case = json.loads(line)
    if "text" in case:
        print(keccak256(bytes.fromhex(case["text"])).hex())
        continue
    key = int(case["key"], 16)
    digest = authorization_digest(case["domain"], case["authorization"])
    print(json.dumps([address_of(key), digest.hex(), sign_digest(key, digest).hex()]))
`

/** One answer per case, all from one process. */
function inPython(cases: readonly object[]): string[] {
  const input = cases.map((one) => JSON.stringify(one)).join('\n')
  const options = {
    cwd: folder,
    input,
    encoding: 'utf8' as const,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  }
  return execFileSync('python3', ['-c', program], options).trim().split('\n')
}

const bytesOf = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => toHex(bytes))
const keys = fc.oneof(
  bytesOf(32).filter((key) => BigInt(key) > 0n && BigInt(key) < order),
  fc.constantFrom(1n, 2n, order - 1n).map((key) => toHex(key, { size: 32 })),
)
const uints = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String)
const payments = fc.record({
  key: keys,
  domain: fc.record({
    name: fc.oneof(fc.constantFrom('USD Coin', 'USDC'), fc.string({ unit: 'grapheme' })),
    version: fc.constantFrom('1', '2'),
    chainId: fc.integer({ min: 1, max: 2 ** 31 }),
    verifyingContract: bytesOf(20),
  }),
  authorization: fc.record({
    to: bytesOf(20),
    value: uints,
    validAfter: uints,
    validBefore: uints,
    nonce: bytesOf(32),
  }),
})
const uint = (name: string) => ({ name, type: 'uint256' })
const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    ...['value', 'validAfter', 'validBefore'].map(uint),
    { name: 'nonce', type: 'bytes32' },
  ],
}

test('Keccak-256 in Python gives the hashes of Ethereum, for lengths around the block size', () => {
  const texts = [0, 1, 134, 135, 136, 137, 271, 272, 273, 500].map((length) =>
    Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256),
  )
  const hashes = inPython(texts.map((text) => ({ text: Buffer.from(text).toString('hex') })))
  expect(hashes).toEqual(texts.map((text) => keccak256(text).slice(2)))
})

const signatureTitle = '$count authorizations signed in Python are, byte for byte, those that a wallet signs'
sampled(signatureTitle, { few: 10, many: 60 }, async (numRuns) => {
  const seed = 20_261_121
  const cases = fc.sample(payments, { seed, numRuns }).map((one) => {
    const from = privateKeyToAccount(one.key as Hex).address
    return { ...one, authorization: { from, ...one.authorization } }
  })
  const signed = inPython(cases)
  for (const [index, { key, domain, authorization }] of cases.entries()) {
    const hash = hashTypedData({
      domain: domain as { verifyingContract: Hex },
      types,
      primaryType: 'TransferWithAuthorization',
      message: authorization,
    })
    const signature = await sign({ hash, privateKey: key as Hex, to: 'hex' })
    expect(JSON.parse(signed[index]!), `case ${index} of seed ${seed}`).toEqual([
      authorization.from,
      hash.slice(2),
      signature.slice(2),
    ])
  }
})
