import { bytesToHex, encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bountyEscrowAbi } from '#contracts/bounty-escrow'
import { encodeApprove, encodeTransferOnce } from '#lib/adapters/chain/usdc'
import { advanceBounties } from '#lib/services/bounties/advance-bounties'
import { expireBounties } from '#lib/services/bounties/expire-bounties'
import { openLocal, sendAsDeployer } from '#sandbox/local-chain'
import { type BountyFixture, type Paid, startBountyFixture } from '#testing/bounty-fixture'
import { onEachNetwork } from '#testing/on-each-network'

/*
 * The chains have transactions that the database lacks, as after a restore from a backup: another database of
 * the same service sent them, with the same keys.
 */
let fixture: BountyFixture
beforeAll(async () => {
  fixture = await startBountyFixture()
})
afterAll(() => fixture.close())

const treasury = () => fixture.ctx.env.treasury

async function setPaused({ network }: Paid, functionName: 'pause' | 'unpause'): Promise<void> {
  const data = encodeFunctionData({ abi: bountyEscrowAbi, functionName })
  await sendAsDeployer(openLocal(fixture.rpcUrlOf(network)), network.escrow, data)
}

/** Posts as the treasury, outside this database. */
async function postElsewhere(
  { row, network, amountAtomic, payer }: Paid,
  changes: { amountAtomic?: bigint } = {},
): Promise<Hex> {
  await fixture.sendFrom(network, treasury(), network.usdc.address, encodeApprove(network.escrow, maxUint256))
  const data = encodeFunctionData({
    abi: bountyEscrowAbi,
    functionName: 'post',
    args: [
      bytesToHex(row.ref),
      payer.address,
      changes.amountAtomic ?? amountAtomic,
      row.deadline.getTime() / 1_000,
    ],
  })
  return fixture.sendFrom(network, treasury(), network.escrow, data)
}

async function payBackElsewhere({ row, network, amountAtomic, payer }: Paid): Promise<Hex> {
  const data = await encodeTransferOnce({
    chain: network,
    usdc: network.usdc,
    signer: fixture.signers.treasury,
    to: payer.address,
    amountAtomic,
    nonce: bytesToHex(row.ref),
  })
  return fixture.sendFrom(network, '0x000000000000000000000000000000000000e15e', network.usdc.address, data)
}

async function postsOf({ row, network }: Paid): Promise<number> {
  const { client } = fixture.ctx.chains.get(network.chainId)!
  const logs = await client.getContractEvents({
    address: network.escrow,
    abi: bountyEscrowAbi,
    eventName: 'BountyPosted',
    fromBlock: 0n,
    args: { ref: bytesToHex(row.ref) },
  })
  return logs.length
}

onEachNetwork('a backup restored on %s', (network) => {
  test('from before the post: the post is found, with its transaction, and not repeated', async () => {
    const paid = await fixture.payBounty({ network })
    const restore = await fixture.backUp()
    await fixture.run()
    const { createTx, onchainId } = await fixture.rowOf(paid.row.bountyId)
    await restore()
    expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('paid')
    await fixture.run({ ctx: await fixture.newProcess() })
    const row = await fixture.rowOf(paid.row.bountyId)
    expect(row).toMatchObject({ state: 'open', postIsFinal: true, onchainId, createTx })
    expect(await postsOf(paid)).toBe(1)
  })

  test('from before the payback: it is found, with its transaction, and neither posted nor paid again', {
    tags: 'thorough',
  }, async () => {
    const paid = await fixture.payBounty({ network })
    const restore = await fixture.backUp()
    await setPaused(paid, 'pause')
    await fixture.runPatiently()
    await setPaused(paid, 'unpause')
    const { payoutTx, state } = await fixture.rowOf(paid.row.bountyId)
    expect(state).toBe('failed')
    await restore()
    await fixture.runPatiently(2, 600, { ctx: await fixture.newProcess() })
    expect(await fixture.rowOf(paid.row.bountyId)).toMatchObject({ state: 'failed', payoutTx, postTries: 0 })
    expect(await fixture.balanceOf(paid.network, paid.payer.address)).toBe(paid.amountAtomic)
    expect(await postsOf(paid)).toBe(0)
  })

  test('from before the release: accepted again, it is found, and the contributor paid once', async () => {
    const paid = await fixture.payBounty({ network })
    await fixture.run()
    const restore = await fixture.backUp()
    const contributor = await fixture.accept(paid)
    await fixture.run()
    const { acceptTx } = await fixture.rowOf(paid.row.bountyId)
    await restore()
    await fixture.accept(paid, contributor)
    await fixture.run({ ctx: await fixture.newProcess() })
    expect(await fixture.rowOf(paid.row.bountyId)).toMatchObject({ state: 'accepted', acceptTx })
    expect(await fixture.balanceOf(paid.network, contributor)).toBe(paid.amountAtomic)
  })

  test('from before a cancel that is not repeated: found when it expires, and the payer paid once', {
    tags: 'thorough',
  }, async () => {
    const paid = await fixture.payBounty({ network, deadlineDays: 1 })
    await fixture.run()
    const restore = await fixture.backUp()
    await fixture.cancel(paid)
    await fixture.run()
    const { cancelTx } = await fixture.rowOf(paid.row.bountyId)
    await restore()
    await fixture.advanceClock(86_400)
    await expireBounties({ ctx: fixture.ctx, input: { limit: 100 } })
    await fixture.run({ ctx: await fixture.newProcess() })
    const row = await fixture.rowOf(paid.row.bountyId)
    expect(row).toMatchObject({ state: 'expired_refunded', cancelTx, payoutTx: cancelTx })
    expect(await fixture.balanceOf(paid.network, paid.payer.address)).toBe(paid.amountAtomic)
  })
})

