import { encodeFunctionData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bountyEscrowV2Abi as abi } from '#contracts/bounty-escrow-v2'
import { audit } from '#lib/services/ledger/audit'
import { followChains } from '#lib/services/ledger/follow-chains'
import { getOperatorBounty } from '#lib/services/operator/bounties/get-operator-bounty'
import { setBlacklisted } from '#sandbox/chain-controls'
import { openLocal, sendAsDeployer } from '#sandbox/local-chain'
import { type BountyFixture, startBountyFixture } from '#testing/bounty-fixture'
import { advanceToNoon } from '#testing/noon'

/** The largest bounty of the local escrow, and so its least daily limit. */
const largest = 1_000_000_000_000n
let fixture: BountyFixture
beforeAll(async () => {
  fixture = await startBountyFixture()
  await advanceToNoon(fixture.ctx)
})
afterAll(() => fixture.close())

const base = () => fixture.networkOf('eip155:8453')
const asOwner = (data: `0x${string}`) =>
  sendAsDeployer(openLocal(fixture.rpcUrlOf(base())), base().escrow, data)
const setLimit = (limit: bigint) =>
  asOwner(encodeFunctionData({ abi, functionName: 'setDailyLimit', args: [limit] }))
const stateOf = async (bountyId: string) => (await fixture.rowOf(bountyId)).state
const blockerOf = async (bountyId: string) =>
  (await getOperatorBounty({ ctx: fixture.ctx, input: { bountyId } })).blocker
const violations = async () => {
  await followChains({ ctx: fixture.ctx, input: { untilMs: performance.now() + 20_000 } })
  const found = await audit({ ctx: fixture.ctx })
  return found.findings.filter(({ severity }) => severity === 'violation')
}

test('a release beyond the daily limit waits, says until when, and is paid on its day, also past the grace', async () => {
  await setLimit(largest)
  const spends = await fixture.payBounty({ amountUsdc: 1_000_000 })
  const waits = await fixture.payBounty({ deadlineDays: 1 })
  await fixture.run()
  await fixture.accept(spends)
  await fixture.run()
  const contributor = await fixture.accept(waits)
  await fixture.run()
  const { bountyId } = waits.row
  expect(await stateOf(spends.row.bountyId)).toBe('accepted')
  expect(await stateOf(bountyId)).toBe('accepting')
  expect(await blockerOf(bountyId)).toMatchObject({
    code: 'waits_for_limit',
    next_try_at: expect.stringMatching(/T00:00:0\d/),
  })
  expect(await violations()).toEqual([])

  await fixture.advanceClock(10 * 86_400)
  await fixture.run()
  const row = await fixture.rowOf(bountyId)
  expect(row.state).toBe('accepted')
  expect(await fixture.balanceOf(base(), contributor)).toBe(waits.amountAtomic)
  expect(await violations()).toEqual([])
})

test('the owner raises the limit: a waiting contributor is paid at once', { tags: 'thorough' }, async () => {
  await setLimit(largest)
  const spends = await fixture.payBounty({ amountUsdc: 1_000_000 })
  const waits = await fixture.payBounty()
  await fixture.run()
  await fixture.accept(spends)
  await fixture.run()
  const contributor = await fixture.accept(waits)
  await fixture.run()
  expect(await stateOf(waits.row.bountyId)).toBe('accepting')
  await setLimit(largest * 2n)
  await fixture.run()
  expect(await stateOf(waits.row.bountyId)).toBe('accepted')
  expect(await fixture.balanceOf(base(), contributor)).toBe(waits.amountAtomic)
})

