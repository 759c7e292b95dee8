import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { type Address, bytesToHex, type Hex, keccak256, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainAccount, chainAttempt, chainTx } from '#db/schema/outbox'
import { type Chain, openChain } from '#lib/adapters/chain/client'
import { currentFees, feeLimitsOf } from '#lib/adapters/chain/fees'
import {
  broadcast,
  type ChainTxIntent,
  enqueue,
  receiptOf,
  runLane,
  type SignedTx,
  signNow,
} from '#lib/adapters/chain/outbox'
import { passLane } from '#lib/adapters/chain/outbox-lane'
import { createSigner, type Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import { openDatabase } from '#lib/adapters/db'
import { createLogger } from '#lib/adapters/log'
import { type Anvil, startAnvil } from '#lib/sandbox/testing/anvil'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'

const chainId = 8453
const log = createLogger({ level: 'silent', service: 'test' })
/** Sends again and raises fees at every pass. */
const eager = { resendAfterMs: -1, bumpAfterMs: -1 }
const resending = { resendAfterMs: -1, bumpAfterMs: 3_600_000 }
const reverter = '0x00000000000000000000000000000000000bad00'
const revertingCode = '0x60006000fd'
const stoppingCode = '0x00'

let database: TestDatabase
let ctx: Pick<Context, 'db' | 'sql' | 'log'>
let anvil: Anvil
let chain: Chain
let signer: Signer
/** Counts effects: each transaction of a test pays it one wei. */
let till: Address

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = { db: database.db, sql: database.sql, log }
})
afterAll(() => database.close())

beforeEach(async () => {
  anvil = await startAnvil({ chainId })
  chain = openChain({ chainId, rpcUrls: [anvil.rpcUrl], finality: 2 })
  signer = createSigner(randomHex(32))
  till = randomHex(20)
  await anvil.control.setBalance({ address: signer.address, value: parseEther('100') })
})
afterEach(() => anvil.stop())

function randomHex(length: number): Hex {
  return bytesToHex(randomBytes(length))
}

function payment(changes: Partial<ChainTxIntent> = {}): ChainTxIntent {
  return {
    chainId,
    sender: signer.address,
    kind: 'test',
    idemKey: randomHex(8),
    to: till,
    data: '0x',
    value: 1n,
    ...changes,
  }
}

const ask = (intent: ChainTxIntent) => ctx.db.transaction((tx) => enqueue({ tx, intent }))

async function sign(intent: ChainTxIntent, gasLimit = 21_000n): Promise<SignedTx> {
  const fees = await currentFees({ chain })
  return ctx.db.transaction((tx) => signNow({ tx, chain, signer, intent, gasLimit, fees }))
}

async function rowOf(txId: number) {
  const [row] = await ctx.db.select().from(chainTx).where(eq(chainTx.id, txId))
  return row!
}

const attemptsOf = (txId: number) =>
  ctx.db.select().from(chainAttempt).where(eq(chainAttempt.txId, txId)).orderBy(chainAttempt.maxFeePerGas)

async function nextNonce(): Promise<number | undefined> {
  const [row] = await ctx.db
    .select()
    .from(chainAccount)
    .where(eq(chainAccount.address, signer.address.toLowerCase()))
  return row?.nextNonce
}

const paid = () => anvil.control.getBalance({ address: till })
const mine = (blocks: number) => anvil.control.mine({ blocks })
const lane = (timing = resending) => runLane({ ctx, chain, signer, timing })

/** Mines what is in the pool and makes it final. */
async function finish(...txIds: number[]): Promise<void> {
  for (let pass = 0; pass < 10; pass++) {
    await lane()
    await mine(1)
    const states = await Promise.all(txIds.map(async (txId) => (await rowOf(txId)).state))
    if (states.every((state) => state === 'final')) return
  }
  throw new Error(
    `not final: ${JSON.stringify(await Promise.all(txIds.map(rowOf)), (_, v) => (typeof v === 'bigint' ? String(v) : v))}`,
  )
}

