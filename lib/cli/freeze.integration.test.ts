import { maxUint256 } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainAccount } from '#db/schema/outbox'
import { encodeApprove } from '#lib/adapters/chain/usdc'
import { parseFreezeArguments } from '#lib/cli/freeze-arguments'
import { runFreeze } from '#lib/cli/freeze-run'
import { advanceBounties } from '#lib/services/bounties/advance-bounties'
import { mayUseKeys } from '#lib/services/freeze/compare-keys'
import { getFreeze } from '#lib/services/freeze/get-freeze'
import { replay } from '#lib/services/freeze/replay'
import { listActions } from '#lib/services/operator/list-actions'
import { type BountyFixture, startBountyFixture } from '#testing/bounty-fixture'

let fixture: BountyFixture
beforeAll(async () => {
  fixture = await startBountyFixture()
})
afterAll(() => fixture?.close())

function run(...given: string[]) {
  const args = parseFreezeArguments(given)
  if (args === 'help') throw new Error('asked for help')
  return runFreeze({ ctx: fixture.ctx, args, pauseMs: 0 })
}

test('frozen by hand, it continues only after a replay and with exactly the accepted findings', async () => {
  const paid = await fixture.payBounty()
  await advanceBounties(fixture)
  expect(await run('status')).toEqual({ status: 0, text: 'The service runs.\n' })
  expect((await run('freeze', 'the RPC tells nonsense')).status).toBe(0)
  expect((await getFreeze({ ctx: fixture.ctx }))?.reason).toBe(
    'Frozen from the command line: the RPC tells nonsense',
  )
  expect((await run('freeze', 'again')).status).toBe(1)
  const early = await run('unfreeze', '--reason', 'a new RPC')
  expect(early).toMatchObject({ status: 1, text: expect.stringContaining('Not yet replayed') })
  expect((await run('replay')).status).toBe(0)
  expect((await run('unfreeze', '--reason', 'a new RPC', '--accept', '0123456789abcdef')).status).toBe(1)
  expect(await run('unfreeze', '--reason', 'a new RPC')).toEqual({
    status: 0,
    text: 'The service goes on.\n',
  })
  expect(await getFreeze({ ctx: fixture.ctx })).toBeUndefined()
  // The queued transaction was rejected and is requested again.
  await fixture.runPatiently(2, 120)
  expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('open')
})

test('what people send by hand with a key skips its nonces; what the service does with it freezes', async () => {
  const { network } = await fixture.payBounty()
  await fixture.run()
  const other = await fixture.newProcess()
  expect(await mayUseKeys({ ctx: other, network })).toBe(true)
  const treasury = fixture.signers.treasury.address
  const nonceOf = async () =>
    (await fixture.ctx.db.select().from(chainAccount)).find(
      ({ address, chainId }) => address === treasury.toLowerCase() && chainId === network.chainId,
    )!.nextNonce
  const before = await nonceOf()
  await fixture.sendFrom(network, treasury, network.usdc.address, encodeApprove(network.escrow, maxUint256))
  expect(await mayUseKeys({ ctx: await fixture.newProcess(), network })).toBe(true)
  expect(await nonceOf()).toBe(before + 1)
  // Another copy of this database, still at work: it posts.
  const restore = await fixture.backUp()
  await fixture.payBounty()
  await fixture.run()
  await restore()
  expect(await mayUseKeys({ ctx: await fixture.newProcess(), network })).toBe(false)
  expect((await getFreeze({ ctx: fixture.ctx }))?.cause).toBe('chain')
  while ((await replay({ ctx: fixture.ctx }))!.waiting.length > 0) await fixture.mine(1)
  expect((await run('status')).text).toContain('It may go on')
})

test('the log of actions has freezes from the command line with their reasons, newest first', async () => {
  const { actions } = await listActions({ ctx: fixture.ctx, input: { subject: 'service', limit: 2 } })
  expect(actions).toMatchObject([
    { action: 'unfreeze_service', reason: 'a new RPC', operator: null, chain_id: null, request_id: null },
    { action: 'freeze_service', reason: 'the RPC tells nonsense', operator: null, signature: null },
  ])
})
