import { type Address, bytesToHex, encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bountyEscrowAbi } from '#contracts/bounty-escrow'
import { createSigner } from '#lib/adapters/chain/signer'
import { cancelBounty } from '#lib/services/bounties/cancel-bounty'
import { expireBounties } from '#lib/services/bounties/expire-bounties'
import { getBounty } from '#lib/services/bounties/get-bounty'
import { setBlacklisted } from '#sandbox/chain-controls'
import { fundUsdc, openLocal, sendAsDeployer } from '#sandbox/local-chain'
import { type BountyFixture, type Paid, startBountyFixture } from '#testing/bounty-fixture'

const graceSeconds = 259_200
const tokenAbi = parseAbi(['event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)'])

let fixture: BountyFixture
beforeAll(async () => {
  fixture = await startBountyFixture()
})
afterAll(() => fixture.close())

const base = () => fixture.networkOf('eip155:8453')
const payerHas = ({ network, payer }: Paid) => fixture.balanceOf(network, payer.address)
const listed: Address[] = []

async function blacklist(account: Address): Promise<void> {
  listed.push(account)
  await setBlacklisted(fixture.rpcUrlOf(base()), base().usdc.address, account, true)
}

async function unlist(account: Address): Promise<void> {
  await setBlacklisted(fixture.rpcUrlOf(base()), base().usdc.address, account, false)
}

async function setPaused(functionName: 'pause' | 'unpause'): Promise<void> {
  const data = encodeFunctionData({ abi: bountyEscrowAbi, functionName })
  await sendAsDeployer(openLocal(fixture.rpcUrlOf(base())), base().escrow, data)
}

/** How often the treasury's authorization of a payback was used. */
async function paybacksOf({ row, network }: Paid): Promise<number> {
  const { client } = fixture.ctx.chains.get(network.chainId)!
  const logs = await client.getContractEvents({
    address: network.usdc.address,
    abi: tokenAbi,
    eventName: 'AuthorizationUsed',
    fromBlock: 0n,
    args: { authorizer: fixture.ctx.env.treasury, nonce: bytesToHex(row.ref) },
  })
  return logs.length
}

async function expectPaidBack(paid: Paid): Promise<void> {
  const row = await fixture.rowOf(paid.row.bountyId)
  expect(row).toMatchObject({ state: 'failed', postTries: 3, onchainId: null, createTx: null })
  expect(row.payoutTx).toHaveLength(32)
  expect(await payerHas(paid)).toBe(paid.amountAtomic)
  expect(await paybacksOf(paid)).toBe(1)
  await fixture.runPatiently(2)
  expect(await paybacksOf(paid)).toBe(1)
}

afterEach(async () => {
  for (const account of listed.splice(0)) await unlist(account)
})

