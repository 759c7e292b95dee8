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
import { type BountyFixture, type Paid, startBountyFixture } from '#testing/bounty-fixture'

/** Bounties are shown as open after one block, and blocks are final after five. */
const settings = { FINALITY_8453: '5', CONFIRMATIONS_8453: '1' }

let fixture: BountyFixture
beforeAll(async () => {
  fixture = await startBountyFixture({ settings })
  // From here on the escrow has an allowance.
  await fixture.payBounty()
  await fixture.run()
})
afterAll(() => fixture.close())

const rowOf = (paid: Paid) => fixture.rowOf(paid.row.bountyId)
const payerHas = ({ network, payer }: Paid) => fixture.balanceOf(network, payer.address)
const undo = (paid: Paid, blocks: number) => reorg(fixture.rpcUrlOf(paid.network), blocks)

async function setPaused({ network }: Paid, functionName: 'pause' | 'unpause'): Promise<void> {
  const data = encodeFunctionData({ abi: bountyEscrowAbi, functionName })
  await sendAsDeployer(openLocal(fixture.rpcUrlOf(network)), network.escrow, data)
}

/** Creates a bounty whose settlement is final. */
async function safelyPaid(): Promise<Paid> {
  const paid = await fixture.payBounty()
  await fixture.mine(6)
  return paid
}

/** A bounty that is shown as open, with a post two blocks deep and not final. */
async function justOpen(): Promise<Paid> {
  const paid = await safelyPaid()
  await fixture.pass()
  expect(await rowOf(paid)).toMatchObject({ state: 'creating', onchainId: null })
  await fixture.mine(1)
  await fixture.pass()
  expect(await rowOf(paid)).toMatchObject({ state: 'open', postIsFinal: false })
  return paid
}

/** A stranger posts a bounty, which takes the next number in the contract. */
async function strangerPosts({ network }: Paid): Promise<void> {
  const stranger: Address = '0x00000000000000000000000000000000000057a9'
  await fundUsdc(fixture.rpcUrlOf(network), network.usdc.address, stranger, 1n)
  await fixture.sendFrom(network, stranger, network.usdc.address, encodeApprove(network.escrow, maxUint256))
  const ref: Hex = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  const deadline = Math.ceil(fixture.ctx.clock.now().getTime() / 1_000) + 86_400
  const data = encodeFunctionData({
    abi: bountyEscrowAbi,
    functionName: 'post',
    args: [ref, stranger, 1n, deadline],
  })
  await fixture.sendFrom(network, stranger, network.escrow, data)
}

test('a post undone before it is final is posted again, with the number of the final block', async () => {
  const paid = await justOpen()
  await undo(paid, 2)
  await fixture.run()
  const row = await rowOf(paid)
  expect(row).toMatchObject({ state: 'open', postIsFinal: true, postTries: 1 })
  const { chains } = fixture.ctx
  const inContract = await readEscrowBounty({
    chain: chains.get(8453)!,
    escrow: paid.network.escrow,
    id: BigInt(row.onchainId!),
    blockNumber: undefined,
  })
  expect(inContract).toMatchObject({ state: 'open', amountAtomic: paid.amountAtomic })
})

test('a number that a reorganisation gives to another poster is not used for our transactions', {
  tags: 'thorough',
}, async () => {
  const [first, second] = [await safelyPaid(), await safelyPaid()]
  await fixture.pass()
  await fixture.mine(1)
  await fixture.pass()
  const before = [(await rowOf(first)).onchainId!, (await rowOf(second)).onchainId!]
  await fixture.cancel(first)
  const contributor = await fixture.accept(second)
  await fixture.pass()
  expect((await rowOf(first)).exitChainTxId).toBeNull()
  await undo(first, 3)
  await strangerPosts(first)
  await fixture.run()
  const rows = [await rowOf(first), await rowOf(second)]
  expect(rows.map((row) => row.state)).toEqual(['cancelled', 'accepted'])
  expect(rows.map((row) => row.onchainId)).toEqual(before.map((id) => id + 1))
  expect(await payerHas(first)).toBe(first.amountAtomic)
  expect(await fixture.balanceOf(second.network, contributor)).toBe(second.amountAtomic)
  const strangers = await readEscrowBounty({
    chain: fixture.ctx.chains.get(8453)!,
    escrow: first.network.escrow,
    id: BigInt(Math.min(...before)),
    blockNumber: undefined,
  })
  expect(strangers).toMatchObject({ state: 'open', amountAtomic: 1n })
})

test('a post undone and then refused: no longer open, and paid back', { tags: 'thorough' }, async () => {
  const paid = await justOpen()
  await undo(paid, 2)
  await setPaused(paid, 'pause')
  await fixture.run()
  expect(await rowOf(paid)).toMatchObject({ state: 'creating', onchainId: null, createTx: null })
  await fixture.runPatiently()
  await setPaused(paid, 'unpause')
  expect(await rowOf(paid)).toMatchObject({ state: 'failed', onchainId: null, createTx: null })
  expect(await payerHas(paid)).toBe(paid.amountAtomic)
})

