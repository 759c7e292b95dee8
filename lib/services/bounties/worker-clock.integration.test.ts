// @module-tag thorough

import { encodeFunctionData } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { bountyEscrowV2Abi as abi } from '#contracts/bounty-escrow-v2'
import { expireBounties } from '#lib/services/bounties/expire-bounties'
import { reorg } from '#sandbox/chain-controls'
import { openLocal, sendAsDeployer } from '#sandbox/local-chain'
import { type BountyFixture, type Paid, startBountyFixture } from '#testing/bounty-fixture'
import { advanceToNoon } from '#testing/noon'

// A worker whose machine has the wrong time. PostgreSQL and the chains are right.

const hours = 3_600
const daySeconds = 86_400
/** The largest bounty of the local escrow, and so its least daily limit. */
const largest = 1_000_000_000_000n

let fixture: BountyFixture
beforeAll(async () => {
  fixture = await startBountyFixture({ settings: { FINALITY_8453: '5', CONFIRMATIONS_8453: '1' } })
  await advanceToNoon(fixture.ctx)
})
afterEach(() => void vi.useRealTimers())
afterAll(() => fixture.close())

function setClockWrong(aheadSeconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.now() + aheadSeconds * 1_000 })
}
const setClockRight = () => void vi.useRealTimers()

const stateOf = async ({ row }: Paid) => (await fixture.rowOf(row.bountyId)).state
const payerHas = ({ network, payer }: Paid) => fixture.balanceOf(network, payer.address)
const asOwner = ({ network }: Pick<Paid, 'network'>, data: `0x${string}`) =>
  sendAsDeployer(openLocal(fixture.rpcUrlOf(network)), network.escrow, data)
const setPaused = (paid: Paid, functionName: 'pause' | 'unpause') =>
  asOwner(paid, encodeFunctionData({ abi, functionName }))
const close = async () => (await expireBounties({ ctx: fixture.ctx, input: { limit: 10 } })).expired

test('two days ahead it expires no bounty early, and two days behind it expires one in time and refunds it once', async () => {
  const paid = await fixture.payBounty({ deadlineDays: 1 })
  await fixture.run()
  setClockWrong(48 * hours)
  expect(await close()).toBe(0)
  await fixture.run()
  expect(await stateOf(paid)).toBe('open')
  setClockRight()
  await fixture.advanceClock(daySeconds + 60)
  setClockWrong(-48 * hours)
  expect(await close()).toBe(1)
  expect(await close()).toBe(0)
  await fixture.runPatiently(2)
  expect(await stateOf(paid)).toBe('expired_refunded')
  expect(await payerHas(paid)).toBe(paid.amountAtomic)
})

test('behind the deadline of an accepted bounty that has to be posted again, it still gives the post a deadline that the contract takes', async () => {
  const paid = await fixture.payBounty()
  await fixture.mine(6)
  await fixture.pass()
  await fixture.mine(1)
  await fixture.pass()
  const contributor = await fixture.accept(paid)
  await reorg(fixture.rpcUrlOf(paid.network), 2)
  await setPaused(paid, 'pause')
  await fixture.run()
  await fixture.advanceClock(8 * daySeconds)
  await fixture.run()
  expect(await stateOf(paid)).toBe('accepting')
  await setPaused(paid, 'unpause')
  setClockWrong(-72 * hours)
  await fixture.runPatiently(2, hours)
  setClockRight()
  expect(await stateOf(paid)).toBe('accepted')
  expect(await fixture.balanceOf(paid.network, contributor)).toBe(paid.amountAtomic)
  expect(await payerHas(paid)).toBe(0n)
})

test.each([
  ['ahead', 36 * hours],
  ['behind', -36 * hours],
] as const)(
  'with its clock %s it pays a contributor who waits for the daily limit on their day',
  async (_, aheadSeconds) => {
    const network = fixture.networkOf('eip155:8453')
    await asOwner({ network }, encodeFunctionData({ abi, functionName: 'setDailyLimit', args: [largest] }))
    await fixture.advanceClock(2 * daySeconds)
    const spends = await fixture.payBounty({ amountUsdc: 1_000_000 })
    const waits = await fixture.payBounty()
    await fixture.run()
    await fixture.accept(spends)
    await fixture.run()
    const contributor = await fixture.accept(waits)
    await fixture.run()
    expect(await stateOf(waits)).toBe('accepting')
    const payments = async () =>
      (await fixture.chainTxs()).filter(({ kind, state }) => kind === 'bounty_pay' && state !== 'final')
    const before = await payments()

    setClockWrong(aheadSeconds)
    await fixture.run()
    expect(await payments()).toEqual(before)
    setClockRight()
    await fixture.advanceClock(daySeconds)
    setClockWrong(aheadSeconds)
    await fixture.run()
    setClockRight()
    expect(await stateOf(waits)).toBe('accepted')
    expect(await fixture.balanceOf(network, contributor)).toBe(waits.amountAtomic)
    expect(await payments()).toEqual(before)
  },
)
