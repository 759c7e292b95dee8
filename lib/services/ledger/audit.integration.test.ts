import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bountyEscrowAbi } from '#contracts/bounty-escrow'
import { expireBounties } from '#lib/services/bounties/expire-bounties'
import { openLocal, sendAsDeployer } from '#sandbox/local-chain'
import type { Paid } from '#testing/bounty-fixture'
import { type LedgerFixture, startLedgerFixture } from '#testing/ledger-fixture'
import { onEachNetwork } from '#testing/on-each-network'

const daySeconds = 86_400
const graceSeconds = 259_200

let fixture: LedgerFixture
beforeAll(async () => {
  fixture = await startLedgerFixture()
})
afterAll(() => fixture.close())

const sound = { verdict: 'sound', findings: [] }

onEachNetwork('the books of %s are zero after each step', (id) => {
  const figures = async () => {
    const found = await fixture.check()
    expect(found).toMatchObject(sound)
    return found.figuresOf(id)
  }
  const opened = async (deadlineDays = 7): Promise<Paid> => {
    const paid = await fixture.payBounty({ network: id, amountUsdc: 61, deadlineDays })
    await fixture.run()
    return paid
  }
  /** Audits one bounty from before its payment to its end. */
  const expectAllOut = async (before: Awaited<ReturnType<typeof figures>>) => {
    const after = await figures()
    expect(after.escrow).toEqual(before.escrow)
    expect(after.treasury).toEqual({
      ...before.treasury,
      inflows: before.treasury.inflows + 61_000_000n,
      outflows: before.treasury.outflows + 61_000_000n,
    })
  }

  test('for a bounty that is accepted', async () => {
    const before = await figures()
    const paid = await fixture.payBounty({ network: id, amountUsdc: 61 })
    const whenPaid = await figures()
    expect(whenPaid.treasury.inFlight).toBe(before.treasury.inFlight + 61_000_000n)
    expect(whenPaid.escrow).toEqual(before.escrow)
    await fixture.run()
    const whenOpen = await figures()
    expect(whenOpen.treasury.inFlight).toBe(before.treasury.inFlight)
    expect(whenOpen.escrow.ours).toBe(before.escrow.ours + 61_000_000n)
    await fixture.accept(paid)
    await figures()
    await fixture.run()
    expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('accepted')
    await expectAllOut(before)
  })

  test('for a bounty that is cancelled', async () => {
    const before = await figures()
    const paid = await opened()
    await fixture.cancel(paid)
    await figures()
    await fixture.run()
    expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('cancelled')
    await expectAllOut(before)
  })

  test('for a bounty that expires', async () => {
    const before = await figures()
    const paid = await opened(1)
    await fixture.advanceClock(daySeconds)
    await expireBounties({ ctx: fixture.ctx, input: { limit: 10 } })
    await figures()
    await fixture.run()
    expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('expired_refunded')
    await expectAllOut(before)
  })

  test('for a bounty that a stranger refunds', async () => {
    const before = await figures()
    const paid = await opened(1)
    const { onchainId } = await fixture.rowOf(paid.row.bountyId)
    await fixture.advanceClock(daySeconds + graceSeconds)
    const data = encodeFunctionData({
      abi: bountyEscrowAbi,
      functionName: 'refund',
      args: [BigInt(onchainId!)],
    })
    await fixture.sendFrom(paid.network, fixture.stranger, paid.network.escrow, data)
    // Days late, and still balanced.
    expect((await fixture.check()).violations).toEqual(['expiry_late'])
    await expireBounties({ ctx: fixture.ctx, input: { limit: 10 } })
    await fixture.run()
    expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('expired_refunded')
    await expectAllOut(before)
  })

  test('for a bounty that cannot be posted and is paid back', async () => {
    const before = await figures()
    const network = fixture.networkOf(id)
    const setPaused = (functionName: 'pause' | 'unpause') =>
      sendAsDeployer(
        openLocal(fixture.rpcUrlOf(network)),
        network.escrow,
        encodeFunctionData({ abi: bountyEscrowAbi, functionName }),
      )
    await setPaused('pause')
    const paid = await fixture.payBounty({ network: id, amountUsdc: 61 })
    await fixture.run()
    await figures()
    for (const seconds of [6, 16, 46]) {
      await fixture.advanceClock(seconds)
      await fixture.run()
    }
    await setPaused('unpause')
    expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('failed')
    await expectAllOut(before)
  })
})

test('at all times while bounties of both networks take all paths concurrently', {
  tags: 'thorough',
}, async () => {
  const ids = ['eip155:8453', 'eip155:5042'] as const
  await fixture.check()
  let running = true
  let checks = 0
  const watch = async () => {
    while (running) {
      const { verdict, findings, networks } = await fixture.check()
      const unchecked = networks.flatMap((network) => (network.checked ? [] : [network.reason]))
      expect({ verdict, findings, unchecked }).toEqual({ ...sound, unchecked: [] })
      checks++
    }
  }
  const watching = Promise.all([watch(), watch()])
  try {
    for (let round = 0; round < 4; round++) {
      const paying = Array.from({ length: 8 }, (_, nth) =>
        fixture.payBounty({ network: ids[nth % 2]!, amountUsdc: 50 + nth }),
      )
      await Promise.all([fixture.pass(), ...paying])
      const paid = await Promise.all(paying)
      await fixture.run()
      await Promise.all(paid.map((one, nth) => (nth < 4 ? fixture.accept(one) : fixture.cancel(one))))
      await fixture.run()
      const states = await Promise.all(paid.map(async (one) => (await fixture.rowOf(one.row.bountyId)).state))
      expect(states).toEqual(paid.map((_, nth) => (nth < 4 ? 'accepted' : 'cancelled')))
    }
  } finally {
    running = false
    await watching
  }
  expect(checks).toBeGreaterThan(20)
  expect(await fixture.check()).toMatchObject(sound)
})
