import { bytesToHex, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainAccount } from '#db/schema/outbox'
import { currentFees, feeLimitsOf } from '#lib/adapters/chain/fees'
import { broadcast, enqueue, receiptOf, signNow } from '#lib/adapters/chain/outbox'
import { passSenderQueue } from '#lib/adapters/chain/outbox-queue'
import { openDatabase } from '#lib/adapters/db'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import {
  chainId,
  eager,
  type OutboxFixture,
  patient,
  randomHex,
  startOutboxFixture,
} from '#testing/outbox-fixture'
import { sampled } from '#testing/sampled'
import { until } from '#testing/until'

const reverter = '0x00000000000000000000000000000000000bad00'
const revertingCode = '0x60006000fd'
const stoppingCode = '0x00'

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

async function passUntilMined(txId: number): Promise<void> {
  const isMined = async () => {
    await fixture.pass()
    return (await fixture.rowOf(txId)).state === 'mined'
  }
  await until(isMined, { what: 'the transaction in a block' })
}

describe('exactly once', () => {
  test('the same idempotency key gives one transaction when requested twice at once and again when final', async () => {
    const intent = fixture.payment()
    const [first, second] = await Promise.all([fixture.ask(intent), fixture.ask(intent)])
    expect(first.txId).toBe(second.txId)
    expect([first.created, second.created].sort()).toEqual([false, true])
    await fixture.finish(first.txId)
    expect(await fixture.ask(intent)).toEqual({ txId: first.txId, created: false })
    await fixture.pass()
    expect(await fixture.paid()).toBe(1n)
    expect(await fixture.nextNonce()).toBe(1)
  })

  test('what was rolled back is never sent and leaves its nonce free', async () => {
    const fees = await currentFees({ chain: fixture.chain })
    const undone = fixture.ctx.db.transaction(async (tx) => {
      await enqueue({ tx, intent: fixture.payment() })
      await signNow({ ...fixture, tx, intent: fixture.payment(), gasLimit: 21_000n, fees })
      throw new Error('the business failed')
    })
    await expect(undone).rejects.toThrow('the business failed')
    const { nonce, txId } = await fixture.sign(fixture.payment())
    expect(nonce).toBe(0)
    await fixture.finish(txId)
    expect(await fixture.paid()).toBe(1n)
  })

  test('a crash between storing and sending: the sender queue sends the stored bytes', async () => {
    const { txId, hash } = await fixture.sign(fixture.payment())
    await fixture.finish(txId)
    expect(bytesToHex((await fixture.rowOf(txId)).minedHash!)).toBe(hash)
    expect(await fixture.paid()).toBe(1n)
  })

  test('a crash after sending: the sender queue finds it mined and sends nothing new', async () => {
    const { txId, raw } = await fixture.sign(fixture.payment())
    await fixture.anvil.control.sendRawTransaction({ serializedTransaction: raw })
    await fixture.finish(txId)
    expect(await fixture.attemptsOf(txId)).toHaveLength(1)
    expect(await fixture.paid()).toBe(1n)
  })

  test('dropped from the pool, the same bytes are sent again', async () => {
    await fixture.anvil.control.setAutomine(false)
    const { txId } = await fixture.ask(fixture.payment())
    await fixture.pass()
    const [attempt] = await fixture.attemptsOf(txId)
    await fixture.anvil.control.dropTransaction({ hash: bytesToHex(attempt!.hash) })
    await fixture.mine(1)
    expect(await fixture.paid()).toBe(0n)
    await fixture.finish(txId)
    expect(await fixture.attemptsOf(txId)).toHaveLength(1)
    expect(await fixture.paid()).toBe(1n)
  })

  test('of three attempts the oldest may be the one mined', async () => {
    await fixture.anvil.control.setAutomine(false)
    const { txId } = await fixture.ask(fixture.payment())
    await fixture.pass()
    await fixture.pass(eager)
    await fixture.pass(eager)
    const attempts = await fixture.attemptsOf(txId)
    expect(attempts).toHaveLength(3)
    await fixture.anvil.control.dropTransaction({ hash: bytesToHex(attempts[2]!.hash) })
    await fixture.anvil.control.sendRawTransaction({ serializedTransaction: bytesToHex(attempts[0]!.raw) })
    await fixture.mine(1)
    expect((await receiptOf({ ...fixture, txId }))?.transactionHash).toBe(bytesToHex(attempts[0]!.hash))
    await fixture.finish(txId)
    expect((await fixture.rowOf(txId)).minedHash).toEqual(attempts[0]!.hash)
    expect(await fixture.paid()).toBe(1n)
  })

  test('a reorganisation two blocks deep: back to sent, the same bytes again', async () => {
    const { txId } = await fixture.ask(fixture.payment())
    await fixture.pass()
    await fixture.mine(1)
    await fixture.pass()
    const before = await fixture.rowOf(txId)
    expect(before.state).toBe('mined')
    await fixture.anvil.control.setAutomine(false)
    await fixture.anvil.control.request({ method: 'anvil_reorg' as never, params: [2, []] as never })
    expect(await fixture.paid()).toBe(0n)
    await fixture.pass(patient)
    expect((await fixture.rowOf(txId)).state).toBe('sent')
    await fixture.mine(1)
    expect(await fixture.paid()).toBe(1n)
    await fixture.finish(txId)
    const after = await fixture.rowOf(txId)
    expect(after.minedHash).toEqual(before.minedHash)
    expect(await fixture.attemptsOf(txId)).toHaveLength(1)
    expect(await fixture.paid()).toBe(1n)
  })

  const oneKey =
    'two workers without the lock and a facilitator on one key: $count effects, no gap, no double'
  sampled(oneKey, { few: 18, many: 60 }, async (count) => {
    const other = openDatabase(database.url, { maxConnections: 5 })
    try {
      const otherCtx = { db: other.db, sql: other.sql, log: fixture.ctx.log }
      const queued = await Promise.all(
        Array.from({ length: (count / 3) * 2 }, () => fixture.ask(fixture.payment())),
      )
      const signing = Promise.all(
        Array.from({ length: count / 3 }, async () => {
          const signed = await fixture.sign(fixture.payment())
          await broadcast({ ...fixture, signed, waitMs: 10 })
          return signed
        }),
      )
      const txIds = queued.map((item) => item.txId)
      for (let pass = 0; pass < 30; pass++) {
        await Promise.all(
          [fixture.ctx, otherCtx].map((of) => passSenderQueue({ ...fixture, ctx: of, timing: eager })),
        )
        if (pass > 3 && (await fixture.paid()) === BigInt(count)) break
      }
      await fixture.finish(...txIds, ...(await signing).map((item) => item.txId))
      expect(await fixture.paid()).toBe(BigInt(count))
      expect(await fixture.nextNonce()).toBe(count)
      expect(await fixture.anvil.control.getTransactionCount({ address: fixture.signer.address })).toBe(count)
    } finally {
      await other.close()
    }
  })

  test('a worker skips a sender queue that another worker holds', async () => {
    await fixture.anvil.control.setAutomine(false)
    const { txId } = await fixture.ask(fixture.payment())
    const name = `sender queue eip155:${chainId} ${fixture.signer.address.toLowerCase()}`
    await fixture.ctx.sql.begin(async (session) => {
      await session`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
      await fixture.pass()
      expect((await fixture.rowOf(txId)).state).toBe('queued')
    })
    await fixture.pass()
    expect((await fixture.rowOf(txId)).state).toBe('sent')
  })
})

describe('outcomes', () => {
  test('a call that reverts is rejected and takes no nonce', async () => {
    await fixture.anvil.control.setCode({ address: reverter, bytecode: revertingCode })
    const bad = await fixture.ask(fixture.payment({ to: reverter }))
    const withGas = await fixture.ask(fixture.payment({ to: reverter, gasLimit: 50_000n }))
    const good = await fixture.ask(fixture.payment())
    await fixture.pass()
    expect(await fixture.rowOf(bad.txId)).toMatchObject({ state: 'rejected', nonce: null })
    expect(await fixture.rowOf(withGas.txId)).toMatchObject({ state: 'rejected', nonce: null })
    await fixture.finish(good.txId)
    expect(await fixture.nextNonce()).toBe(1)
  })

  test('a revert while an earlier one is unmined waits for its effect', async () => {
    await fixture.anvil.control.setAutomine(false)
    await fixture.anvil.control.setCode({ address: reverter, bytecode: revertingCode })
    const earlier = await fixture.ask(fixture.payment())
    const dependent = await fixture.ask(fixture.payment({ to: reverter }))
    await fixture.pass()
    expect((await fixture.rowOf(dependent.txId)).state).toBe('queued')
    await fixture.anvil.control.setCode({ address: reverter, bytecode: stoppingCode })
    await fixture.finish(earlier.txId, dependent.txId)
  })

  test('a transaction that reverts on the chain is reverted only when final', async () => {
    await fixture.anvil.control.setCode({ address: reverter, bytecode: revertingCode })
    const { txId } = await fixture.sign(fixture.payment({ to: reverter }), 50_000n)
    await passUntilMined(txId)
    await fixture.mine(2)
    await fixture.pass()
    expect(await fixture.rowOf(txId)).toMatchObject({ state: 'reverted', nonce: 0 })
  })

  test.each(['safe', 'finalized'] as const)('final by the block tag %s', async (finality) => {
    fixture.reopen(finality)
    const { txId } = await fixture.ask(fixture.payment())
    await passUntilMined(txId)
    await fixture.mine(5)
    await fixture.pass()
    expect((await fixture.rowOf(txId)).state).toBe('final')
  })

  test('without funds it waits, with a reason that has no call data, and is sent once funded', async () => {
    await fixture.anvil.control.setBalance({ address: fixture.signer.address, value: 0n })
    const { txId } = await fixture.ask(fixture.payment({ data: randomHex(500) }))
    await fixture.pass()
    const { state, error } = await fixture.rowOf(txId)
    expect(state).toBe('queued')
    expect(error).toMatch(/fund/i)
    expect(error!.length).toBeLessThanOrEqual(301)
    await fixture.anvil.control.setBalance({ address: fixture.signer.address, value: parseEther('1') })
    await fixture.finish(txId)
  })
})

describe('fees', () => {
  test('raised by an eighth or more on the lowest open nonce only, up to the cap', async () => {
    await fixture.anvil.control.setAutomine(false)
    const low = await fixture.ask(fixture.payment())
    const high = await fixture.ask(fixture.payment())
    await fixture.pass()
    await fixture.pass(eager)
    const [first, second] = await fixture.attemptsOf(low.txId)
    expect(second!.maxFeePerGas * 8n).toBeGreaterThanOrEqual(first!.maxFeePerGas * 9n)
    expect(second!.maxPriorityFeePerGas * 8n).toBeGreaterThanOrEqual(first!.maxPriorityFeePerGas * 9n)
    expect(await fixture.attemptsOf(high.txId)).toHaveLength(1)
    expect(await fixture.rowOf(low.txId)).toMatchObject({ nonce: 0, state: 'sent' })
    for (let pass = 0; pass < 40; pass++) await fixture.pass(eager)
    const all = await fixture.attemptsOf(low.txId)
    expect(all.at(-1)!.maxFeePerGas).toBeLessThanOrEqual(feeLimitsOf(chainId).cap)
    expect((await fixture.rowOf(low.txId)).error).toContain('highest fee')
    await fixture.finish(low.txId, high.txId)
    expect(await fixture.paid()).toBe(2n)
  })
})

describe('fees that an operator allows', () => {
  const gwei = 10n ** 9n
  /** The chain's base fee from its next block on, which is mined, and with it nothing that offers less. */
  const setMarket = async (baseFeePerGas: bigint) => {
    await fixture.anvil.control.setNextBlockBaseFeePerGas({ baseFeePerGas })
    await fixture.mine(1)
    fixture.reopen()
  }
  const allow = (txId: number, feeCap: bigint) =>
    fixture.ctx
      .sql`update chain_tx set fee_cap = ${feeCap.toString()}, bump_asked_at = now() where id = ${txId}`
  const highest = async (txId: number) => (await fixture.attemptsOf(txId)).at(-1)!.maxFeePerGas

  test('bound what is offered where the market asks more, below the limit of the network and above it', async () => {
    await fixture.anvil.control.setAutomine(false)
    const { txId } = await fixture.ask(fixture.payment())
    await fixture.pass(patient)
    const { cap } = feeLimitsOf(chainId)
    await setMarket(4n * cap)
    expect(await highest(txId)).toBeLessThan(10n * gwei)
    await allow(txId, 20n * gwei)
    await fixture.pass(patient)
    expect(await highest(txId)).toBe(20n * gwei)
    // Market fees are followed only up to the limit of the network. Above it, each raise is an eighth.
    for (const offered of [cap, (cap * 9n) / 8n]) {
      await allow(txId, cap + 10n * gwei)
      await fixture.pass(patient)
      expect(await highest(txId)).toBe(offered)
    }
  })
})

describe('a chain that does not fit the database', () => {
  test('a chain that forgot its last blocks gets the same bytes again', async () => {
    const snapshot = await fixture.anvil.control.snapshot()
    const { txId } = await fixture.ask(fixture.payment())
    await fixture.finish(txId)
    await fixture.anvil.control.revert({ id: snapshot })
    expect(await fixture.paid()).toBe(0n)
    fixture.reopen()
    const next = await fixture.ask(fixture.payment())
    await fixture.finish(next.txId)
    expect(await fixture.paid()).toBe(2n)
  })

  test('a chain that forgot its last blocks gets them again also when no higher fee is allowed', async () => {
    const snapshot = await fixture.anvil.control.snapshot()
    await fixture.finish((await fixture.ask(fixture.payment())).txId)
    await fixture.anvil.control.setAutomine(false)
    const { txId } = await fixture.ask(fixture.payment())
    await fixture.pass()
    await fixture.anvil.control.revert({ id: snapshot })
    const [offered] = await fixture.attemptsOf(txId)
    await fixture.ctx.sql`
      update chain_tx set fee_cap = ${offered!.maxFeePerGas.toString()}, bump_asked_at = now() where id = ${txId}`
    await fixture.finish(txId)
    expect(await fixture.attemptsOf(txId)).toHaveLength(1)
    expect(await fixture.paid()).toBe(2n)
  })

  test('a key used elsewhere continues at the nonce of the chain', async () => {
    await fixture.finish((await fixture.ask(fixture.payment())).txId)
    await fixture.spendNonce({ nonce: 1, to: fixture.till, value: 1n })
    fixture.reopen()
    await fixture.pass()
    const { txId } = await fixture.ask(fixture.payment())
    await fixture.finish(txId)
    expect((await fixture.rowOf(txId)).nonce).toBe(2)
    expect(await fixture.paid()).toBe(3n)
  })

  test('nonces given away without a record stop the sender queue', async () => {
    await fixture.ctx.db
      .insert(chainAccount)
      .values({ chainId, address: fixture.signer.address.toLowerCase(), nextNonce: 7 })
    await expect(fixture.pass()).rejects.toThrow('belongs to another chain')
  })
})
