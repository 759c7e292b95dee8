import { bytesToHex, formatGwei, keccak256 } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { chainAccount } from '#db/schema/outbox'
import { openChain } from '#lib/adapters/chain/client'
import { passSenderQueue } from '#lib/adapters/chain/outbox-queue'
import type { Context } from '#lib/adapters/context'
import { isoTime } from '#lib/domain/text/iso-time'
import { findAction } from '#lib/services/operator/actions'
import { getTransaction } from '#lib/services/operator/chains/get-transaction'
import { listTransactions } from '#lib/services/operator/chains/list-transactions'
import { readSenderQueues } from '#lib/services/operator/chains/read-sender-queues'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import {
  chainId,
  type OutboxFixture,
  patient,
  randomHex,
  resending,
  startOutboxFixture,
} from '#testing/outbox-fixture'

let database: TestDatabase
let fixture: OutboxFixture
let ctx: Context

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  fixture = await startOutboxFixture(database)
  const address = randomHex(20)
  const network = {
    id: `eip155:${chainId}`,
    chainId,
    name: 'Base',
    rpcUrls: [fixture.anvil.rpcUrl],
    finality: 2,
  }
  const networks = [{ ...network, escrow: address, usdc: { address } }]
  ctx = {
    ...fixture.ctx,
    env: { networks, anchor: { eas: address, schemaRegistry: address } },
    chains: new Map([[chainId, fixture.chain]]),
    clock: { now: () => new Date() },
  } as unknown as Context
})
afterEach(() => fixture.anvil.stop())

const operator = randomHex(20)
const reason = 'a test'

const preview = (name: string, input: object) => findAction(name).preview({ ctx, input })
/** Acts as the console does, except for the signature, which is the same for all actions. */
async function act(name: string, input: object): Promise<void> {
  const { refusal } = await preview(name, input)
  if (refusal !== null) throw new Error(refusal)
  await ctx.db.transaction((tx) => findAction(name).run({ ctx, tx, input, operator, reason }))
}
const seen = (id: number) => getTransaction({ ctx, input: { id } })
const queue = () => ({ network: `eip155:${chainId}`, sender: fixture.signer.address })
const reorg = (depth: number) =>
  fixture.anvil.control.request({ method: 'anvil_reorg' as never, params: [depth, []] as never })
/** A worker that dies after it has signed and before it has sent. */
const dyingPass = () => {
  const { sender } = openChain({ chainId, rpcUrls: ['http://127.0.0.1:9'], finality: 2 })
  return passSenderQueue({ ...fixture, chain: { ...fixture.chain, sender }, timing: patient })
}
const drop = (hash: Uint8Array) => fixture.anvil.control.dropTransaction({ hash: bytesToHex(hash) })

/** Returns a transaction that is sent, unmined and to be cancelled. */
async function cancelling() {
  await fixture.anvil.control.setAutomine(false)
  const { txId } = await fixture.ask(fixture.payment())
  await fixture.pass()
  await act('cancel_nonce', { transaction_id: txId })
  return txId
}

test('two operators cancel at once and the worker dies before it sends: one empty transaction replaces the call, which its owner requests again', async () => {
  await fixture.anvil.control.setAutomine(false)
  const { txId } = await fixture.ask(fixture.payment())
  await fixture.pass()
  const asked = { transaction_id: txId }
  await Promise.all([act('cancel_nonce', asked), act('cancel_nonce', asked)])
  await Promise.all([dyingPass(), dyingPass()])
  const [call, empty, ...others] = await fixture.attemptsOf(txId)
  expect(others).toEqual([])
  expect([call!.cancels, empty!.cancels]).toEqual([false, true])
  expect(empty!.maxFeePerGas * 8n).toBeGreaterThanOrEqual(call!.maxFeePerGas * 9n)
  await fixture.pass()
  await fixture.mine(1)
  await fixture.pass()
  expect(await fixture.rowOf(txId)).toMatchObject({ state: 'sent', minedHash: null })
  await fixture.mine(2)
  await fixture.pass()
  expect(await fixture.rowOf(txId)).toMatchObject({ state: 'lost', nonce: 0 })
  expect((await fixture.rowOf(txId)).error).toMatch(/^cancelled/)
  await expect(
    fixture.anvil.control.sendRawTransaction({ serializedTransaction: bytesToHex(call!.raw) }),
  ).rejects.toThrow(/nonce/i)
  const anew = await fixture.ask(fixture.payment())
  await fixture.finish(anew.txId)
  expect(await fixture.paid()).toBe(1n)
  expect((await fixture.rowOf(anew.txId)).nonce).toBe(1)
  const cancelled = await seen(txId)
  expect(cancelled.attempts_made.map(({ is_empty, receipt }) => [is_empty, receipt])).toEqual([
    [false, 'none'],
    [true, 'success'],
  ])
  expect(JSON.stringify(cancelled)).not.toContain(bytesToHex(call!.raw).slice(-40))
})