describe('exactly once', () => {
  test('the same key asked for twice, at once and again when final, is one transaction', async () => {
    const intent = payment()
    const [first, second] = await Promise.all([ask(intent), ask(intent)])
    expect(first.txId).toBe(second.txId)
    expect([first.created, second.created].sort()).toEqual([false, true])
    await finish(first.txId)
    expect(await ask(intent)).toEqual({ txId: first.txId, created: false })
    await lane()
    expect(await paid()).toBe(1n)
    expect(await nextNonce()).toBe(1)
  })

  test('what was rolled back is never sent and leaves its nonce free', async () => {
    const fees = await currentFees({ chain })
    const undone = ctx.db.transaction(async (tx) => {
      await enqueue({ tx, intent: payment() })
      await signNow({ tx, chain, signer, intent: payment(), gasLimit: 21_000n, fees })
      throw new Error('the business failed')
    })
    await expect(undone).rejects.toThrow('the business failed')
    const { nonce, txId } = await sign(payment())
    expect(nonce).toBe(0)
    await finish(txId)
    expect(await paid()).toBe(1n)
  })

  test('a crash between storing and sending: the lane sends the stored bytes', async () => {
    const { txId, hash } = await sign(payment())
    await finish(txId)
    expect(bytesToHex((await rowOf(txId)).minedHash!)).toBe(hash)
    expect(await paid()).toBe(1n)
  })

  test('a crash after sending: the lane finds it mined and sends nothing new', async () => {
    const { txId, raw } = await sign(payment())
    await anvil.control.sendRawTransaction({ serializedTransaction: raw })
    await finish(txId)
    expect(await attemptsOf(txId)).toHaveLength(1)
    expect(await paid()).toBe(1n)
  })

  test('dropped from the pool, the same bytes are sent again', async () => {
    await anvil.control.setAutomine(false)
    const { txId } = await ask(payment())
    await lane()
    const [attempt] = await attemptsOf(txId)
    await anvil.control.dropTransaction({ hash: bytesToHex(attempt!.hash) })
    await mine(1)
    expect(await paid()).toBe(0n)
    await finish(txId)
    expect(await attemptsOf(txId)).toHaveLength(1)
    expect(await paid()).toBe(1n)
  })

  test('of three attempts the oldest may be the one mined', async () => {
    await anvil.control.setAutomine(false)
    const { txId } = await ask(payment())
    await lane()
    await lane(eager)
    await lane(eager)
    const attempts = await attemptsOf(txId)
    expect(attempts).toHaveLength(3)
    await anvil.control.dropTransaction({ hash: bytesToHex(attempts[2]!.hash) })
    await anvil.control.sendRawTransaction({ serializedTransaction: bytesToHex(attempts[0]!.raw) })
    await mine(1)
    expect((await receiptOf({ ctx, chain, txId }))?.transactionHash).toBe(bytesToHex(attempts[0]!.hash))
    await finish(txId)
    expect((await rowOf(txId)).minedHash).toEqual(attempts[0]!.hash)
    expect(await paid()).toBe(1n)
  })

  test('a reorganisation two blocks deep: back to sent, the same bytes again', async () => {
    const { txId } = await ask(payment())
    await lane()
    await mine(1)
    await lane()
    const before = await rowOf(txId)
    expect(before.state).toBe('mined')
    await anvil.control.setAutomine(false)
    await anvil.control.request({ method: 'anvil_reorg' as never, params: [2, []] as never })
    expect(await paid()).toBe(0n)
    await lane({ resendAfterMs: 3_600_000, bumpAfterMs: 3_600_000 })
    expect((await rowOf(txId)).state).toBe('sent')
    await mine(1)
    await finish(txId)
    const after = await rowOf(txId)
    expect(after.minedHash).toEqual(before.minedHash)
    expect(await attemptsOf(txId)).toHaveLength(1)
    expect(await paid()).toBe(1n)
  })

  test('two workers without the lock and a facilitator on one key: sixty effects, no gap, no double', async () => {
    const other = openDatabase(database.url, { maxConnections: 5 })
    try {
      const otherCtx = { db: other.db, sql: other.sql, log }
      const queued = await Promise.all(Array.from({ length: 40 }, () => ask(payment())))
      const signing = Promise.all(
        Array.from({ length: 20 }, async () => {
          const signed = await sign(payment())
          await broadcast({ ctx, chain, signed, waitMs: 10 })
          return signed
        }),
      )
      const txIds = queued.map((item) => item.txId)
      for (let pass = 0; pass < 30; pass++) {
        await Promise.all([ctx, otherCtx].map((of) => passLane({ ctx: of, chain, signer, timing: eager })))
        if (pass > 3 && (await paid()) === 60n) break
      }
      await finish(...txIds, ...(await signing).map((item) => item.txId))
      expect(await paid()).toBe(60n)
      expect(await nextNonce()).toBe(60)
      expect(await anvil.control.getTransactionCount({ address: signer.address })).toBe(60)
    } finally {
      await other.close()
    }
  })

  test('a worker that finds the lane held leaves it alone', async () => {
    await anvil.control.setAutomine(false)
    const { txId } = await ask(payment())
    const session = await ctx.sql.reserve()
    const name = `lane eip155:${chainId} ${signer.address.toLowerCase()}`
    await session`select pg_advisory_lock(hashtextextended(${name}, 0))`
    await lane()
    expect((await rowOf(txId)).state).toBe('queued')
    await session`select pg_advisory_unlock(hashtextextended(${name}, 0))`
    session.release()
    await lane()
    expect((await rowOf(txId)).state).toBe('sent')
  })
})