test('paid by somebody else when its day has come: recorded with their transaction', {
  tags: 'thorough',
}, async () => {
  await setLimit(largest)
  await fixture.advanceClock(86_400)
  const spends = await fixture.payBounty({ amountUsdc: 1_000_000 })
  const waits = await fixture.payBounty({ deadlineDays: 1 })
  await fixture.run()
  await fixture.accept(spends)
  await fixture.run()
  await fixture.accept(waits)
  await fixture.run()
  const { bountyId } = waits.row
  const { onchainId, state } = await fixture.rowOf(bountyId)
  expect(state).toBe('accepting')
  await fixture.advanceClock(86_400)
  const stranger = fixture.newAddress()
  const data = encodeFunctionData({ abi, functionName: 'pay', args: [BigInt(onchainId!)] })
  const theirs = await fixture.sendFrom(base(), stranger, base().escrow, data)
  await fixture.run()
  const row = await fixture.rowOf(bountyId)
  expect(row.state).toBe('accepted')
  expect(`0x${Buffer.from(row.acceptTx!).toString('hex')}`).toBe(theirs)
  expect(await violations()).toEqual([])
})

test('accepted in the contract for somebody else, with a stolen operator key: nothing is sent, and people are told', async () => {
  await setLimit(largest)
  await fixture.advanceClock(86_400)
  const [spends, stolen] = [await fixture.payBounty({ amountUsdc: 1_000_000 }), await fixture.payBounty()]
  await fixture.run()
  await fixture.accept(spends)
  await fixture.run()
  const { bountyId } = stolen.row
  const { onchainId } = await fixture.rowOf(bountyId)
  const id = BigInt(onchainId!)
  const thief = fixture.newAddress()
  const args = [id, thief, `0x${'11'.repeat(32)}`] as const
  const release = encodeFunctionData({ abi, functionName: 'release', args })
  // The key of another operator, so that the nonces of ours do not change.
  await asOwner(encodeFunctionData({ abi, functionName: 'setOperator', args: [thief, true] }))
  await fixture.sendFrom(base(), thief, base().escrow, release)
  const contributor = await fixture.accept(stolen)
  await fixture.runPatiently(2)
  expect(await stateOf(bountyId)).toBe('accepting')
  expect(await blockerOf(bountyId)).toMatchObject({ code: 'contract_disagrees' })
  await asOwner(encodeFunctionData({ abi, functionName: 'revokeAcceptances', args: [[id]] }))
  await setLimit(largest * 2n)
  await fixture.runPatiently(3, 3_600)
  expect(await stateOf(bountyId)).toBe('accepted')
  expect(await fixture.balanceOf(base(), contributor)).toBe(stolen.amountAtomic)
  expect(await fixture.balanceOf(base(), thief)).toBe(0n)
})

test('a refused contributor names another address by a signature: paid there, recorded, and nothing differs', async () => {
  await setLimit(largest * 2n)
  const refused = privateKeyToAccount(generatePrivateKey())
  const to = fixture.newAddress()
  const { usdc, escrow, chainId } = base()
  await setBlacklisted(fixture.rpcUrlOf(base()), usdc.address, refused.address, true)
  const paid = await fixture.payBounty()
  await fixture.run()
  await fixture.accept(paid, refused.address)
  await fixture.runPatiently(2)
  const { onchainId, state } = await fixture.rowOf(paid.row.bountyId)
  expect(state).toBe('accepting')

  const id = BigInt(onchainId!)
  const deadline = 2n ** 40n
  const signature = await refused.signTypedData({
    domain: { name: 'BountyEscrow', version: '2', chainId, verifyingContract: escrow },
    types: {
      Redirect: [
        { name: 'id', type: 'uint256' },
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Redirect',
    message: { id, from: refused.address, to, nonce: 0n, deadline },
  })
  const data = encodeFunctionData({ abi, functionName: 'redirect', args: [id, to, deadline, signature] })
  await fixture.sendFrom(base(), fixture.newAddress(), escrow, data)
  await fixture.runPatiently(3, 3_600)
  expect(await stateOf(paid.row.bountyId)).toBe('accepted')
  expect(await fixture.balanceOf(base(), to)).toBe(paid.amountAtomic)
  expect(await fixture.balanceOf(base(), refused.address)).toBe(0n)
  expect(await violations()).toEqual([])
})
