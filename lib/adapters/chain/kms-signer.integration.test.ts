import { secp256k1 } from '@noble/curves/secp256k1'
import {
  type Hex,
  hashTypedData,
  hexToBytes,
  keccak256,
  parseSignature,
  parseTransaction,
  recoverAddress,
  recoverTransactionAddress,
  toBytes,
} from 'viem'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkDeployment } from '#lib/adapters/boot-check'
import { openChain } from '#lib/adapters/chain/client'
import { createKmsSigner, KeyServiceError, readKmsAddress } from '#lib/adapters/chain/kms-signer'
import { demoKey } from '#lib/adapters/demo-keys'
import { type EnvError, parseEnv } from '#lib/adapters/env'
import type { KmsKeyRef } from '#lib/adapters/key-ref'
import { startChains } from '#sandbox/chains'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { type KmsServer, startKmsServer } from '#testing/kms-server'
import { eager, type OutboxFixture, patient, startOutboxFixture } from '#testing/outbox-fixture'
import { settingsFor } from '#testing/paid-service'

const privateKey = '0x6b1e0c5d8f2a7394e6d0b1c8a5f3927e4d6c8b0a1f2e3d4c5b6a79880716253f'
const transaction = {
  type: 'eip1559',
  chainId: 8453,
  nonce: 7,
  gas: 21_000n,
  value: 1n,
  to: `0x${'0e'.repeat(20)}`,
  maxFeePerGas: 10n,
  maxPriorityFeePerGas: 1n,
} as const
const typedData = {
  domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: `0x${'a5'.repeat(20)}` },
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  message: { text: 'north gate' },
} as const

let server: KmsServer
let database: TestDatabase
let key: KmsKeyRef
beforeAll(async () => {
  ;[server, database] = await Promise.all([startKmsServer(), createTestDatabase()])
  for (const [name, value] of Object.entries(server.variables)) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await Promise.all([server.close(), database.close()])
})
beforeEach(() => {
  key = server.createKey(privateKey)
  server.meet()
  server.always(undefined)
  server.answerHigh(undefined)
})

describe('a key in AWS KMS', () => {
  test('has the account of its public key', async () => {
    expect(await readKmsAddress(key)).toBe(privateKeyToAddress(privateKey))
  })

  test.each([
    ['high', true],
    ['low', false],
  ])(
    'signs what the same key in memory signs, with the low s, when the service answers the %s one',
    async (_, high) => {
      server.answerHigh(high)
      const signer = createKmsSigner(key)
      const local = privateKeyToAccount(privateKey)
      for (let round = 0; round < 8; round++) {
        const raw = await signer.signTransaction({ ...transaction, nonce: round })
        expect(await recoverTransactionAddress({ serializedTransaction: raw as never })).toBe(local.address)
        expectLow(parseTransaction(raw) as { s: Hex })
        const ofLocal = parseTransaction(await local.signTransaction({ ...transaction, nonce: round }))
        expect({ ...parseTransaction(raw), ...noSignature }).toEqual({ ...ofLocal, ...noSignature })
      }
      const signature = await signer.signTypedData(typedData)
      expect(await recoverAddress({ hash: hashTypedData(typedData), signature })).toBe(local.address)
      expectLow(parseSignature(signature))
      const hash = keccak256(toBytes('digest'))
      expect(await recoverAddress({ hash, signature: await signer.sign!({ hash }) })).toBe(local.address)
      const message = await signer.signMessage({ message: 'hello' })
      expect(secp256k1.Signature.fromCompact(hexToBytes(message).slice(0, 64)).hasHighS()).toBe(false)
    },
  )

  test.each([
    ['throttles, then fails', ['throttle', 'fail']],
    ['cuts the line', ['cut']],
  ] as const)('signs although the service at first %s', async (_, faults) => {
    server.meet(...faults)
    const raw = await createKmsSigner(key).signTransaction(transaction)
    expect(await recoverTransactionAddress({ serializedTransaction: raw as never })).toBe(key.address)
  })

  const faults = [
    ['fail', 'the key service refuses or does not answer: KMSInternalException'],
    ['other key', 'the key service signed with another key than that of the configured account'],
    ['no signature', 'the key service answered with no ECDSA signature'],
    ['throttle', 'the key service refuses or does not answer: ThrottlingException'],
    ['disabled', 'the key service refuses or does not answer: DisabledException'],
  ] as const
  const isRefused = async (fault: (typeof faults)[number][0], message: string) => {
    server.always(fault)
    const refused = createKmsSigner(key).signTypedData(typedData)
    await expect(refused).rejects.toMatchObject({ name: 'KeyServiceError', message })
  }
  const faultTitle = 'gives no signature while the service answers: %s'
  test.each(faults.slice(0, 3))(faultTitle, isRefused)
  test.each(faults.slice(3))(faultTitle, { tags: 'thorough' }, isRefused)

  test('gives up on a service that never answers', { tags: 'thorough' }, async () => {
    server.always('hang')
    await expect(createKmsSigner(key).signTypedData(typedData)).rejects.toThrow(KeyServiceError)
  })
})

