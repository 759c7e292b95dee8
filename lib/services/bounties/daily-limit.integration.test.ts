import { encodeFunctionData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bountyEscrowV2Abi as abi } from '#contracts/bounty-escrow-v2'
import { audit } from '#lib/services/ledger/audit'
import { followChains } from '#lib/services/ledger/follow-chains'
import { getOperatorBounty } from '#lib/services/operator/bounties/get-operator-bounty'
import { setBlacklisted } from '#sandbox/chain-controls'
import { openLocal, sendAsDeployer } from '#sandbox/local-chain'
import { type BountyBench, startBountyBench } from '#testing/bounty-bench'
import { advanceToNoon } from '#testing/noon'

/** The largest bounty of the local escrow, and so its least daily limit. */
const largest = 1_000_000_000_000n
let bench: BountyBench
beforeAll(async () => {
  bench = await startBountyBench()
  await advanceToNoon(bench.ctx)
})
afterAll(() => bench.close())

const base = () => bench.networkOf('eip155:8453')
const asOwner = (data: `0x${string}`) =>
  sendAsDeployer(openLocal(bench.rpcUrlOf(base())), base().escrow, data)
const setLimit = (limit: bigint) =>
  asOwner(encodeFunctionData({ abi, functionName: 'setDailyLimit', args: [limit] }))
const stateOf = async (bountyId: string) => (await bench.rowOf(bountyId)).state
const blockerOf = async (bountyId: string) =>
  (await getOperatorBounty({ ctx: bench.ctx, input: { bountyId } })).blocker
const violations = async () => {
  await followChains({ ctx: bench.ctx, input: { untilMs: performance.now() + 20_000 } })
  const found = await audit({ ctx: bench.ctx })
  return found.findings.filter(({ severity }) => severity === 'violation')
}

test('a release beyond the daily limit waits, says until when, and is paid on its day, also past the grace', async () => {
  await setLimit(largest)
  const spends = await bench.payBounty({ amountUsdc: 1_000_000 })
  const waits = await bench.payBounty({ deadlineDays: 1 })
  await bench.run()
  await bench.accept(spends)
  await bench.run()
  const contributor = await bench.accept(waits)
  await bench.run()
  const { bountyId } = waits.row
  expect(await stateOf(spends.row.bountyId)).toBe('accepted')
  expect(await stateOf(bountyId)).toBe('accepting')
  expect(await blockerOf(bountyId)).toMatchObject({
    code: 'waits_for_limit',
    next_try_at: expect.stringMatching(/T00:00:0\d/),
  })
  expect(await violations()).toEqual([])

  await bench.advanceClock(10 * 86_400)
  await bench.run()
  const row = await bench.rowOf(bountyId)
  expect(row.state).toBe('accepted')
  expect(await bench.balanceOf(base(), contributor)).toBe(waits.amountAtomic)
  expect(await violations()).toEqual([])
})

test('the owner raises the limit: a waiting contributor is paid at once', { tags: 'thorough' }, async () => {
  await setLimit(largest)
  const spends = await bench.payBounty({ amountUsdc: 1_000_000 })
  const waits = await bench.payBounty()
  await bench.run()
  await bench.accept(spends)
  await bench.run()
  const contributor = await bench.accept(waits)
  await bench.run()
  expect(await stateOf(waits.row.bountyId)).toBe('accepting')
  await setLimit(largest * 2n)
  await bench.run()
  expect(await stateOf(waits.row.bountyId)).toBe('accepted')
  expect(await bench.balanceOf(base(), contributor)).toBe(waits.amountAtomic)
})

test('paid by somebody else when its day has come: recorded with their transaction', {
  tags: 'thorough',
}, async () => {
  await setLimit(largest)
  await bench.advanceClock(86_400)
  const spends = await bench.payBounty({ amountUsdc: 1_000_000 })
  const waits = await bench.payBounty({ deadlineDays: 1 })
  await bench.run()
  await bench.accept(spends)
  await bench.run()
  await bench.accept(waits)
  await bench.run()
  const { bountyId } = waits.row
  const { onchainId, state } = await bench.rowOf(bountyId)
  expect(state).toBe('accepting')
  await bench.advanceClock(86_400)
  const stranger = bench.newAddress()
  const data = encodeFunctionData({ abi, functionName: 'pay', args: [BigInt(onchainId!)] })
  const theirs = await bench.sendFrom(base(), stranger, base().escrow, data)
  await bench.run()
  const row = await bench.rowOf(bountyId)
  expect(row.state).toBe('accepted')
  expect(`0x${Buffer.from(row.acceptTx!).toString('hex')}`).toBe(theirs)
  expect(await violations()).toEqual([])
})

test('accepted in the contract for somebody else, with a stolen operator key: nothing is sent, and people are told', async () => {
  await setLimit(largest)
  await bench.advanceClock(86_400)
  const [spends, stolen] = [await bench.payBounty({ amountUsdc: 1_000_000 }), await bench.payBounty()]
  await bench.run()
  await bench.accept(spends)
  await bench.run()
  const { bountyId } = stolen.row
  const { onchainId } = await bench.rowOf(bountyId)
  const id = BigInt(onchainId!)
  const thief = bench.newAddress()
  const args = [id, thief, `0x${'11'.repeat(32)}`] as const
  const release = encodeFunctionData({ abi, functionName: 'release', args })
  // The key of another operator, so that the nonces of ours do not change.
  await asOwner(encodeFunctionData({ abi, functionName: 'setOperator', args: [thief, true] }))
  await bench.sendFrom(base(), thief, base().escrow, release)
  const contributor = await bench.accept(stolen)
  await bench.runPatiently(2)
  expect(await stateOf(bountyId)).toBe('accepting')
  expect(await blockerOf(bountyId)).toMatchObject({ code: 'contract_disagrees' })
  await asOwner(encodeFunctionData({ abi, functionName: 'revokeAcceptances', args: [[id]] }))
  await setLimit(largest * 2n)
  await bench.runPatiently(3, 3_600)
  expect(await stateOf(bountyId)).toBe('accepted')
  expect(await bench.balanceOf(base(), contributor)).toBe(stolen.amountAtomic)
  expect(await bench.balanceOf(base(), thief)).toBe(0n)
})

test('a refused contributor names another address by a signature: paid there, recorded, and nothing differs', async () => {
  await setLimit(largest * 2n)
  const refused = privateKeyToAccount(generatePrivateKey())
  const to = bench.newAddress()
  const { usdc, escrow, chainId } = base()
  await setBlacklisted(bench.rpcUrlOf(base()), usdc.address, refused.address, true)
  const paid = await bench.payBounty()
  await bench.run()
  await bench.accept(paid, refused.address)
  await bench.runPatiently(2)
  const { onchainId, state } = await bench.rowOf(paid.row.bountyId)
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
  await bench.sendFrom(base(), bench.newAddress(), escrow, data)
  await bench.runPatiently(3, 3_600)
  expect(await stateOf(paid.row.bountyId)).toBe('accepted')
  expect(await bench.balanceOf(base(), to)).toBe(paid.amountAtomic)
  expect(await bench.balanceOf(base(), refused.address)).toBe(0n)
  expect(await violations()).toEqual([])
})
