import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keccak256 } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { broadcast, receiptOf } from '#lib/adapters/chain/outbox'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { type OutboxFixture, startOutboxFixture } from '#testing/outbox-fixture'
import { patienceMs } from '#testing/until'

let database: TestDatabase
let fixture: OutboxFixture

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  fixture = await startOutboxFixture(database)
})
afterEach(() => fixture.anvil.stop())

describe('sending at once', () => {
  test('returns the receipt', async () => {
    const signed = await fixture.sign(fixture.payment())
    const receipt = await broadcast({ ...fixture, signed, waitMs: patienceMs })
    expect(receipt).toMatchObject({ status: 'success', transactionHash: signed.hash })
    expect((await fixture.attemptsOf(signed.txId))[0]!.broadcastAt).not.toBeNull()
    expect(keccak256(signed.raw)).toBe(signed.hash)
  })

  test('returns the receipt of a transaction that the chain already has', async () => {
    const signed = await fixture.sign(fixture.payment())
    await broadcast({ ...fixture, signed, waitMs: patienceMs })
    const again = await broadcast({ ...fixture, signed, waitMs: patienceMs })
    expect(again?.transactionHash).toBe(signed.hash)
    expect(await fixture.paid()).toBe(1n)
  })

  test('returns `undefined` until it is mined, and its receipt later', async () => {
    await fixture.anvil.control.setAutomine(false)
    const signed = await fixture.sign(fixture.payment())
    expect(await broadcast({ ...fixture, signed, waitMs: 150 })).toBeUndefined()
    expect(await receiptOf({ ...fixture, txId: signed.txId })).toBeUndefined()
    await fixture.mine(1)
    expect((await receiptOf({ ...fixture, txId: signed.txId }))?.status).toBe('success')
  })

  test.each([
    { code: -32601, message: 'the method eth_sendRawTransactionSync does not exist/is not available' },
    { code: -32600, message: 'Unsupported method: eth_sendRawTransactionSync' },
    { code: -32004, message: 'no' },
  ])('waits by receipts on a node without synchronous sends: $message', async (error) => {
    const methods: string[] = []
    const node = createServer(async (request, response) => {
      const body = Buffer.concat(await Array.fromAsync(request)).toString()
      const asked = [JSON.parse(body)].flat() as { id: number; method: string }[]
      methods.push(...asked.map((item) => item.method))
      response.setHeader('content-type', 'application/json')
      if (asked[0]!.method === 'eth_sendRawTransactionSync') {
        response.end(JSON.stringify({ jsonrpc: '2.0', id: asked[0]!.id, error }))
        return
      }
      const headers = { 'content-type': 'application/json' }
      response.end(await (await fetch(fixture.anvil.rpcUrl, { method: 'POST', headers, body })).text())
    })
    await new Promise<void>((done) => node.listen(0, '127.0.0.1', done))
    const { port } = node.address() as AddressInfo
    try {
      fixture.reopen(2, `http://127.0.0.1:${port}`)
      for (let i = 0; i < 2; i++) {
        const signed = await fixture.sign(fixture.payment())
        expect((await broadcast({ ...fixture, signed, waitMs: patienceMs }))?.status).toBe('success')
      }
      expect(methods.filter((method) => method === 'eth_sendRawTransactionSync')).toHaveLength(1)
      expect(await fixture.paid()).toBe(2n)
    } finally {
      node.closeAllConnections()
      await new Promise((done) => node.close(done))
    }
  })

  test('a chain out of reach is an unknown outcome, not an error', async () => {
    const signed = await fixture.sign(fixture.payment())
    await fixture.anvil.stop()
    expect(await broadcast({ ...fixture, signed, waitMs: 150 })).toBeUndefined()
  })
})