test('a post with other terms under our reference is treated as foreign, and no further money is sent', async () => {
  const paid = await fixture.payBounty({ amountUsdc: 60 })
  await postElsewhere(paid, { amountAtomic: 59_000_000n })
  await fixture.runPatiently(2, 600, { ctx: await fixture.newProcess() })
  expect(await fixture.rowOf(paid.row.bountyId)).toMatchObject({ state: 'creating', paybackTries: 0 })
  expect(await fixture.balanceOf(paid.network, paid.payer.address)).toBe(0n)
})

test('a payback that somebody else sends first is recorded as theirs', { tags: 'thorough' }, async () => {
  const paid = await fixture.payBounty({ deadlineDays: 1 })
  await fixture.advanceClock(86_400)
  const isAsked = async () => (await fixture.rowOf(paid.row.bountyId)).paybackChainTxId !== null
  while (!(await isAsked())) {
    await fixture.runSenderQueues()
    await fixture.advanceClock(60)
    await advanceBounties(fixture)
  }
  const hash = await payBackElsewhere(paid)
  await fixture.runPatiently(2)
  const row = await fixture.rowOf(paid.row.bountyId)
  expect(row.state).toBe('failed')
  expect(bytesToHex(row.payoutTx!)).toBe(hash)
  expect(await fixture.balanceOf(paid.network, paid.payer.address)).toBe(paid.amountAtomic)
})

test('a payback whose authorization was cancelled does not count as paid', async () => {
  const paid = await fixture.payBounty()
  const nonce = bytesToHex(paid.row.ref)
  const { usdc, chainId } = paid.network
  const signature = await fixture.signers.treasury.signTypedData({
    domain: { name: usdc.domainName, version: '2', chainId, verifyingContract: usdc.address },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: treasury(), nonce },
  })
  const data = encodeFunctionData({
    abi: parseAbi(['function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)']),
    args: [treasury(), nonce, signature],
  })
  await fixture.sendFrom(paid.network, paid.payer.address, usdc.address, data)
  await fixture.runPatiently(2)
  expect(await fixture.rowOf(paid.row.bountyId)).toMatchObject({ state: 'paid', payoutTx: null })
})

test('a revoked allowance is requested again, for exactly the bounties that wait to be posted', async () => {
  const { network } = await fixture.payBounty()
  await fixture.run()
  const abi = parseAbi([
    'function approve(address spender, uint256 value)',
    'function allowance(address, address) view returns (uint256)',
  ])
  const data = encodeFunctionData({ abi, functionName: 'approve', args: [network.escrow, 0n] })
  await fixture.sendFrom(network, treasury(), network.usdc.address, data)
  await fixture.advanceClock(120)
  const paid = await fixture.payBounty()
  await fixture.runPatiently(2, 600, { ctx: await fixture.newProcess() })
  expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('open')
  const allowance = await fixture.ctx.chains.get(network.chainId)!.client.readContract({
    address: network.usdc.address,
    abi,
    functionName: 'allowance',
    args: [treasury(), network.escrow],
  })
  const [waiting] = await fixture.ctx.sql<{ usdc: number }[]>`
    select coalesce(sum(amount_usdc), 0)::int as usdc from bounty
    where chain_id = ${network.chainId} and state in ('paid', 'creating')`
  expect(allowance).toBe(BigInt(waiting!.usdc) * 1_000_000n)
})

test('the treasury key is used elsewhere: our post loses its nonce and is repeated once', async () => {
  const first = await fixture.payBounty()
  await fixture.run({ ctx: await fixture.newProcess() })
  const paid = await fixture.payBounty()
  const own = await fixture.newProcess()
  await fixture.runSenderQueues({ ctx: own })
  const approve = encodeApprove(first.network.escrow, maxUint256)
  await fixture.sendFrom(first.network, treasury(), first.network.usdc.address, approve)
  await fixture.run({ ctx: own })
  expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('creating')
  for (let round = 0; round < 3; round++) {
    await fixture.mine(15)
    await fixture.advanceClock(10)
    await fixture.run({ ctx: own })
  }
  expect(await fixture.rowOf(paid.row.bountyId)).toMatchObject({ state: 'open', postTries: 2 })
  expect(await postsOf(paid)).toBe(1)
})
