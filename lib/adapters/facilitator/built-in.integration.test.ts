import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentPayload } from '@x402/core/types'
import { createPublicClient, type Hex, http } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { currentFees } from '#lib/adapters/chain/fees'
import { createSigner } from '#lib/adapters/chain/signer'
import { createBuiltInFacilitator } from '#lib/adapters/facilitator/built-in'
import type { Facilitator } from '#lib/adapters/facilitator/facilitator'
import { createRemoteFacilitator } from '#lib/adapters/facilitator/remote'
import { batchGasLimit } from '#lib/adapters/facilitator/transfer-call'
import { openLocal } from '#sandbox/local-chain'
import {
  createPayer,
  type PaidService,
  revenue,
  startPaidService,
  usdcBalance,
  withPayment,
} from '#testing/paid-service'
import {
  balance,
  base,
  chains,
  network,
  path,
  payer,
  servePayments,
  service,
  settings,
  sign,
} from '#testing/payment-fixture'
import { cancelPayment, replayAsStranger } from '#testing/token-moves'

servePayments()

const settle = (header: string, by: Facilitator = service.ctx.facilitator) => {
  const payload = decodePaymentSignatureHeader(header)
  return by.settle(payload, payload.accepted)
}
const transfersIn = async (hash: string) => {
  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  const receipt = await chain.getTransactionReceipt({ hash: hash as Hex })
  return receipt.logs.filter((log) => log.address.toLowerCase() === network.usdc.toLowerCase()).length / 2
}

test('a relayer with a frozen queue refuses payments with 503 and stores nothing; the same payment settles later', async () => {
  // The first transaction creates the row of the queue.
  await settle(await sign())
  const header = await sign()
  const { sql } = service.ctx
  // A new process has nothing cached. A process that cached "not frozen" up to a second ago would only notice
  // at signing.
  const seller = await startPaidService({ settings: settings() })
  const pay = () => fetch(seller.url + path, withPayment({}, header))
  await sql`update chain_account set frozen_at = now(), frozen_by = 'a test', frozen_reason = 'a look' where chain_id = 8453`
  const refused = await pay()
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({
    error: 'unavailable',
    reason: 'network_paused',
    message: expect.stringMatching(/^Payments on Base are paused right now\b.*Nothing was charged/),
  })
  await sql`update chain_account set frozen_at = null, frozen_by = null, frozen_reason = null`
  expect(await balance()).toBe(995_000n)
  expect((await pay()).status).toBe(200)
  expect(await balance()).toBe(990_000n)
  await seller.close()
})

test('a relayer without gas refuses payments before they are charged; the same payment settles once it has gas', async () => {
  const header = await sign()
  const local = openLocal(network.rpcUrl)
  const { address } = createSigner(service.ctx.env.relayerKey!)
  const funds = await local.getBalance({ address })
  // A process that saw gas a moment ago would only notice when it sends.
  const seller = await startPaidService({ settings: settings() })
  const pay = () => fetch(seller.url + path, withPayment({}, header))
  try {
    // Enough for this payment alone, and not for others that may come with it.
    const { maxFeePerGas } = await currentFees({ chain: service.ctx.chains.get(8453)! })
    await local.setBalance({ address, value: 2n * batchGasLimit(1) * maxFeePerGas })
    const refused = await pay()
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({
      error: 'unavailable',
      message: expect.stringMatching(/too little gas on Base.*Nothing was charged/),
    })
    expect(await balance()).toBe(1_000_000n)
  } finally {
    await local.setBalance({ address, value: funds })
  }
  expect((await pay()).status).toBe(200)
  expect(await balance()).toBe(995_000n)
  await seller.close()
})