describe('outcomes', () => {
  test('a call that reverts is rejected and takes no nonce', async () => {
    await anvil.control.setCode({ address: reverter, bytecode: revertingCode })
    const bad = await ask(payment({ to: reverter }))
    const withGas = await ask(payment({ to: reverter, gasLimit: 50_000n }))
    const good = await ask(payment())
    await lane()
    expect(await rowOf(bad.txId)).toMatchObject({ state: 'rejected', nonce: null })
    expect(await rowOf(withGas.txId)).toMatchObject({ state: 'rejected', nonce: null })
    await finish(good.txId)
    expect(await nextNonce()).toBe(1)
  })

  test('a revert while an earlier one is unmined waits for its effect', async () => {
    await anvil.control.setAutomine(false)
    await anvil.control.setCode({ address: reverter, bytecode: revertingCode })
    const earlier = await ask(payment())
    const dependent = await ask(payment({ to: reverter }))
    await lane()
    expect((await rowOf(dependent.txId)).state).toBe('queued')
    await anvil.control.setCode({ address: reverter, bytecode: stoppingCode })
    await finish(earlier.txId, dependent.txId)
  })

  test('a transaction that reverts on the chain is reverted only when final', async () => {
    await anvil.control.setCode({ address: reverter, bytecode: revertingCode })
    const { txId } = await sign(payment({ to: reverter }), 50_000n)
    await lane()
    await lane()
    expect((await rowOf(txId)).state).toBe('mined')
    await mine(2)
    await lane()
    expect(await rowOf(txId)).toMatchObject({ state: 'reverted', nonce: 0 })
  })

  test('a nonce used by another transaction of the key: lost, but only long after', async () => {
    const { txId } = await sign(payment())
    const foreign = await signer.signTransaction({
      type: 'eip1559',
      chainId,
      nonce: 0,
      to: reverter,
      gas: 21_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
    })
    await anvil.control.sendRawTransaction({ serializedTransaction: foreign })
    await lane()
    await mine(3)
    await lane()
    expect((await rowOf(txId)).state).toBe('sent')
    await mine(15)
    await lane()
    expect((await rowOf(txId)).state).toBe('lost')
    expect(await paid()).toBe(0n)
  })

  test.each(['safe', 'finalized'] as const)('final by the block tag %s', async (finality) => {
    chain = openChain({ chainId, rpcUrls: [anvil.rpcUrl], finality })
    const { txId } = await ask(payment())
    await lane()
    expect((await rowOf(txId)).state).toBe('mined')
    await mine(5)
    await lane()
    expect((await rowOf(txId)).state).toBe('final')
  })

  test('without funds it waits with its reason, which holds no call data, and goes on when funded', async () => {
    await anvil.control.setBalance({ address: signer.address, value: 0n })
    const { txId } = await ask(payment({ data: randomHex(500) }))
    await lane()
    const { state, error } = await rowOf(txId)
    expect(state).toBe('queued')
    expect(error).toMatch(/fund/i)
    expect(error!.length).toBeLessThanOrEqual(301)
    await anvil.control.setBalance({ address: signer.address, value: parseEther('1') })
    await finish(txId)
  })
})

describe('fees', () => {
  test('raised by an eighth or more on the lowest open nonce only, up to the cap', async () => {
    await anvil.control.setAutomine(false)
    const low = await ask(payment())
    const high = await ask(payment())
    await lane()
    await lane(eager)
    const [first, second] = await attemptsOf(low.txId)
    expect(second!.maxFeePerGas * 8n).toBeGreaterThanOrEqual(first!.maxFeePerGas * 9n)
    expect(second!.maxPriorityFeePerGas * 8n).toBeGreaterThanOrEqual(first!.maxPriorityFeePerGas * 9n)
    expect(await attemptsOf(high.txId)).toHaveLength(1)
    expect(await rowOf(low.txId)).toMatchObject({ nonce: 0, state: 'sent' })
    for (let pass = 0; pass < 40; pass++) await lane(eager)
    const all = await attemptsOf(low.txId)
    expect(all.at(-1)!.maxFeePerGas).toBeLessThanOrEqual(feeLimitsOf(chainId).cap)
    expect((await rowOf(low.txId)).error).toContain('highest fee')
    await finish(low.txId, high.txId)
    expect(await paid()).toBe(2n)
  })
})