describe('a bounty that cannot be posted', () => {
  test('escrow paused: failed, paid back once', async () => {
    await setPaused('pause')
    const paid = await fixture.payBounty()
    await fixture.runPatiently()
    await setPaused('unpause')
    await expectPaidBack(paid)
  })

  test('its payer is told that it waits, when it is retried, and that the money comes back automatically', async () => {
    await setPaused('pause')
    const paid = await fixture.payBounty()
    const input = { bountyId: paid.row.bountyId }
    const read = () => getBounty({ ctx: fixture.ctx, input })
    expect(await read()).not.toHaveProperty('held_up')
    await fixture.pass()
    const { status, held_up } = await read()
    expect(status).toBe('paid')
    expect(held_up).toEqual({
      message: expect.stringMatching(
        /contract refused the post\. It is tried again at (\S+)\. After 3 refusals \(1 so far\) the whole amount goes back/,
      ),
      since: expect.any(String),
      next_try_at: expect.any(String),
    })
    expect(held_up!.message).toContain(held_up!.next_try_at)
    expect(Date.parse(held_up!.next_try_at!)).toBeGreaterThan(Date.parse(held_up!.since))
    await expect(cancelBounty({ ctx: fixture.ctx, input })).rejects.toMatchObject({
      code: 'not_open',
      message: expect.stringContaining(held_up!.message),
    })
    await fixture.runPatiently()
    await setPaused('unpause')
    await expectPaidBack(paid)
    expect(await read()).not.toHaveProperty('held_up')
  })

  test('escrow blacklisted by the token: failed, paid back once', { tags: 'thorough' }, async () => {
    await blacklist(base().escrow)
    const paid = await fixture.payBounty()
    await fixture.runPatiently()
    await expectPaidBack(paid)
  })

  test('escrow blacklisted before its first allowance: failed, paid back without waiting for one', {
    tags: 'thorough',
  }, async () => {
    const { usdc, escrow, rpcUrls } = fixture.networkOf('eip155:5042')
    await setBlacklisted(rpcUrls[0]!, usdc.address, escrow, true)
    const paid = await fixture.payBounty({ network: 'eip155:5042' })
    await fixture.runPatiently()
    // Requested again at most once a minute, not in each pass.
    const approvals = async () =>
      (await fixture.chainTxs()).filter(({ kind }) => kind === 'approve_escrow').length
    const before = await approvals()
    for (let look = 0; look < 3; look++) await fixture.pass()
    expect(await approvals()).toBe(before)
    await setBlacklisted(rpcUrls[0]!, usdc.address, escrow, false)
    await expectPaidBack(paid)
  })

  test('paid after the token refused an allowance for another bounty: requested again at once, and posted at the first try', {
    tags: 'thorough',
  }, async () => {
    const { usdc, escrow, rpcUrls } = fixture.networkOf('eip155:5042')
    await setBlacklisted(rpcUrls[0]!, usdc.address, escrow, true)
    const refused = await fixture.payBounty({ network: 'eip155:5042' })
    await fixture.pass()
    await fixture.runSenderQueues()
    const last = (await fixture.chainTxs()).filter(({ kind }) => kind === 'approve_escrow').at(-1)
    expect(last).toMatchObject({ state: 'rejected' })
    await setBlacklisted(rpcUrls[0]!, usdc.address, escrow, false)
    const next = await fixture.payBounty({ network: 'eip155:5042' })
    for (let pass = 0; pass < 8; pass++) {
      await fixture.pass()
      await fixture.runSenderQueues()
    }
    expect(await fixture.rowOf(next.row.bountyId)).toMatchObject({ state: 'open', postTries: 1 })
    await fixture.runPatiently()
    expect(await fixture.rowOf(refused.row.bountyId)).toMatchObject({ state: 'open' })
  })

  test('its deadline over before it could be posted: failed, paid back once', async () => {
    const paid = await fixture.payBounty({ deadlineDays: 1 })
    await fixture.advanceClock(86_400)
    await fixture.runPatiently()
    await expectPaidBack(paid)
  })

  test('paid to another treasury than the settings name now: its money is not moved', async () => {
    const key = generatePrivateKey()
    const treasury = privateKeyToAddress(key)
    const { usdc } = base()
    await fundUsdc(fixture.rpcUrlOf(base()), usdc.address, treasury, 1_000_000_000n)
    await fixture.ctx.chains.get(8453)!.client.request({
      method: 'anvil_setBalance' as never,
      params: [treasury, '0xde0b6b3a7640000'] as never,
    })
    const paid = await fixture.payBounty()
    const ctx = { ...fixture.ctx, env: { ...fixture.ctx.env, treasury } }
    const signers = { ...fixture.signers, treasury: createSigner(key) }
    for (let pass = 0; pass < 4; pass++) {
      await fixture.pass({ ctx, signers })
      await fixture.runSenderQueues({ ctx, signers })
      await fixture.advanceClock(60)
    }
    expect(await fixture.balanceOf(base(), treasury)).toBe(1_000_000_000n)
    expect(await fixture.rowOf(paid.row.bountyId)).toMatchObject({
      state: 'paid',
      postTries: 0,
      paybackTries: 0,
    })
    await fixture.run()
    expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('open')
  })

  test('treasury blacklisted: paid back once after the blacklisting ends', { tags: 'thorough' }, async () => {
    const paid = await fixture.payBounty()
    await blacklist(fixture.ctx.env.treasury)
    await fixture.runPatiently()
    const row = await fixture.rowOf(paid.row.bountyId)
    expect(row.state).toBe('paid')
    expect(row.paybackTries).toBeGreaterThan(0)
    await unlist(fixture.ctx.env.treasury)
    await fixture.runPatiently(2, 3_600)
    await expectPaidBack(paid)
  })

  test('refused twice and then accepted: open, one post', async () => {
    await setPaused('pause')
    const paid = await fixture.payBounty()
    const tries = async () => (await fixture.rowOf(paid.row.bountyId)).postTries
    // Each try is made by one pass. Between passes, the wait before the next try is over.
    while ((await tries()) < 2) {
      await fixture.pass()
      await fixture.ctx.sql`update chain_tx set updated_at = updated_at - interval '1 hour'`
    }
    expect(await tries()).toBe(2)
    await setPaused('unpause')
    await fixture.run()
    expect(await fixture.rowOf(paid.row.bountyId)).toMatchObject({
      state: 'open',
      postTries: 3,
      paybackTries: 0,
    })
    const posts = await fixture.ctx.chains.get(8453)!.client.getContractEvents({
      address: base().escrow,
      abi: bountyEscrowAbi,
      eventName: 'BountyPosted',
      fromBlock: 0n,
      args: { ref: bytesToHex(paid.row.ref) },
    })
    expect(posts).toHaveLength(1)
    expect(await payerHas(paid)).toBe(0n)
  })
})

