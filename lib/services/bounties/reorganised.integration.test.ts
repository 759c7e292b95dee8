import { type Address, bytesToHex, encodeFunctionData, type Hex, maxUint256 } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bountyEscrowAbi } from '#contracts/bounty-escrow'
import { readEscrowBounty } from '#lib/adapters/chain/escrow'
import { encodeApprove, encodeTransferOnce } from '#lib/adapters/chain/usdc'
import { loadAgain } from '#lib/services/bounties/load-facts'
import { beginPass } from '#lib/services/bounties/pass'
import { readChainState } from '#lib/services/bounties/read-chain-state'
import { recordNumber } from '#lib/services/bounties/record-number'
import { reorg } from '#sandbox/chain-controls'
import { fundUsdc, openLocal, sendAsDeployer } from '#sandbox/local-chain'
import { type BountyBench, type Paid, startBountyBench } from '#testing/bounty-bench'

/** Bounties are shown as open after one block, and blocks are final after five. */
const settings = { FINALITY_8453: '5', CONFIRMATIONS_8453: '1' }

let bench: BountyBench
beforeAll(async () => {
  bench = await startBountyBench({ settings })
  // From here on the escrow has an allowance.
  await bench.payBounty()
  await bench.run()
})
afterAll(() => bench.close())

const rowOf = (paid: Paid) => bench.rowOf(paid.row.bountyId)
const payerHas = ({ network, payer }: Paid) => bench.balanceOf(network, payer.address)
const undo = (paid: Paid, blocks: number) => reorg(bench.rpcUrlOf(paid.network), blocks)

async function setPaused({ network }: Paid, functionName: 'pause' | 'unpause'): Promise<void> {
  const data = encodeFunctionData({ abi: bountyEscrowAbi, functionName })
  await sendAsDeployer(openLocal(bench.rpcUrlOf(network)), network.escrow, data)
}

/** Creates a bounty whose settlement is final. */
async function safelyPaid(): Promise<Paid> {
  const paid = await bench.payBounty()
  await bench.mine(6)
  return paid
}

/** A bounty that is shown as open, with a post two blocks deep and not final. */
async function justOpen(): Promise<Paid> {
  const paid = await safelyPaid()
  await bench.pass()
  expect(await rowOf(paid)).toMatchObject({ state: 'creating', onchainId: null })
  await bench.mine(1)
  await bench.pass()
  expect(await rowOf(paid)).toMatchObject({ state: 'open', postIsFinal: false })
  return paid
}

/** Takes the next number in the contract. */
async function strangerPosts({ network }: Paid): Promise<void> {
  const stranger: Address = '0x00000000000000000000000000000000000057a9'
  await fundUsdc(bench.rpcUrlOf(network), network.usdc.address, stranger, 1n)
  await bench.sendFrom(network, stranger, network.usdc.address, encodeApprove(network.escrow, maxUint256))
  const ref: Hex = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  const deadline = Math.ceil(bench.ctx.clock.now().getTime() / 1_000) + 86_400
  const data = encodeFunctionData({
    abi: bountyEscrowAbi,
    functionName: 'post',
    args: [ref, stranger, 1n, deadline],
  })
  await bench.sendFrom(network, stranger, network.escrow, data)
}

test('a post undone before it is final is posted again, with the number of the final block', async () => {
  const paid = await justOpen()
  await undo(paid, 2)
  await bench.run()
  const row = await rowOf(paid)
  expect(row).toMatchObject({ state: 'open', postIsFinal: true, postTries: 1 })
  const { chains } = bench.ctx
  const inContract = await readEscrowBounty({
    ...{ chain: chains.get(8453)!, escrow: paid.network.escrow, id: BigInt(row.onchainId!) },
    blockNumber: undefined,
  })
  expect(inContract).toMatchObject({ state: 'open', amountAtomic: paid.amountAtomic })
})