test('a call that is mined during its cancellation counts once, also if the chain drops it and mines it again', async () => {
  const before = await fixture.anvil.control.snapshot()
  const txId = await cancelling()
  await fixture.pass()
  const [call, empty] = await fixture.attemptsOf(txId)
  await drop(empty!.hash)
  await fixture.anvil.control.sendRawTransaction({ serializedTransaction: bytesToHex(call!.raw) })
  await fixture.mine(1)
  await fixture.pass()
  expect(await fixture.rowOf(txId)).toMatchObject({ state: 'mined', cancelAskedAt: null })
  await fixture.finish(txId)
  expect(await fixture.paid()).toBe(1n)
  await expect(act('cancel_nonce', { transaction_id: txId })).rejects.toThrow('It is final')
  await fixture.anvil.control.revert({ id: before })
  fixture.reopen()
  await fixture.pass()
  await fixture.finish((await fixture.ask(fixture.payment())).txId)
  expect(keccak256(bytesToHex(call!.raw))).toBe(bytesToHex((await fixture.rowOf(txId)).minedHash!))
  expect(await fixture.paid()).toBe(2n)
})

test('after a reorganisation drops the empty transaction, the one that is mined next counts', async () => {
  const txId = await cancelling()
  await fixture.pass()
  await fixture.mine(1)
  await fixture.pass()
  const [call, empty] = await fixture.attemptsOf(txId)
  await reorg(1)
  await drop(empty!.hash).catch(() => undefined)
  await fixture.anvil.control.sendRawTransaction({ serializedTransaction: bytesToHex(call!.raw) })
  await fixture.mine(1)
  await fixture.pass(patient)
  expect((await fixture.rowOf(txId)).state).toBe('mined')
  // The chain drops it again. The call is wanted now, so its bytes are sent.
  await reorg(1)
  await fixture.pass(patient)
  expect(await fixture.rowOf(txId)).toMatchObject({ state: 'sent', cancelAskedAt: null })
  await fixture.finish(txId)
  expect(await fixture.paid()).toBe(1n)
  expect(await fixture.nextNonce()).toBe(1)
})

test('one of two workers raises the fee at once, on the same nonce, above the network’s limit only up to the stated cap', async () => {
  await fixture.anvil.control.setAutomine(false)
  const { txId } = await fixture.ask(fixture.payment())
  const behind = await fixture.ask(fixture.payment())
  await fixture.pass()
  // The same key on another chain is another sender queue.
  const elsewhere = { chainId: chainId + 1, address: fixture.signer.address.toLowerCase(), nextNonce: 0 }
  await ctx.db
    .insert(chainAccount)
    .values({ ...elsewhere, frozenAt: new Date(), frozenBy: 'a test', frozenReason: reason })
  expect(await seen(txId)).toMatchObject({ is_next: true, queue_is_frozen: false })
  expect(await seen(behind.txId)).toMatchObject({ state: 'sent', is_next: false, queue_is_frozen: false })
  await act('bump_transaction', { transaction_id: txId })
  await Promise.all([1, 2].map(() => passSenderQueue({ ...fixture, timing: patient })))
  expect(await fixture.attemptsOf(txId)).toHaveLength(2)
  expect(await fixture.rowOf(txId)).toMatchObject({ bumpAskedAt: null, nonce: 0 })
  await fixture.pass(patient)
  expect(await fixture.attemptsOf(txId)).toHaveLength(2)
  const offered = (await fixture.attemptsOf(txId)).at(-1)!.maxFeePerGas
  const little = formatGwei((offered * 21n) / 20n)
  await expect(act('bump_transaction', { transaction_id: txId, max_fee_gwei: little })).rejects.toThrow(
    'tenth more',
  )
  await expect(act('bump_transaction', { transaction_id: txId, max_fee_gwei: '501' })).rejects.toThrow(
    'At most',
  )
  await act('bump_transaction', { transaction_id: txId, max_fee_gwei: '60' })
  await fixture.pass(patient)
  expect(await fixture.attemptsOf(txId)).toHaveLength(3)
  expect((await fixture.rowOf(txId)).feeCap).toBe(60_000_000_000n)
  await expect(act('bump_transaction', { transaction_id: behind.txId })).rejects.toThrow(
    'earlier transaction',
  )
  await fixture.finish(txId, behind.txId)
  expect(await fixture.paid()).toBe(2n)
})

