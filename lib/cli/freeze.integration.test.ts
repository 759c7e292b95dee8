import { maxUint256 } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainAccount } from '#db/schema/outbox'
import { encodeApprove } from '#lib/adapters/chain/usdc'
import { runFreeze } from '#lib/cli/freeze-run'
import { advanceBounties } from '#lib/services/bounties/advance-bounties'
import { mayUseKeys } from '#lib/services/freeze/compare-keys'
import { getFreeze } from '#lib/services/freeze/get-freeze'
import { replay } from '#lib/services/freeze/replay'
import { type BountyBench, startBountyBench } from '#testing/bounty-bench'

let bench: BountyBench
beforeAll(async () => {
  bench = await startBountyBench()
})
afterAll(() => bench?.close())

const run = (...given: string[]) => runFreeze({ ctx: bench.ctx, given, pauseMs: 0 })

test('frozen by hand, it continues only after a replay and with exactly the accepted findings', async () => {
  const paid = await bench.payBounty()
  await advanceBounties(bench)
  expect(await run('status')).toEqual({ status: 0, text: 'The service runs.\n' })
  expect((await run('freeze', 'the RPC tells nonsense')).status).toBe(0)
  expect((await run('freeze', 'again')).status).toBe(1)
  const early = await run('unfreeze')
  expect(early).toMatchObject({ status: 1, text: expect.stringContaining('Not yet replayed') })
  expect((await run('replay')).status).toBe(0)
  expect((await run('unfreeze', '--accept', '0123456789abcdef')).status).toBe(1)
  expect(await run('unfreeze')).toEqual({ status: 0, text: 'The service goes on.\n' })
  expect(await getFreeze({ ctx: bench.ctx })).toBeUndefined()
  // The queued transaction was rejected and is requested again.
  await bench.runPatiently(2, 120)
  expect((await bench.rowOf(paid.row.bountyId)).state).toBe('open')
})

test('what people send by hand with a key skips its nonces; what the service does with it freezes', async () => {
  const { network } = await bench.payBounty()
  await bench.run()
  const other = await bench.newProcess()
  expect(await mayUseKeys({ ctx: other, network })).toBe(true)
  const treasury = bench.signers.treasury.address
  const nonceOf = async () =>
    (await bench.ctx.db.select().from(chainAccount)).find(
      ({ address, chainId }) => address === treasury.toLowerCase() && chainId === network.chainId,
    )!.nextNonce
  const before = await nonceOf()
  await bench.sendFrom(network, treasury, network.usdc.address, encodeApprove(network.escrow, maxUint256))
  expect(await mayUseKeys({ ctx: await bench.newProcess(), network })).toBe(true)
  expect(await nonceOf()).toBe(before + 1)
  // Another copy of this database, still at work: it posts.
  const restore = await bench.backUp()
  await bench.payBounty()
  await bench.run()
  await restore()
  expect(await mayUseKeys({ ctx: await bench.newProcess(), network })).toBe(false)
  expect((await getFreeze({ ctx: bench.ctx }))?.cause).toBe('chain')
  while ((await replay({ ctx: bench.ctx }))!.waiting.length > 0) await bench.mine(1)
  expect((await run('status')).text).toContain('It may go on')
})

test('wrong words are answered with the right ones', async () => {
  expect(await run('thaw')).toMatchObject({ status: 2, text: expect.stringContaining('npm run freeze') })
})