test('cancelled while its post was undone and refused: paid back from the treasury', {
  tags: 'thorough',
}, async () => {
  const paid = await justOpen()
  await fixture.cancel(paid)
  await undo(paid, 2)
  await setPaused(paid, 'pause')
  await fixture.runPatiently()
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
  const contributor = await fixture.accept(paid)
  await undo(paid, 2)
  await setPaused(paid, 'pause')
  await fixture.run()
  await fixture.advanceClock(8 * 86_400)
  await fixture.run()
  expect((await rowOf(paid)).state).toBe('accepting')
  await setPaused(paid, 'unpause')
  await fixture.runPatiently(2, 3_600)
  expect((await rowOf(paid)).state).toBe('accepted')
  expect(await fixture.balanceOf(paid.network, contributor)).toBe(paid.amountAtomic)
  expect(await payerHas(paid)).toBe(0n)
})

test('a reverted post is never shown as open, at any depth', async () => {
  const paid = await safelyPaid()
  await fixture.pass()
  await undo(paid, 1)
  await setPaused(paid, 'pause')
  await fixture.pass()
  for (let block = 0; block < 4; block++) {
    await fixture.mine(1)
    await fixture.pass()
    expect((await rowOf(paid)).state).toBe('creating')
  }
  await fixture.runPatiently()
  await setPaused(paid, 'unpause')
  expect((await rowOf(paid)).state).toBe('failed')
  expect(await payerHas(paid)).toBe(paid.amountAtomic)
})

test("a stranger's refund that is undone is not recorded, and our own ends the bounty", {
  tags: 'thorough',
}, async () => {
  const paid = await justOpen()
  await fixture.run()
  await fixture.cancel(paid)
  await fixture.advanceClock((7 + 3) * 86_400)
  const { onchainId } = await rowOf(paid)
  const args = [BigInt(onchainId!)] as const
  const data = encodeFunctionData({ abi: bountyEscrowAbi, functionName: 'refund', args })
  const theirs = await fixture.sendFrom(paid.network, paid.payer.address, paid.network.escrow, data)
  for (let round = 0; round < 3; round++) await fixture.pass()
  expect(await rowOf(paid)).toMatchObject({ state: 'cancelling', exitTries: 1, payoutTx: null })
  await undo(paid, 1)
  await fixture.runPatiently(2)
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
    chain: network,
    usdc: network.usdc,
    signer: fixture.signers.treasury,
    to: payer.address,
    amountAtomic,
    nonce,
  })
  await fixture.sendFrom(network, '0x000000000000000000000000000000000000e15e', network.usdc.address, data)
  for (let round = 0; round < 3; round++) await fixture.pass()
  expect(await rowOf(paid)).toMatchObject({ state: 'paid', postTries: 0, payoutTx: null })
  await undo(paid, 1)
  await fixture.run()
  expect(await rowOf(paid)).toMatchObject({ state: 'open', postTries: 1 })
  expect(await payerHas(paid)).toBe(0n)
})

test('a post that is unknown to a restored backup and still unconfirmed is awaited, and neither repeated nor paid back', async () => {
  const paid = await safelyPaid()
  const restore = await fixture.backUp()
  await fixture.pass()
  await restore()
  const ctx = await fixture.newProcess()
  for (let round = 0; round < 4; round++) {
    await fixture.pass({ ctx })
    await fixture.ctx.sql`update chain_tx set updated_at = updated_at - interval '1 hour'`
  }
  expect(await rowOf(paid)).toMatchObject({ state: 'paid', postTries: 0, paybackTries: 0 })
  await fixture.run({ ctx })
  expect(await rowOf(paid)).toMatchObject({ state: 'open', postIsFinal: true, postTries: 0 })
  expect(await payerHas(paid)).toBe(0n)
})

test('a node that is behind the blocks of our transactions gives an unsettled state', async () => {
  const paid = await justOpen()
  const early = await beginPass({ ...fixture, network: paid.network })
  await fixture.run()
  const pass = await beginPass({ ...fixture, network: paid.network })
  const known = await loadAgain({ ...fixture, bountyId: paid.row.bountyId })
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
  const paid = await fixture.payBounty()
  await undo(paid, 1)
  expect(await payerHas(paid)).toBe(paid.amountAtomic)
  await fixture.runPatiently(2)
  expect(await rowOf(paid)).toMatchObject({ state: 'paid', postTries: 0, paybackTries: 0 })
  await fixture.sendFrom(paid.network, paid.payer.address, paid.network.usdc.address, paid.transfer)
  await fixture.run()
  expect((await rowOf(paid)).state).toBe('open')
  expect(await payerHas(paid)).toBe(0n)
})

test('a settlement that a reorganisation undid after the post was refused is not paid back', {
  tags: 'thorough',
}, async () => {
  const paid = await fixture.payBounty()
  await setPaused(paid, 'pause')
  for (let round = 0; (await rowOf(paid)).postTries < 3; round++) {
    expect(round).toBeLessThan(6)
    await fixture.pass()
    await fixture.ctx.sql`update chain_tx set updated_at = updated_at - interval '1 hour'`
  }
  // Shown by now, but not final: it may still be undone.
  await fixture.mine(2)
  await fixture.pass()
  expect((await rowOf(paid)).paybackTries).toBe(0)
  await undo(paid, 5)
  await setPaused(paid, 'pause')
  await fixture.runPatiently(2)
  await setPaused(paid, 'unpause')
  expect(await payerHas(paid)).toBe(paid.amountAtomic)
  expect(await rowOf(paid)).toMatchObject({ state: 'paid', paybackTries: 0 })
})