test('a frozen sender queue assigns no nonces, follows its sent transactions, and later continues in order', async () => {
  await fixture.anvil.control.setAutomine(false)
  const sent = await fixture.ask(fixture.payment())
  await fixture.pass()
  const both = await Promise.allSettled([
    act('freeze_sender_queue', queue()),
    act('freeze_sender_queue', queue()),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const waiting = await fixture.ask(fixture.payment())
  await fixture.finish(sent.txId)
  await expect(fixture.sign(fixture.payment())).rejects.toThrow('is frozen')
  expect(await fixture.rowOf(waiting.txId)).toMatchObject({ state: 'queued', nonce: null })
  expect(await seen(waiting.txId)).toMatchObject({ is_next: false, queue_is_frozen: true })
  const shown = (await readSenderQueues({ ctx })).sender_queues.find(
    ({ sender }) => sender === fixture.signer.address.toLowerCase(),
  )
  expect(shown).toMatchObject({ next_nonce: 1, mined_nonce: 1, gap: 0, frozen: { reason } })
  expect(shown?.queued.count).toBe(1)
  const again = 'Customers can pay on Base again.'
  expect((await preview('unfreeze_sender_queue', queue())).effect).not.toContain(again)
  await ctx.db.update(chainAccount).set({ roles: ['relayer'] })
  expect((await preview('unfreeze_sender_queue', queue())).effect).toContain(again)
  await act('unfreeze_sender_queue', queue())
  await expect(act('unfreeze_sender_queue', queue())).rejects.toThrow('not frozen')
  await fixture.finish(waiting.txId)
  expect(await fixture.paid()).toBe(2n)
})

test('what is queued is rejected once, and never while a worker signs it', async () => {
  await fixture.ask(fixture.payment())
  await fixture.pass()
  const first = await fixture.ask(fixture.payment())
  const asked = { transaction_id: first.txId }
  const both = await Promise.allSettled([act('reject_transaction', asked), act('reject_transaction', asked)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await fixture.rowOf(first.txId)).toMatchObject({ state: 'rejected', nonce: null })
  const raced = await fixture.ask(fixture.payment())
  const [rejected] = await Promise.allSettled([
    act('reject_transaction', { transaction_id: raced.txId }),
    fixture.pass(resending),
  ])
  const isRejected = rejected!.status === 'fulfilled'
  expect((await fixture.rowOf(raced.txId)).state).not.toBe('queued')
  expect((await fixture.rowOf(raced.txId)).nonce).toBe(isRejected ? null : 1)
  const newest = await listTransactions({
    ctx,
    input: { sender: fixture.signer.address.toLowerCase(), limit: 2 },
  })
  expect(newest.transactions.map(({ id }) => id)).toEqual([raced.txId, first.txId])
  expect(newest.next_cursor).not.toBeNull()
  expect(newest.transactions[1]).toMatchObject({ fee_wei: null, coin: expect.any(String) })
  expect(newest.transactions[1]!.updated_at <= isoTime(new Date(Date.now() + 1_000))).toBe(true)
})
