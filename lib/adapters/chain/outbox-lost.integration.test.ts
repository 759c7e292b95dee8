import fc from 'fast-check'
import { bytesToHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readNonceUser } from '#lib/adapters/chain/outbox-nonce-user'
import {
  type RpcAnswer,
  type RpcCall,
  type RpcProxy,
  type RpcRules,
  startRpcProxy,
} from '#testing/chaos/rpc-proxy'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { type OutboxFixture, patient, startOutboxFixture } from '#testing/outbox-fixture'

const somebody = '0x00000000000000000000000000000000000bad00'

let database: TestDatabase
let fixture: OutboxFixture
let proxy: RpcProxy | undefined

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  fixture = await startOutboxFixture(database)
})
afterEach(async () => {
  await proxy?.close()
  proxy = undefined
  await fixture.anvil.stop()
})

/** Puts an unreliable node between the outbox and the chain. */
async function answerBy(tell: (call: RpcCall, answer: RpcAnswer) => RpcAnswer): Promise<void> {
  const rules: RpcRules = { fate: () => ({ do: 'pass' }), answered: () => 'go', tell }
  proxy = await startRpcProxy({ rpcUrl: fixture.anvil.rpcUrl, rules: () => rules })
  fixture.reopen(2, proxy.url)
}

test('a nonce used by another transaction of the key: lost, but only long after', async () => {
  const { txId } = await fixture.sign(fixture.payment())
  await fixture.spendNonce({ nonce: 0, to: somebody })
  await fixture.pass()
  await fixture.mine(3)
  await fixture.pass()
  expect((await fixture.rowOf(txId)).state).toBe('sent')
  await fixture.mine(15)
  await fixture.pass()
  expect((await fixture.rowOf(txId)).state).toBe('lost')
  expect(await fixture.paid()).toBe(0n)
})

test('a nonce used by another transaction is lost by what is final, however far ahead the head is', async () => {
  fixture.reopen(40)
  const { txId } = await fixture.sign(fixture.payment())
  await fixture.spendNonce({ nonce: 0, to: somebody })
  await fixture.pass(patient)
  const gone = (await fixture.rowOf(txId)).nonceGoneBlock!
  await fixture.mine(39)
  await fixture.pass(patient)
  expect((await fixture.rowOf(txId)).state).toBe('sent')
  // The last final block is now the eleventh after the one in which it was seen, then the twelfth.
  const head = Number(await fixture.anvil.control.getBlockNumber())
  await fixture.mine(gone + 11 + 40 - head)
  await fixture.pass(patient)
  expect((await fixture.rowOf(txId)).state).toBe('sent')
  await fixture.mine(1)
  await fixture.pass(patient)
  expect((await fixture.rowOf(txId)).state).toBe('lost')
})

test('a mined transaction never becomes lost because its receipt is missing', async () => {
  let hasReceipts = false
  await answerBy((call, answer) =>
    call.method === 'eth_getTransactionReceipt' && !hasReceipts ? { ...answer, result: null } : answer,
  )
  const { txId, raw, hash } = await fixture.sign(fixture.payment())
  await fixture.anvil.control.sendRawTransaction({ serializedTransaction: raw })
  await fixture.mine(1)
  await fixture.pass(patient)
  expect((await fixture.rowOf(txId)).nonceGoneBlock).not.toBeNull()
  for (const blocks of [20, 20, 20]) {
    await fixture.mine(blocks)
    await fixture.pass(patient)
    expect(await fixture.rowOf(txId)).toMatchObject({
      state: 'sent',
      error: 'it is in a final block, and no RPC endpoint shows its receipt',
    })
  }
  hasReceipts = true
  await fixture.pass(patient)
  const row = await fixture.rowOf(txId)
  expect(row).toMatchObject({ state: 'final', error: null })
  expect(bytesToHex(row.minedHash!)).toBe(hash)
})