describe('a bounty that cannot be paid out', () => {
  test('payer blacklisted: its cancel waits, delays no others, and is sent once it can succeed', async () => {
    const held = await fixture.payBounty()
    const other = await fixture.payBounty()
    await fixture.run()
    await blacklist(held.payer.address)
    await fixture.cancel(held)
    await fixture.run()
    await fixture.cancel(other)
    await fixture.run()
    expect((await fixture.rowOf(other.row.bountyId)).state).toBe('cancelled')
    expect((await fixture.rowOf(held.row.bountyId)).state).toBe('cancelling')
    await fixture.runPatiently(2)
    expect((await fixture.rowOf(held.row.bountyId)).state).toBe('cancelling')
    await unlist(held.payer.address)
    await fixture.runPatiently(2, 3_600)
    expect((await fixture.rowOf(held.row.bountyId)).state).toBe('cancelled')
    expect(await payerHas(held)).toBe(held.amountAtomic)
  })

  test('contributor blacklisted: the release waits, also past the deadline, and is sent once it can succeed', async () => {
    const paid = await fixture.payBounty({ deadlineDays: 1 })
    await fixture.run()
    const contributor = fixture.newAddress()
    await blacklist(contributor)
    await fixture.accept(paid, contributor)
    await fixture.advanceClock(86_400)
    await expireBounties({ ctx: fixture.ctx, input: { limit: 100 } })
    await fixture.runPatiently(2)
    expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('accepting')
    await unlist(contributor)
    await fixture.runPatiently(2, 3_600)
    expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('accepted')
    expect(await fixture.balanceOf(base(), contributor)).toBe(paid.amountAtomic)
  })

  test('contributor blacklisted beyond the grace: the contract reserves the money for them, and pays when the token accepts the transfer', {
    tags: 'thorough',
  }, async () => {
    const paid = await fixture.payBounty({ deadlineDays: 1 })
    await fixture.run()
    const contributor = fixture.newAddress()
    await blacklist(contributor)
    await fixture.accept(paid, contributor)
    await fixture.run()
    await fixture.advanceClock(86_400 + graceSeconds)
    await fixture.runPatiently(2)
    expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('accepting')
    await unlist(contributor)
    await fixture.runPatiently(3, 3_600)
    expect(await fixture.rowOf(paid.row.bountyId)).toMatchObject({ state: 'accepted', payoutTx: null })
    expect(await payerHas(paid)).toBe(0n)
    expect(await fixture.balanceOf(base(), contributor)).toBe(paid.amountAtomic)
  })
})

