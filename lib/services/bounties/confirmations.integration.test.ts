import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BountyFixture, startBountyFixture } from '#testing/bounty-fixture'

let fixture: BountyFixture
beforeAll(async () => {
  fixture = await startBountyFixture({ settings: { CONFIRMATIONS_8453: '3' } })
})
afterAll(() => fixture.close())

test('nothing is posted to the escrow before its payment has the confirmations of the network', async () => {
  const paid = await fixture.payBounty()
  const row = () => fixture.rowOf(paid.row.bountyId)
  for (let blocksOnTop = 0; blocksOnTop < 3; blocksOnTop++) {
    await fixture.pass()
    expect(await row()).toMatchObject({ state: 'paid', postChainTxId: null })
    await fixture.mine(1)
  }
  // The escrow's allowance comes first.
  await fixture.pass()
  await fixture.pass()
  expect((await row()).postChainTxId).not.toBeNull()
})