test('a number that a reorganisation gives to another poster is not used for our transactions', {
  tags: 'thorough',
}, async () => {
  const [first, second] = [await safelyPaid(), await safelyPaid()]
  await bench.pass()
  await bench.mine(1)
  await bench.pass()
  const before = [(await rowOf(first)).onchainId!, (await rowOf(second)).onchainId!]
  await bench.cancel(first)
  const contributor = await bench.accept(second)
  await bench.pass()
  expect((await rowOf(first)).exitChainTxId).toBeNull()
  await undo(first, 3)
  await strangerPosts(first)
  await bench.run()
  const rows = [await rowOf(first), await rowOf(second)]
  expect(rows.map((row) => row.state)).toEqual(['cancelled', 'accepted'])
  expect(rows.map((row) => row.onchainId)).toEqual(before.map((id) => id + 1))
  expect(await payerHas(first)).toBe(first.amountAtomic)
  expect(await bench.balanceOf(second.network, contributor)).toBe(second.amountAtomic)
  const strangers = await readEscrowBounty({
    ...{ chain: bench.ctx.chains.get(8453)!, escrow: first.network.escrow, id: BigInt(Math.min(...before)) },
    blockNumber: undefined,
  })
  expect(strangers).toMatchObject({ state: 'open', amountAtomic: 1n })
})

test('a post undone and then refused: no longer open, and paid back', { tags: 'thorough' }, async () => {
  const paid = await justOpen()
  await undo(paid, 2)
  await setPaused(paid, 'pause')
  await bench.run()
  expect(await rowOf(paid)).toMatchObject({ state: 'creating', onchainId: null, createTx: null })
  await bench.runPatiently()
  await setPaused(paid, 'unpause')
  expect(await rowOf(paid)).toMatchObject({ state: 'failed', onchainId: null, createTx: null })
  expect(await payerHas(paid)).toBe(paid.amountAtomic)
})

test('cancelled while its post was undone and refused: paid back from the treasury', {
  tags: 'thorough',
}, async () => {
  const paid = await justOpen()
  await bench.cancel(paid)
  await undo(paid, 2)
  await setPaused(paid, 'pause')
  await bench.runPatiently()
  await setPaused(paid, 'unpause')
  const row = await rowOf(paid)
  expect(row).toMatchObject({ state: 'cancelled', onchainId: null, createTx: null, cancelTx: null })
  expect(row.payoutTx).toHaveLength(32)
  expect(await payerHas(paid)).toBe(paid.amountAtomic)
})

test('accepted while its post was undone and refused, past its deadline: posted again, and the contributor paid', {
  tags: 'thorough',
}, async () => {
  const paid = await justOpen()
  const contributor = await bench.accept(paid)
  await undo(paid, 2)
  await setPaused(paid, 'pause')
  await bench.run()
  await bench.advanceClock(8 * 86_400)
  await bench.run()
  expect((await rowOf(paid)).state).toBe('accepting')
  await setPaused(paid, 'unpause')
  await bench.runPatiently(2, 3_600)
  expect((await rowOf(paid)).state).toBe('accepted')
  expect(await bench.balanceOf(paid.network, contributor)).toBe(paid.amountAtomic)
  expect(await payerHas(paid)).toBe(0n)
})

test('a reverted post is never shown as open, at any depth', async () => {
  const paid = await safelyPaid()
  await bench.pass()
  await undo(paid, 1)
  await setPaused(paid, 'pause')
  await bench.pass()
  for (let block = 0; block < 4; block++) {
    await bench.mine(1)
    await bench.pass()
    expect((await rowOf(paid)).state).toBe('creating')
  }
  await bench.runPatiently()
  await setPaused(paid, 'unpause')
  expect((await rowOf(paid)).state).toBe('failed')
  expect(await payerHas(paid)).toBe(paid.amountAtomic)
})

test("a stranger's refund that is undone is not recorded, and our own ends the bounty", {
  tags: 'thorough',
}, async () => {
  const paid = await justOpen()
  await bench.run()
  await bench.cancel(paid)
  await bench.advanceClock((7 + 3) * 86_400)
  const { onchainId } = await rowOf(paid)
  const args = [BigInt(onchainId!)] as const
  const data = encodeFunctionData({ abi: bountyEscrowAbi, functionName: 'refund', args })
  const theirs = await bench.sendFrom(paid.network, paid.payer.address, paid.network.escrow, data)
  for (let round = 0; round < 3; round++) await bench.pass()
  expect(await rowOf(paid)).toMatchObject({ state: 'cancelling', exitTries: 1, payoutTx: null })
  await undo(paid, 1)
  await bench.runPatiently(2)
  const row = await rowOf(paid)
  expect(row.state).toBe('cancelled')
  expect(bytesToHex(row.payoutTx!)).not.toBe(theirs)
  expect(await payerHas(paid)).toBe(paid.amountAtomic)
})

