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
import { type OutboxBench, patient, startOutboxBench } from '#testing/outbox-bench'

const somebody = '0x00000000000000000000000000000000000bad00'

let database: TestDatabase
let bench: OutboxBench
let proxy: RpcProxy | undefined

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  bench = await startOutboxBench(database)
})
afterEach(async () => {
  await proxy?.close()
  proxy = undefined
  await bench.anvil.stop()
})

/** Puts an unreliable node between the outbox and the chain. */
async function answerBy(tell: (call: RpcCall, answer: RpcAnswer) => RpcAnswer): Promise<void> {
  const rules: RpcRules = { fate: () => ({ do: 'pass' }), answered: () => 'go', tell }
  proxy = await startRpcProxy({ rpcUrl: bench.anvil.rpcUrl, rules: () => rules })
  bench.reopen(2, proxy.url)
}

test('a nonce used by another transaction of the key: lost, but only long after', async () => {
  const { txId } = await bench.sign(bench.payment())
  await bench.spendNonce({ nonce: 0, to: somebody })
  await bench.pass()
  await bench.mine(3)
  await bench.pass()
  expect((await bench.rowOf(txId)).state).toBe('sent')
  await bench.mine(15)
  await bench.pass()
  expect((await bench.rowOf(txId)).state).toBe('lost')
  expect(await bench.paid()).toBe(0n)
})

test('a nonce used by another transaction is lost by what is final, however far ahead the head is', async () => {
  bench.reopen(40)
  const { txId } = await bench.sign(bench.payment())
  await bench.spendNonce({ nonce: 0, to: somebody })
  await bench.pass(patient)
  const gone = (await bench.rowOf(txId)).nonceGoneBlock!
  await bench.mine(39)
  await bench.pass(patient)
  expect((await bench.rowOf(txId)).state).toBe('sent')
  // The last final block is now the eleventh after the one in which it was seen, then the twelfth.
  const head = Number(await bench.anvil.control.getBlockNumber())
  await bench.mine(gone + 11 + 40 - head)
  await bench.pass(patient)
  expect((await bench.rowOf(txId)).state).toBe('sent')
  await bench.mine(1)
  await bench.pass(patient)
  expect((await bench.rowOf(txId)).state).toBe('lost')
})

test('missing receipts do not make a mined transaction lost, however late and however often', async () => {
  let hasReceipts = false
  await answerBy((call, answer) =>
    call.method === 'eth_getTransactionReceipt' && !hasReceipts ? { ...answer, result: null } : answer,
  )
  const { txId, raw, hash } = await bench.sign(bench.payment())
  await bench.anvil.control.sendRawTransaction({ serializedTransaction: raw })
  await bench.mine(1)
  await bench.pass(patient)
  expect((await bench.rowOf(txId)).nonceGoneBlock).not.toBeNull()
  for (const blocks of [20, 20, 20]) {
    await bench.mine(blocks)
    await bench.pass(patient)
    expect(await bench.rowOf(txId)).toMatchObject({
      state: 'sent',
      error: 'it is in a final block, and no RPC endpoint shows its receipt',
    })
  }
  hasReceipts = true
  await bench.pass(patient)
  const row = await bench.rowOf(txId)
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
  const { txId } = await bench.sign(bench.payment())
  await bench.spendNonce({ nonce: 0, to: somebody })
  await bench.pass(patient)
  await bench.mine(20)
  await bench.pass(patient)
  expect(await bench.rowOf(txId)).toMatchObject({
    state: 'sent',
    error: 'its nonce is used, and no RPC endpoint shows by which transaction',
  })
  hasHistory = true
  await bench.pass(patient)
  expect((await bench.rowOf(txId)).state).toBe('lost')
})

test('a nonce that was used without a transaction of the key makes the transaction lost', async () => {
  const { txId } = await bench.sign(bench.payment())
  // Anvil's way to what an EIP-7702 authorization of the key does.
  await bench.anvil.control.setNonce({ address: bench.signer.address, nonce: 1 })
  await bench.pass(patient)
  await bench.mine(20)
  await bench.pass(patient)
  expect(await bench.rowOf(txId)).toMatchObject({
    state: 'lost',
    error: 'another transaction used its nonce',
  })
})

test('an endpoint that does not answer decides nothing', async () => {
  const { txId } = await bench.sign(bench.payment())
  await bench.spendNonce({ nonce: 0, to: somebody })
  await bench.pass(patient)
  await bench.mine(20)
  const asked = { chain: bench.chain, sender: bench.signer.address, nonce: 0, ours: [], nonceUsedBlock: 1 }
  await bench.anvil.stop()
  await expect(readNonceUser({ ...asked, finalBlock: 20 })).rejects.toThrow()
  expect((await bench.rowOf(txId)).state).toBe('sent')
})

test('the block that used a nonce is found among many, before and after which the key sent others', async () => {
  const found = fc.asyncProperty(fc.nat({ max: 40 }), fc.nat({ max: 40 }), async (before, after) => {
    await bench.anvil.stop()
    bench = await startOutboxBench(database)
    await bench.mine(before + 1)
    for (const nonce of [0, 1, 2]) await bench.spendNonce({ nonce, to: somebody })
    await bench.mine(after)
    const finalBlock = Number(await bench.anvil.control.getBlockNumber())
    const asked = { chain: bench.chain, sender: bench.signer.address, finalBlock }
    const nonceUsedBlocks = [before + 5, before + 2, finalBlock]
    for (const nonceUsedBlock of nonceUsedBlocks)
      for (const nonce of [0, 1, 2]) {
        const { transactions } = await bench.anvil.control.getBlock({
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
  const { txId } = await bench.sign(bench.payment())
  await bench.spendNonce({ nonce: 0, to: somebody })
  await bench.pass(patient)
  expect((await bench.rowOf(txId)).nonceGoneBlock).not.toBeNull()
  await bench.anvil.control.setAutomine(false)
  await bench.anvil.control.request({ method: 'anvil_reorg' as never, params: [1, []] as never })
  await bench.pass(patient)
  expect(await bench.rowOf(txId)).toMatchObject({ state: 'sent', nonceGoneBlock: null })
})