describe('a transaction signed by a key service', () => {
  let fixture: OutboxFixture
  beforeEach(async () => {
    fixture = await startOutboxFixture(database, createKmsSigner(server.createKey()))
  })
  afterEach(() => fixture.anvil.stop())

  test('is mined, and replaced with a higher fee at the same nonce', async () => {
    await fixture.anvil.control.setAutomine(false)
    const { txId } = await fixture.ask(fixture.payment())
    await fixture.pass(patient)
    await fixture.pass(eager)
    expect(await fixture.attemptsOf(txId)).toHaveLength(2)
    await fixture.finish(txId)
    expect(await fixture.paid()).toBe(1n)
  })

  test('waits out an outage without a nonce of its own, and takes effect once', async () => {
    const asked = [await fixture.ask(fixture.payment()), await fixture.ask(fixture.payment())]
    server.always('disabled')
    for (let pass = 0; pass < 3; pass++) await expect(fixture.pass()).rejects.toThrow(KeyServiceError)
    for (const { txId } of asked)
      expect(await fixture.rowOf(txId)).toMatchObject({ state: 'queued', nonce: null })
    expect(await fixture.nextNonce()).toBe(0)
    server.always(undefined)
    await fixture.finish(...asked.map(({ txId }) => txId))
    expect(await fixture.paid()).toBe(2n)
    expect(await fixture.nextNonce()).toBe(2)
  })

  test('that is on its way is followed to its end during an outage', async () => {
    await fixture.anvil.control.setAutomine(false)
    const { txId } = await fixture.ask(fixture.payment())
    await fixture.pass()
    server.always('disabled')
    await fixture.finish(txId)
    expect(await fixture.paid()).toBe(1n)
  })
})

describe('the service starts', () => {
  const check = async (changes: Record<string, string>) => {
    const chains = await startChains()
    try {
      const settings = settingsFor({ chains, databaseUrl: database.url, baseUrl: 'http://cairn.test' })
      const env = parseEnv({ ...settings, ...changes })
      const opened = new Map(env.networks.map((network) => [network.chainId, openChain(network)]))
      const silent = await checkDeployment({ env, sql: database.sql, chains: opened })
      return { problems: [], silent }
    } catch (error) {
      return { problems: (error as EnvError).problems, silent: [] }
    } finally {
      await chains.stop()
    }
  }

  test('with every role in the key service', async () => {
    const setting = (role: Parameters<typeof demoKey>[0]) => server.settingOf(server.createKey(demoKey(role)))
    const inService = {
      RELAYER_KEY: setting('relayer'),
      ANCHOR_KEY: setting('anchor'),
      TREASURY_KEY: setting('treasury'),
      OPERATOR_KEY: setting('escrow_operator'),
    }
    expect(await check(inService)).toEqual({ problems: [], silent: [] })
    server.always('throttle')
    expect((await check({ RELAYER_KEY: inService.RELAYER_KEY })).silent).toEqual([
      'RELAYER_KEY: the key service refuses or does not answer: ThrottlingException',
    ])
  })

  test('never with a key of another account, of another kind, or that does not exist', async () => {
    const address: Hex = `0x${'ab'.repeat(20)}`
    const deletedKey = { ...key, arn: key.arn.replace(/[\w-]+$/, 'gone') }
    const found = await check({
      RELAYER_KEY: server.settingOf({ ...key, address }),
      ANCHOR_KEY: server.settingOf(server.createOtherKey()),
      OPERATOR_KEY: server.settingOf(deletedKey),
    })
    expect(found.problems).toContain(
      `RELAYER_KEY: the account of this key is ${key.address}, not the one given after @`,
    )
    expect(found.problems).toContain(
      'ANCHOR_KEY: the key must have key spec ECC_SECG_P256K1 and key usage SIGN_VERIFY',
    )
    expect(found.problems).toContain(
      'OPERATOR_KEY: the key service refuses or does not answer: NotFoundException',
    )
  })
})

const noSignature = { r: undefined, s: undefined, v: undefined, yParity: undefined }

function expectLow({ s }: { s: Hex }): void {
  expect(BigInt(s) <= secp256k1.CURVE.n / 2n).toBe(true)
}