test("a stranger's payback that is undone is replaced by our own, which pays once", {
  tags: 'thorough',
}, async () => {
  const paid = await safelyPaid()
  const { network, payer, amountAtomic } = paid
  const nonce = bytesToHex(paid.row.ref)
  const data = await encodeTransferOnce({
    ...{
      chain: network,
      usdc: network.usdc,
      signer: bench.signers.treasury,
      to: payer.address,
      amountAtomic,
      nonce,
    },
  })
  await bench.sendFrom(network, '0x000000000000000000000000000000000000e15e', network.usdc.address, data)
  for (let round = 0; round < 3; round++) await bench.pass()
  expect(await rowOf(paid)).toMatchObject({ state: 'paid', postTries: 0, payoutTx: null })
  await undo(paid, 1)
  await bench.run()
  expect(await rowOf(paid)).toMatchObject({ state: 'open', postTries: 1 })
  expect(await payerHas(paid)).toBe(0n)
})

test('a post that is unknown to a restored backup and still unconfirmed is awaited, and neither repeated nor paid back', async () => {
  const paid = await safelyPaid()
  const restore = await bench.backUp()
  await bench.pass()
  await restore()
  const ctx = await bench.newProcess()
  for (let round = 0; round < 4; round++) {
    await bench.pass({ ctx })
    await bench.ctx.sql`update chain_tx set updated_at = updated_at - interval '1 hour'`
  }
  expect(await rowOf(paid)).toMatchObject({ state: 'paid', postTries: 0, paybackTries: 0 })
  await bench.run({ ctx })
  expect(await rowOf(paid)).toMatchObject({ state: 'open', postIsFinal: true, postTries: 0 })
  expect(await payerHas(paid)).toBe(0n)
})

test('a node that is behind the blocks of our transactions gives an unsettled state', async () => {
  const paid = await justOpen()
  const early = await beginPass({ ...bench, network: paid.network })
  await bench.run()
  const pass = await beginPass({ ...bench, network: paid.network })
  const known = await loadAgain({ ...bench, bountyId: paid.row.bountyId })
  expect(await recordNumber({ pass: early, known })).toBe(false)
  expect(await readChainState({ pass, known })).toEqual({ inContract: 'open', paidBack: false })
  for (const ahead of [{ minedBlock: pass.final + 1 }, { nonceGoneBlock: pass.final + 1 }]) {
    const lagging = { ...known, post: { ...known.post!, ...ahead } }
    expect(await readChainState({ pass, known: lagging })).toEqual({
      inContract: 'unsettled',
      paidBack: 'unsettled',
    })
  }
  const young = { pass: { ...pass, final: -1 }, known }
  expect(await readChainState(young)).toEqual({ inContract: 'unsettled', paidBack: 'unsettled' })
})

test('a settlement undone before the post delays the post until the money is there again', {
  tags: 'thorough',
}, async () => {
  const paid = await bench.payBounty()
  await undo(paid, 1)
  expect(await payerHas(paid)).toBe(paid.amountAtomic)
  await bench.runPatiently(2)
  expect(await rowOf(paid)).toMatchObject({ state: 'paid', postTries: 0, paybackTries: 0 })
  await bench.sendFrom(paid.network, paid.payer.address, paid.network.usdc.address, paid.transfer)
  await bench.run()
  expect((await rowOf(paid)).state).toBe('open')
  expect(await payerHas(paid)).toBe(0n)
})

test('a settlement that a reorganisation undid after the post was refused is not paid back', {
  tags: 'thorough',
}, async () => {
  const paid = await bench.payBounty()
  await setPaused(paid, 'pause')
  for (let round = 0; (await rowOf(paid)).postTries < 3; round++) {
    expect(round).toBeLessThan(6)
    await bench.pass()
    await bench.ctx.sql`update chain_tx set updated_at = updated_at - interval '1 hour'`
  }
  // Shown by now, but not final: it may still be undone.
  await bench.mine(2)
  await bench.pass()
  expect((await rowOf(paid)).paybackTries).toBe(0)
  await undo(paid, 5)
  await setPaused(paid, 'pause')
  await bench.runPatiently(2)
  await setPaused(paid, 'unpause')
  expect(await payerHas(paid)).toBe(paid.amountAtomic)
  expect(await rowOf(paid)).toMatchObject({ state: 'paid', paybackTries: 0 })
})
