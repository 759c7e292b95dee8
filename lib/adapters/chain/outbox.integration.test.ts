import { bytesToHex, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainAccount } from '#db/schema/outbox'
import { currentFees, feeLimitsOf } from '#lib/adapters/chain/fees'
import { broadcast, enqueue, receiptOf, signNow } from '#lib/adapters/chain/outbox'
import { passSenderQueue } from '#lib/adapters/chain/outbox-queue'
import { openDatabase } from '#lib/adapters/db'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { chainId, eager, type OutboxBench, patient, randomHex, startOutboxBench } from '#testing/outbox-bench'
import { sampled } from '#testing/sampled'
import { until } from '#testing/until'

const reverter = '0x00000000000000000000000000000000000bad00'
const revertingCode = '0x60006000fd'
const stoppingCode = '0x00'

let database: TestDatabase
let bench: OutboxBench

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  bench = await startOutboxBench(database)
})
afterEach(() => bench.anvil.stop())

async function passUntilMined(txId: number): Promise<void> {
  const isMined = async () => {
    await bench.pass()
    return (await bench.rowOf(txId)).state === 'mined'
  }
  await until(isMined, { what: 'the transaction in a block' })
}

describe('exactly once', () => {
  test('the same idempotency key gives one transaction when requested twice at once and again when final', async () => {
    const intent = bench.payment()
    const [first, second] = await Promise.all([bench.ask(intent), bench.ask(intent)])
    expect(first.txId).toBe(second.txId)
    expect([first.created, second.created].sort()).toEqual([false, true])
    await bench.finish(first.txId)
    expect(await bench.ask(intent)).toEqual({ txId: first.txId, created: false })
    await bench.pass()
    expect(await bench.paid()).toBe(1n)
    expect(await bench.nextNonce()).toBe(1)
  })

  test('what was rolled back is never sent and leaves its nonce free', async () => {
    const fees = await currentFees({ chain: bench.chain })
    const undone = bench.ctx.db.transaction(async (tx) => {
      await enqueue({ tx, intent: bench.payment() })
      await signNow({ ...bench, tx, intent: bench.payment(), gasLimit: 21_000n, fees })
      throw new Error('the business failed')
    })
    await expect(undone).rejects.toThrow('the business failed')
    const { nonce, txId } = await bench.sign(bench.payment())
    expect(nonce).toBe(0)
    await bench.finish(txId)
    expect(await bench.paid()).toBe(1n)
  })

  test('a crash between storing and sending: the sender queue sends the stored bytes', async () => {
    const { txId, hash } = await bench.sign(bench.payment())
    await bench.finish(txId)
    expect(bytesToHex((await bench.rowOf(txId)).minedHash!)).toBe(hash)
    expect(await bench.paid()).toBe(1n)
  })

  test('a crash after sending: the sender queue finds it mined and sends nothing new', async () => {
    const { txId, raw } = await bench.sign(bench.payment())
    await bench.anvil.control.sendRawTransaction({ serializedTransaction: raw })
    await bench.finish(txId)
    expect(await bench.attemptsOf(txId)).toHaveLength(1)
    expect(await bench.paid()).toBe(1n)
  })

  test('dropped from the pool, the same bytes are sent again', async () => {
    await bench.anvil.control.setAutomine(false)
    const { txId } = await bench.ask(bench.payment())
    await bench.pass()
    const [attempt] = await bench.attemptsOf(txId)
    await bench.anvil.control.dropTransaction({ hash: bytesToHex(attempt!.hash) })
    await bench.mine(1)
    expect(await bench.paid()).toBe(0n)
    await bench.finish(txId)
    expect(await bench.attemptsOf(txId)).toHaveLength(1)
    expect(await bench.paid()).toBe(1n)
  })

  test('of three attempts the oldest may be the one mined', async () => {
    await bench.anvil.control.setAutomine(false)
    const { txId } = await bench.ask(bench.payment())
    await bench.pass()
    await bench.pass(eager)
    await bench.pass(eager)
    const attempts = await bench.attemptsOf(txId)
    expect(attempts).toHaveLength(3)
    await bench.anvil.control.dropTransaction({ hash: bytesToHex(attempts[2]!.hash) })
    await bench.anvil.control.sendRawTransaction({ serializedTransaction: bytesToHex(attempts[0]!.raw) })
    await bench.mine(1)
    expect((await receiptOf({ ...bench, txId }))?.transactionHash).toBe(bytesToHex(attempts[0]!.hash))
    await bench.finish(txId)
    expect((await bench.rowOf(txId)).minedHash).toEqual(attempts[0]!.hash)
    expect(await bench.paid()).toBe(1n)
  })

  test('a reorganisation two blocks deep: back to sent, the same bytes again', async () => {
    const { txId } = await bench.ask(bench.payment())
    await bench.pass()
    await bench.mine(1)
    await bench.pass()
    const before = await bench.rowOf(txId)
    expect(before.state).toBe('mined')
    await bench.anvil.control.setAutomine(false)
    await bench.anvil.control.request({ method: 'anvil_reorg' as never, params: [2, []] as never })
    expect(await bench.paid()).toBe(0n)
    await bench.pass(patient)
    expect((await bench.rowOf(txId)).state).toBe('sent')
    await bench.mine(1)
    expect(await bench.paid()).toBe(1n)
    await bench.finish(txId)
    const after = await bench.rowOf(txId)
    expect(after.minedHash).toEqual(before.minedHash)
    expect(await bench.attemptsOf(txId)).toHaveLength(1)
    expect(await bench.paid()).toBe(1n)
  })

  const oneKey =
    'two workers without the lock and a facilitator on one key: $count effects, no gap, no double'
  sampled(oneKey, { few: 18, many: 60 }, async (count) => {
    const other = openDatabase(database.url, { maxConnections: 5 })
    try {
      const otherCtx = { db: other.db, sql: other.sql, log: bench.ctx.log }
      const queued = await Promise.all(
        Array.from({ length: (count / 3) * 2 }, () => bench.ask(bench.payment())),
      )
      const signing = Promise.all(
        Array.from({ length: count / 3 }, async () => {
          const signed = await bench.sign(bench.payment())
          await broadcast({ ...bench, signed, waitMs: 10 })
          return signed
        }),
      )
      const txIds = queued.map((item) => item.txId)
      for (let pass = 0; pass < 30; pass++) {
        await Promise.all(
          [bench.ctx, otherCtx].map((of) => passSenderQueue({ ...bench, ctx: of, timing: eager })),
        )
        if (pass > 3 && (await bench.paid()) === BigInt(count)) break
      }
      await bench.finish(...txIds, ...(await signing).map((item) => item.txId))
      expect(await bench.paid()).toBe(BigInt(count))
      expect(await bench.nextNonce()).toBe(count)
      expect(await bench.anvil.control.getTransactionCount({ address: bench.signer.address })).toBe(count)
    } finally {
      await other.close()
    }
  })

  test('a worker skips a sender queue that another worker holds', async () => {
    await bench.anvil.control.setAutomine(false)
    const { txId } = await bench.ask(bench.payment())
    const name = `sender queue eip155:${chainId} ${bench.signer.address.toLowerCase()}`
    await bench.ctx.sql.begin(async (session) => {
      await session`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
      await bench.pass()
      expect((await bench.rowOf(txId)).state).toBe('queued')
    })
    await bench.pass()
    expect((await bench.rowOf(txId)).state).toBe('sent')
  })
})

describe('outcomes', () => {
  test('a call that reverts is rejected and takes no nonce', async () => {
    await bench.anvil.control.setCode({ address: reverter, bytecode: revertingCode })
    const bad = await bench.ask(bench.payment({ to: reverter }))
    const withGas = await bench.ask(bench.payment({ to: reverter, gasLimit: 50_000n }))
    const good = await bench.ask(bench.payment())
    await bench.pass()
    expect(await bench.rowOf(bad.txId)).toMatchObject({ state: 'rejected', nonce: null })
    expect(await bench.rowOf(withGas.txId)).toMatchObject({ state: 'rejected', nonce: null })
    await bench.finish(good.txId)
    expect(await bench.nextNonce()).toBe(1)
  })

  test('a revert while an earlier one is unmined waits for its effect', async () => {
    await bench.anvil.control.setAutomine(false)
    await bench.anvil.control.setCode({ address: reverter, bytecode: revertingCode })
    const earlier = await bench.ask(bench.payment())
    const dependent = await bench.ask(bench.payment({ to: reverter }))
    await bench.pass()
    expect((await bench.rowOf(dependent.txId)).state).toBe('queued')
    await bench.anvil.control.setCode({ address: reverter, bytecode: stoppingCode })
    await bench.finish(earlier.txId, dependent.txId)
  })

  test('a transaction that reverts on the chain is reverted only when final', async () => {
    await bench.anvil.control.setCode({ address: reverter, bytecode: revertingCode })
    const { txId } = await bench.sign(bench.payment({ to: reverter }), 50_000n)
    await passUntilMined(txId)
    await bench.mine(2)
    await bench.pass()
    expect(await bench.rowOf(txId)).toMatchObject({ state: 'reverted', nonce: 0 })
  })

  test.each(['safe', 'finalized'] as const)('final by the block tag %s', async (finality) => {
    bench.reopen(finality)
    const { txId } = await bench.ask(bench.payment())
    await passUntilMined(txId)
    await bench.mine(5)
    await bench.pass()
    expect((await bench.rowOf(txId)).state).toBe('final')
  })

  test('without funds it waits, with a reason that has no call data, and is sent once funded', async () => {
    await bench.anvil.control.setBalance({ address: bench.signer.address, value: 0n })
    const { txId } = await bench.ask(bench.payment({ data: randomHex(500) }))
    await bench.pass()
    const { state, error } = await bench.rowOf(txId)
    expect(state).toBe('queued')
    expect(error).toMatch(/fund/i)
    expect(error!.length).toBeLessThanOrEqual(301)
    await bench.anvil.control.setBalance({ address: bench.signer.address, value: parseEther('1') })
    await bench.finish(txId)
  })
})

describe('fees', () => {
  test('raised by an eighth or more on the lowest open nonce only, up to the cap', async () => {
    await bench.anvil.control.setAutomine(false)
    const low = await bench.ask(bench.payment())
    const high = await bench.ask(bench.payment())
    await bench.pass()
    await bench.pass(eager)
    const [first, second] = await bench.attemptsOf(low.txId)
    expect(second!.maxFeePerGas * 8n).toBeGreaterThanOrEqual(first!.maxFeePerGas * 9n)
    expect(second!.maxPriorityFeePerGas * 8n).toBeGreaterThanOrEqual(first!.maxPriorityFeePerGas * 9n)
    expect(await bench.attemptsOf(high.txId)).toHaveLength(1)
    expect(await bench.rowOf(low.txId)).toMatchObject({ nonce: 0, state: 'sent' })
    for (let pass = 0; pass < 40; pass++) await bench.pass(eager)
    const all = await bench.attemptsOf(low.txId)
    expect(all.at(-1)!.maxFeePerGas).toBeLessThanOrEqual(feeLimitsOf(chainId).cap)
    expect((await bench.rowOf(low.txId)).error).toContain('highest fee')
    await bench.finish(low.txId, high.txId)
    expect(await bench.paid()).toBe(2n)
  })
})

describe('fees that an operator allows', () => {
  const gwei = 10n ** 9n
  /** The chain's base fee from its next block on, which is mined, and with it nothing that offers less. */
  const setMarket = async (baseFeePerGas: bigint) => {
    await bench.anvil.control.setNextBlockBaseFeePerGas({ baseFeePerGas })
    await bench.mine(1)
    bench.reopen()
  }
  const allow = (txId: number, feeCap: bigint) =>
    bench.ctx
      .sql`update chain_tx set fee_cap = ${feeCap.toString()}, bump_asked_at = now() where id = ${txId}`
  const highest = async (txId: number) => (await bench.attemptsOf(txId)).at(-1)!.maxFeePerGas

  test('bound what is offered where the market asks more, below the limit of the network and above it', async () => {
    await bench.anvil.control.setAutomine(false)
    const { txId } = await bench.ask(bench.payment())
    await bench.pass(patient)
    const { cap } = feeLimitsOf(chainId)
    await setMarket(4n * cap)
    expect(await highest(txId)).toBeLessThan(10n * gwei)
    await allow(txId, 20n * gwei)
    await bench.pass(patient)
    expect(await highest(txId)).toBe(20n * gwei)
    // Market fees are followed only up to the limit of the network. Above it, each raise is an eighth.
    for (const offered of [cap, (cap * 9n) / 8n]) {
      await allow(txId, cap + 10n * gwei)
      await bench.pass(patient)
      expect(await highest(txId)).toBe(offered)
    }
  })
})

describe('a chain that does not fit the database', () => {
  test('a chain that forgot its last blocks gets the same bytes again', async () => {
    const snapshot = await bench.anvil.control.snapshot()
    const { txId } = await bench.ask(bench.payment())
    await bench.finish(txId)
    await bench.anvil.control.revert({ id: snapshot })
    expect(await bench.paid()).toBe(0n)
    bench.reopen()
    const next = await bench.ask(bench.payment())
    await bench.finish(next.txId)
    expect(await bench.paid()).toBe(2n)
  })

  test('a chain that forgot its last blocks gets them again also when no higher fee is allowed', async () => {
    const snapshot = await bench.anvil.control.snapshot()
    await bench.finish((await bench.ask(bench.payment())).txId)
    await bench.anvil.control.setAutomine(false)
    const { txId } = await bench.ask(bench.payment())
    await bench.pass()
    await bench.anvil.control.revert({ id: snapshot })
    const [offered] = await bench.attemptsOf(txId)
    await bench.ctx.sql`
      update chain_tx set fee_cap = ${offered!.maxFeePerGas.toString()}, bump_asked_at = now() where id = ${txId}`
    await bench.finish(txId)
    expect(await bench.attemptsOf(txId)).toHaveLength(1)
    expect(await bench.paid()).toBe(2n)
  })

  test('a key used elsewhere continues at the nonce of the chain', async () => {
    await bench.finish((await bench.ask(bench.payment())).txId)
    await bench.spendNonce({ nonce: 1, to: bench.till, value: 1n })
    bench.reopen()
    await bench.pass()
    const { txId } = await bench.ask(bench.payment())
    await bench.finish(txId)
    expect((await bench.rowOf(txId)).nonce).toBe(2)
    expect(await bench.paid()).toBe(3n)
  })

  test('nonces given away without a record stop the sender queue', async () => {
    await bench.ctx.db
      .insert(chainAccount)
      .values({ chainId, address: bench.signer.address.toLowerCase(), nextNonce: 7 })
    await expect(bench.pass()).rejects.toThrow('belongs to another chain')
  })
})