test('a transaction waits while no node shows which one used its nonce, and is lost once one does', async () => {
  let hasHistory = false
  await answerBy((call, { id, ...answer }) => {
    const isOfOldBlock =
      call.method === 'eth_getTransactionCount' && String(call.params?.[1]).startsWith('0x')
    const error = { code: -32000, message: 'historical state is not available' }
    return isOfOldBlock && !hasHistory ? { jsonrpc: '2.0', id, error } : { id, ...answer }
  })
  const { txId } = await fixture.sign(fixture.payment())
  await fixture.spendNonce({ nonce: 0, to: somebody })
  await fixture.pass(patient)
  await fixture.mine(20)
  await fixture.pass(patient)
  expect(await fixture.rowOf(txId)).toMatchObject({
    state: 'sent',
    error: 'its nonce is used, and no RPC endpoint shows by which transaction',
  })
  hasHistory = true
  await fixture.pass(patient)
  expect((await fixture.rowOf(txId)).state).toBe('lost')
})

test('a nonce that was used without a transaction of the key makes the transaction lost', async () => {
  const { txId } = await fixture.sign(fixture.payment())
  // Anvil's way to what an EIP-7702 authorization of the key does.
  await fixture.anvil.control.setNonce({ address: fixture.signer.address, nonce: 1 })
  await fixture.pass(patient)
  await fixture.mine(20)
  await fixture.pass(patient)
  expect(await fixture.rowOf(txId)).toMatchObject({
    state: 'lost',
    error: 'another transaction used its nonce',
  })
})

test('a transaction stays open while an endpoint does not answer', async () => {
  const { txId } = await fixture.sign(fixture.payment())
  await fixture.spendNonce({ nonce: 0, to: somebody })
  await fixture.pass(patient)
  await fixture.mine(20)
  const asked = {
    chain: fixture.chain,
    sender: fixture.signer.address,
    nonce: 0,
    ours: [],
    nonceUsedBlock: 1,
  }
  await fixture.anvil.stop()
  await expect(readNonceUser({ ...asked, finalBlock: 20 })).rejects.toThrow()
  expect((await fixture.rowOf(txId)).state).toBe('sent')
})

test('the block that used a nonce is found among many, before and after which the key sent others', async () => {
  const found = fc.asyncProperty(fc.nat({ max: 40 }), fc.nat({ max: 40 }), async (before, after) => {
    await fixture.anvil.stop()
    fixture = await startOutboxFixture(database)
    await fixture.mine(before + 1)
    for (const nonce of [0, 1, 2]) await fixture.spendNonce({ nonce, to: somebody })
    await fixture.mine(after)
    const finalBlock = Number(await fixture.anvil.control.getBlockNumber())
    const asked = { chain: fixture.chain, sender: fixture.signer.address, finalBlock }
    const nonceUsedBlocks = [before + 5, before + 2, finalBlock]
    for (const nonceUsedBlock of nonceUsedBlocks)
      for (const nonce of [0, 1, 2]) {
        const { transactions } = await fixture.anvil.control.getBlock({
          blockNumber: BigInt(before + 2 + nonce),
        })
        expect(await readNonceUser({ ...asked, nonceUsedBlock, nonce, ours: [] })).toBe('another')
        expect(await readNonceUser({ ...asked, nonceUsedBlock, nonce, ours: transactions })).toBe('ours')
      }
    const early = { ...asked, nonceUsedBlock: before + 2, ours: [] }
    expect(await readNonceUser({ ...early, nonce: 3 })).toBe('notFinal')
    expect(await readNonceUser({ ...early, nonce: 0, finalBlock: before + 1 })).toBe('notFinal')
  })
  await fc.assert(found, { numRuns: 6 })
})

test('a nonce that a reorganisation gave back is not counted as gone any more', async () => {
  const { txId } = await fixture.sign(fixture.payment())
  await fixture.spendNonce({ nonce: 0, to: somebody })
  await fixture.pass(patient)
  expect((await fixture.rowOf(txId)).nonceGoneBlock).not.toBeNull()
  await fixture.anvil.control.setAutomine(false)
  await fixture.anvil.control.request({ method: 'anvil_reorg' as never, params: [1, []] as never })
  await fixture.pass(patient)
  expect(await fixture.rowOf(txId)).toMatchObject({ state: 'sent', nonceGoneBlock: null })
})