describe('the built-in facilitator', () => {
  test('settles many payments in one transaction, each for its exact amount', async () => {
    const before = await usdcBalance(network, revenue)
    const headers = await Promise.all(Array.from({ length: 16 }, () => sign()))
    const settled = await Promise.all(headers.map((header) => settle(header)))
    expect(settled.every((result) => result.success)).toBe(true)
    expect(new Set(settled.map((result) => result.transaction)).size).toBe(1)
    expect(await balance()).toBe(1_000_000n - 16n * 5_000n)
    expect((await usdcBalance(network, revenue)) - before).toBe(16n * 5_000n)
  })

  test('a settlement waits for payments that were verified before, and shares a transaction with them', async () => {
    const { ctx } = service
    const signer = createSigner(ctx.env.relayerKey!)
    const patient = createBuiltInFacilitator({ ctx, signer, gatherMs: 60_000 })
    const headers = [await sign(), await sign()]
    for (const payload of headers.map(decodePaymentSignatureHeader))
      expect(await patient.verify(payload, payload.accepted)).toMatchObject({ isValid: true })
    const first = settle(headers[0]!, patient)
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
    const second = await settle(headers[1]!, patient)
    expect(second.success).toBe(true)
    expect((await first).transaction).toBe(second.transaction)
  })

  test('the same payment verified several times at once is valid each time', async () => {
    const payload = decodePaymentSignatureHeader(await sign())
    const verified = await Promise.all(
      Array.from({ length: 5 }, () => service.ctx.facilitator.verify(payload, payload.accepted)),
    )
    expect(verified.map(({ isValid }) => isValid)).toEqual([true, true, true, true, true])
  })

  test('a batch with invalid payments settles only the valid ones and reports a reason for each invalid one', async () => {
    const poor = await createPayer(chains, 4_999n)
    const [good, used, cancelled, broke, forged] = await Promise.all([
      sign(),
      sign(),
      sign(),
      sign(poor),
      sign(),
    ])
    expect((await settle(used!)).success).toBe(true)
    const first = (await settle(used!)).transaction
    await cancelPayment(network, payer, cancelled!, 'USD Coin')
    const forgedPayload = decodePaymentSignatureHeader(forged!)
    forgedPayload.payload.signature = `0x${'22'.repeat(65)}`
    const results = await Promise.all([
      settle(good!),
      settle(good!),
      settle(used!),
      settle(cancelled!),
      settle(broke!),
      service.ctx.facilitator.settle(forgedPayload, forgedPayload.accepted),
    ])
    expect(results.map((result) => result.success)).toEqual([true, true, true, false, false, false])
    expect(results[1]!.transaction).toBe(results[0]!.transaction)
    expect(results[2]!.transaction).toBe(first)
    expect(results.slice(3).map((result) => result.errorReason)).toEqual([
      'invalid_exact_evm_nonce_already_used',
      'insufficient_funds',
      'invalid_exact_evm_payload_signature',
    ])
    expect(await balance()).toBe(990_000n)
    expect(await balance(poor)).toBe(4_999n)
  })

  test('a repeated settle returns the same transaction, also from another process with the same key', async () => {
    const other = createBuiltInFacilitator({
      ctx: service.ctx,
      signer: createSigner(service.ctx.env.relayerKey!),
    })
    const headers = await Promise.all(Array.from({ length: 8 }, () => sign()))
    const both = await Promise.all(
      headers.map((header) => Promise.all([settle(header), settle(header, other)])),
    )
    for (const [one, two] of both) {
      expect(one.success && two.success).toBe(true)
      expect(one.transaction).toBe(two.transaction)
    }
    expect(await balance()).toBe(1_000_000n - 8n * 5_000n)
  })

  test('a payment that a third party sent first is settled, with the transaction of the third party', async () => {
    const header = await sign()
    const transaction = await replayAsStranger(network, header)
    expect(await settle(header)).toMatchObject({ success: true, transaction })
  })

  test('a contract wallet pays, in a transaction of its own', async () => {
    const client = openLocal(network.rpcUrl)
    // Returns the magic value of ERC-1271 on each call.
    await client.setCode({ address: payer.address, bytecode: '0x631626ba7e60e01b60005260206000f3' })
    const neighbour = await createPayer(chains)
    const headers = await Promise.all([sign(), sign(neighbour), sign(neighbour)])
    const responses = await Promise.all(
      headers.map((header) => fetch(service.url + path, withPayment({}, header))),
    )
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200])
    const [own] = responses.map(
      (response) =>
        JSON.parse(Buffer.from(response.headers.get('payment-response')!, 'base64').toString()).transaction,
    )
    expect(await transfersIn(own)).toBe(1)
    expect(await balance()).toBe(995_000n)
  })

  test('a wallet whose code burns gas is refused and does not affect other payments', async () => {
    const client = openLocal(network.rpcUrl)
    await client.setCode({ address: payer.address, bytecode: '0x5b600056' })
    const neighbour = await createPayer(chains)
    const headers = await Promise.all([sign(), sign(neighbour)])
    const responses = await Promise.all(
      headers.map((header) => fetch(service.url + path, withPayment({}, header))),
    )
    expect(responses.map((response) => response.status)).toEqual([402, 200])
  })

  test('a wallet that starts to burn gas after its verification does not fail the other payments of its batch', async () => {
    const burner = await createPayer(chains)
    const headers = await Promise.all([sign(), sign(burner), sign()])
    await openLocal(network.rpcUrl).setCode({ address: burner.address, bytecode: '0x5b600056' })
    const results = await Promise.all(headers.map((header) => settle(header)))
    expect(results.map((result) => result.success)).toEqual([true, false, true])
    expect(await balance()).toBe(990_000n)
  })

  test('never pays gas for payments to other recipients', async () => {
    const payload = decodePaymentSignatureHeader(await sign())
    const elsewhere = { ...payload.accepted, payTo: `0x${'99'.repeat(20)}` }
    expect(
      await service.ctx.facilitator.settle({ ...payload, accepted: elsewhere }, elsewhere),
    ).toMatchObject({
      success: false,
      errorReason: 'invalid_exact_evm_payload_recipient_mismatch',
    })
    expect(await service.ctx.facilitator.supported()).toMatchObject({
      kinds: [
        { x402Version: 2, scheme: 'exact', network: base },
        { x402Version: 2, scheme: 'exact', network: 'eip155:5042' },
      ],
    })
  })
})

