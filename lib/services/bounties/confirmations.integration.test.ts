import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BountyBench, startBountyBench } from '#testing/bounty-bench'

let bench: BountyBench
beforeAll(async () => {
  bench = await startBountyBench({ settings: { CONFIRMATIONS_8453: '3' } })
})
afterAll(() => bench.close())

test('nothing is posted to the escrow before its payment has the confirmations of the network', async () => {
  const paid = await bench.payBounty()
  const row = () => bench.rowOf(paid.row.bountyId)
  for (let blocksOnTop = 0; blocksOnTop < 3; blocksOnTop++) {
    await bench.pass()
    expect(await row()).toMatchObject({ state: 'paid', postChainTxId: null })
    await bench.mine(1)
  }
  // The escrow's allowance comes first.
  await bench.pass()
  await bench.pass()
  expect((await row()).postChainTxId).not.toBeNull()
})