describe('a stranger refunds, as anyone may from deadline and grace on', () => {
  const stranger = '0x00000000000000000000000000000000000b0b0b'
  const refundCall = async (paid: Paid) => {
    const { onchainId } = await fixture.rowOf(paid.row.bountyId)
    return encodeFunctionData({ abi: bountyEscrowAbi, functionName: 'refund', args: [BigInt(onchainId!)] })
  }
  const refund = async (paid: Paid) =>
    fixture.sendFrom(paid.network, stranger, paid.network.escrow, await refundCall(paid))
  const opened = async () => {
    const paid = await fixture.payBounty({ deadlineDays: 1 })
    await fixture.run()
    return paid
  }

  test('while the bounty is open and the service is down for days: the bounty ends as expired_refunded with that transaction', async () => {
    const paid = await opened()
    await fixture.advanceClock(86_400 + graceSeconds)
    const hash = await refund(paid)
    await expireBounties({ ctx: fixture.ctx, input: { limit: 100 } })
    await fixture.run()
    const row = await fixture.rowOf(paid.row.bountyId)
    expect(row.state).toBe('expired_refunded')
    expect([row.refundTx, row.payoutTx].map((tx) => bytesToHex(tx!))).toEqual([hash, hash])
    expect(await payerHas(paid)).toBe(paid.amountAtomic)
  })

  test('while accepting: expired_refunded, and the contributor gets nothing', {
    tags: 'thorough',
  }, async () => {
    const paid = await opened()
    const contributor = await fixture.accept(paid)
    await fixture.advanceClock(86_400 + graceSeconds)
    const hash = await refund(paid)
    await fixture.run()
    const row = await fixture.rowOf(paid.row.bountyId)
    expect(row).toMatchObject({ state: 'expired_refunded', acceptTx: null })
    expect(bytesToHex(row.payoutTx!)).toBe(hash)
    expect(await payerHas(paid)).toBe(paid.amountAtomic)
    expect(await fixture.balanceOf(base(), contributor)).toBe(0n)
  })

  test('while cancelling: cancelled, with no cancel_tx', { tags: 'thorough' }, async () => {
    const paid = await opened()
    await fixture.cancel(paid)
    await fixture.advanceClock(86_400 + graceSeconds)
    const hash = await refund(paid)
    await fixture.run()
    const row = await fixture.rowOf(paid.row.bountyId)
    expect(row).toMatchObject({ state: 'cancelled', cancelTx: null })
    expect([row.refundTx, row.payoutTx].map((tx) => bytesToHex(tx!))).toEqual([hash, hash])
    expect(await payerHas(paid)).toBe(paid.amountAtomic)
  })

  test('ahead of our own in the same block: ours reverts, and theirs is recorded', {
    tags: 'thorough',
  }, async () => {
    const paid = await opened()
    await fixture.advanceClock(86_400 + graceSeconds)
    await expireBounties({ ctx: fixture.ctx, input: { limit: 100 } })
    const client = openLocal(fixture.rpcUrlOf(base()))
    await client.setAutomine(false)
    await fixture.pass()
    await client.setBalance({ address: stranger, value: 10n ** 18n })
    await client.impersonateAccount({ address: stranger })
    const theirs = await client.sendTransaction({
      account: stranger,
      chain: null,
      to: paid.network.escrow,
      data: await refundCall(paid),
      gas: 200_000n,
      maxFeePerGas: 10n ** 12n,
      maxPriorityFeePerGas: 10n ** 12n,
    })
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
    await fixture.run()
    const row = await fixture.rowOf(paid.row.bountyId)
    const ours = (await fixture.chainTxs()).find(({ id: txId }) => txId === row.exitChainTxId)
    expect(ours).toMatchObject({ state: 'reverted' })
    expect(row).toMatchObject({ state: 'expired_refunded', exitTries: 1 })
    expect([row.refundTx, row.payoutTx].map((tx) => bytesToHex(tx!))).toEqual([theirs, theirs])
    expect(await payerHas(paid)).toBe(paid.amountAtomic)
  })
})