describe('a remote facilitator', () => {
  let server: Server
  let remote: PaidService
  let startRemote: (timing?: { settleTimeoutMs: number }) => Promise<PaidService>
  /** How the server responds, instead of passing on the result of the built-in facilitator. */
  let misbehave: (path: string) => 'answer' | 'error 500' | 'hang' | 'lie'
  /** All request bodies that it received. */
  let told: string

  beforeEach(async () => {
    misbehave = () => 'answer'
    told = ''
    server = createServer(async (incoming, outgoing) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString()
      told += text
      const { paymentPayload, paymentRequirements } = JSON.parse(text) as {
        paymentPayload: PaymentPayload
        paymentRequirements: PaymentPayload['accepted']
      }
      const manner = misbehave(incoming.url!)
      if (manner === 'hang') return
      const verb = incoming.url === '/verify' ? 'verify' : 'settle'
      const answer =
        manner === 'lie'
          ? { success: true, transaction: `0x${'77'.repeat(32)}`, network: base }
          : await service.ctx.facilitator[verb](paymentPayload, paymentRequirements)
      outgoing.writeHead(manner === 'error 500' ? 500 : 200, { 'content-type': 'application/json' })
      outgoing.end(JSON.stringify(manner === 'error 500' ? { error: 'oops' } : answer))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    startRemote = (timing) =>
      startPaidService({
        settings: settings(),
        facilitator: (ctx) => createRemoteFacilitator({ url, token: 'secret', log: ctx.log, ...timing }),
      })
    remote = await startRemote()
  })
  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await remote.close()
  })
  const pay = (header: string, by = remote) => fetch(by.url + path, withPayment({}, header))

  test('verifies and settles like the built-in one', async () => {
    const served = await pay(await sign())
    expect(served.status).toBe(200)
    expect(await balance()).toBe(995_000n)
  })

  test('never receives the challenge, which would give it access to the purchase', async () => {
    const header = await sign()
    const { accepted } = JSON.parse(Buffer.from(header, 'base64').toString()) as PaymentPayload
    expect((await pay(header)).status).toBe(200)
    expect(told).toContain('paymentRequirements')
    expect(told).toContain('USD Coin')
    expect(told).not.toContain(accepted.extra.challenge)
  })

  const staysUnknown = async (manner: 'error 500' | 'hang', by = remote) => {
    const header = await sign()
    misbehave = (called) => (called === '/settle' ? manner : 'answer')
    const first = await pay(header, by)
    expect(first.status).toBe(503)
    expect(await first.json()).toMatchObject({ error: 'settlement_pending' })
    misbehave = () => 'answer'
    const second = await pay(header)
    expect(second.status).toBe(200)
    expect(await balance()).toBe(995_000n)
  }
  const unknownTitle = 'whose settle ends in "%s" leaves the outcome unknown, never a new price'
  test.each(['error 500'] as const)(unknownTitle, (manner) => staysUnknown(manner))
  test.each(['hang'] as const)(unknownTitle, { tags: 'thorough' }, async (manner) => {
    const impatient = await startRemote({ settleTimeoutMs: 500 })
    await staysUnknown(manner, impatient)
    await impatient.close()
  })

  test('is not trusted when it reports a transfer that did not happen', async () => {
    const header = await sign()
    misbehave = (called) => (called === '/settle' ? 'lie' : 'answer')
    const response = await pay(header)
    expect(response.status).toBe(503)
    expect(await response.json()).not.toHaveProperty('observation_id')
    expect(await balance()).toBe(1_000_000n)
  })

  test('that fails to verify charges nothing: 503, and the same payment settles later', async () => {
    const header = await sign()
    misbehave = (called) => (called === '/verify' ? 'error 500' : 'answer')
    const response = await pay(header)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: 'unavailable' })
    misbehave = () => 'answer'
    expect((await pay(header)).status).toBe(200)
    expect(await balance()).toBe(995_000n)
  })
})
