// @module-tag thorough

import { encodeFunctionData } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { bountyEscrowV2Abi as abi } from '#contracts/bounty-escrow-v2'
import { expireBounties } from '#lib/services/bounties/expire-bounties'
import { reorg } from '#sandbox/chain-controls'
import { openLocal, sendAsDeployer } from '#sandbox/local-chain'
import { type BountyBench, type Paid, startBountyBench } from '#testing/bounty-bench'
import { advanceToNoon } from '#testing/noon'

// A worker whose machine has the wrong time. PostgreSQL and the chains are right.

const hours = 3_600
const daySeconds = 86_400
/** The largest bounty of the local escrow, and so its least daily limit. */
const largest = 1_000_000_000_000n

let bench: BountyBench
beforeAll(async () => {
  bench = await startBountyBench({ settings: { FINALITY_8453: '5', CONFIRMATIONS_8453: '1' } })
  await advanceToNoon(bench.ctx)
})
afterEach(() => void vi.useRealTimers())
afterAll(() => bench.close())

function setClockWrong(aheadSeconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.now() + aheadSeconds * 1_000 })
}
const setClockRight = () => void vi.useRealTimers()

const stateOf = async ({ row }: Paid) => (await bench.rowOf(row.bountyId)).state
const payerHas = ({ network, payer }: Paid) => bench.balanceOf(network, payer.address)
const asOwner = ({ network }: Pick<Paid, 'network'>, data: `0x${string}`) =>
  sendAsDeployer(openLocal(bench.rpcUrlOf(network)), network.escrow, data)
const setPaused = (paid: Paid, functionName: 'pause' | 'unpause') =>
  asOwner(paid, encodeFunctionData({ abi, functionName }))
const close = async () => (await expireBounties({ ctx: bench.ctx, input: { limit: 10 } })).expired

test('two days ahead it expires no bounty early, and two days behind it expires one in time and refunds it once', async () => {
  const paid = await bench.payBounty({ deadlineDays: 1 })
  await bench.run()
  setClockWrong(48 * hours)
  expect(await close()).toBe(0)
  await bench.run()
  expect(await stateOf(paid)).toBe('open')
  setClockRight()
  await bench.advanceClock(daySeconds + 60)
  setClockWrong(-48 * hours)
  expect(await close()).toBe(1)
  expect(await close()).toBe(0)
  await bench.runPatiently(2)
  expect(await stateOf(paid)).toBe('expired_refunded')
  expect(await payerHas(paid)).toBe(paid.amountAtomic)
})

test('behind the deadline of an accepted bounty that has to be posted again, it still gives the post a deadline that the contract takes', async () => {
  const paid = await bench.payBounty()
  await bench.mine(6)
  await bench.pass()
  await bench.mine(1)
  await bench.pass()
  const contributor = await bench.accept(paid)
  await reorg(bench.rpcUrlOf(paid.network), 2)
  await setPaused(paid, 'pause')
  await bench.run()
  await bench.advanceClock(8 * daySeconds)
  await bench.run()
  expect(await stateOf(paid)).toBe('accepting')
  await setPaused(paid, 'unpause')
  setClockWrong(-72 * hours)
  await bench.runPatiently(2, hours)
  setClockRight()
  expect(await stateOf(paid)).toBe('accepted')
  expect(await bench.balanceOf(paid.network, contributor)).toBe(paid.amountAtomic)
  expect(await payerHas(paid)).toBe(0n)
})

test.each([
  ['ahead', 36 * hours],
  ['behind', -36 * hours],
] as const)(
  'with its clock %s it pays a contributor who waits for the daily limit on their day',
  async (_, aheadSeconds) => {
    const network = bench.networkOf('eip155:8453')
    await asOwner({ network }, encodeFunctionData({ abi, functionName: 'setDailyLimit', args: [largest] }))
    await bench.advanceClock(2 * daySeconds)
    const spends = await bench.payBounty({ amountUsdc: 1_000_000 })
    const waits = await bench.payBounty()
    await bench.run()
    await bench.accept(spends)
    await bench.run()
    const contributor = await bench.accept(waits)
    await bench.run()
    expect(await stateOf(waits)).toBe('accepting')
    const payments = async () =>
      (await bench.chainTxs()).filter(({ kind, state }) => kind === 'bounty_pay' && state !== 'final')
    const before = await payments()

    setClockWrong(aheadSeconds)
    await bench.run()
    expect(await payments()).toEqual(before)
    setClockRight()
    await bench.advanceClock(daySeconds)
    setClockWrong(aheadSeconds)
    await bench.run()
    setClockRight()
    expect(await stateOf(waits)).toBe('accepted')
    expect(await bench.balanceOf(network, contributor)).toBe(waits.amountAtomic)
    expect(await payments()).toEqual(before)
  },
)