describe('sending at once', () => {
  test('answers the receipt', async () => {
    const signed = await sign(payment())
    const receipt = await broadcast({ ctx, chain, signed, waitMs: 5_000 })
    expect(receipt).toMatchObject({ status: 'success', transactionHash: signed.hash })
    expect((await attemptsOf(signed.txId))[0]!.broadcastAt).not.toBeNull()
    expect(keccak256(signed.raw)).toBe(signed.hash)
  })

  test('answers the receipt of what the chain already has', async () => {
    const signed = await sign(payment())
    await broadcast({ ctx, chain, signed, waitMs: 5_000 })
    const again = await broadcast({ ctx, chain, signed, waitMs: 5_000 })
    expect(again?.transactionHash).toBe(signed.hash)
    expect(await paid()).toBe(1n)
  })

  test('answers nothing while it is not mined, and its receipt later', async () => {
    await anvil.control.setAutomine(false)
    const signed = await sign(payment())
    expect(await broadcast({ ctx, chain, signed, waitMs: 150 })).toBeUndefined()
    expect(await receiptOf({ ctx, chain, txId: signed.txId })).toBeUndefined()
    await mine(1)
    expect((await receiptOf({ ctx, chain, txId: signed.txId }))?.status).toBe('success')
  })

  test('waits by receipts on a node without synchronous sends', async () => {
    const methods: string[] = []
    const node = createServer(async (request, response) => {
      const body = Buffer.concat(await Array.fromAsync(request)).toString()
      const asked = [JSON.parse(body)].flat() as { id: number; method: string }[]
      methods.push(...asked.map((item) => item.method))
      response.setHeader('content-type', 'application/json')
      if (asked[0]!.method === 'eth_sendRawTransactionSync') {
        const error = { code: -32601, message: 'the method does not exist' }
        response.end(JSON.stringify({ jsonrpc: '2.0', id: asked[0]!.id, error }))
        return
      }
      const headers = { 'content-type': 'application/json' }
      response.end(await (await fetch(anvil.rpcUrl, { method: 'POST', headers, body })).text())
    })
    await new Promise<void>((done) => node.listen(0, '127.0.0.1', done))
    const { port } = node.address() as AddressInfo
    try {
      chain = openChain({ chainId, rpcUrls: [`http://127.0.0.1:${port}`], finality: 2 })
      for (let i = 0; i < 2; i++) {
        const signed = await sign(payment())
        expect((await broadcast({ ctx, chain, signed, waitMs: 5_000 }))?.status).toBe('success')
      }
      expect(methods.filter((method) => method === 'eth_sendRawTransactionSync')).toHaveLength(1)
      expect(await paid()).toBe(2n)
    } finally {
      node.closeAllConnections()
      await new Promise((done) => node.close(done))
    }
  })

  test('a chain out of reach is an unknown outcome, not an error', async () => {
    const signed = await sign(payment())
    await anvil.stop()
    expect(await broadcast({ ctx, chain, signed, waitMs: 150 })).toBeUndefined()
  })
})

describe('a chain that does not fit the database', () => {
  test('a chain that forgot its last blocks gets the same bytes again', async () => {
    const snapshot = await anvil.control.snapshot()
    const { txId } = await ask(payment())
    await finish(txId)
    await anvil.control.revert({ id: snapshot })
    expect(await paid()).toBe(0n)
    chain = openChain({ chainId, rpcUrls: [anvil.rpcUrl], finality: 2 })
    const next = await ask(payment())
    await finish(next.txId)
    expect(await paid()).toBe(2n)
  })

  test('a key used elsewhere goes on at the nonce of the chain', async () => {
    await finish((await ask(payment())).txId)
    const elsewhere = await signer.signTransaction({
      type: 'eip1559',
      chainId,
      nonce: 1,
      to: till,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
    })
    await anvil.control.sendRawTransaction({ serializedTransaction: elsewhere })
    chain = openChain({ chainId, rpcUrls: [anvil.rpcUrl], finality: 2 })
    await lane()
    const { txId } = await ask(payment())
    await finish(txId)
    expect((await rowOf(txId)).nonce).toBe(2)
    expect(await paid()).toBe(3n)
  })

  test('nonces given away without a record stop the lane', async () => {
    await ctx.db.insert(chainAccount).values({ chainId, address: signer.address.toLowerCase(), nextNonce: 7 })
    await expect(lane()).rejects.toThrow('belongs to another chain')
  })
})
