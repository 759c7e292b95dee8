import { eq } from 'drizzle-orm'
import { encodeFunctionData, keccak256, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bountyEscrowAbi } from '#contracts/bounty-escrow'
import { bountyBlocker } from '#db/schema/bounty-blocker'
import { openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { CairnError } from '#lib/domain/errors'
import { advanceBounties } from '#lib/services/bounties/advance-bounties'
import { retryBounty } from '#lib/services/operator/actions/retry-bounty'
import { setBlacklisted } from '#sandbox/chain-controls'
import { openLocal, sendAsDeployer } from '#sandbox/local-chain'
import { type BountyFixture, type Paid, startBountyFixture } from '#testing/bounty-fixture'

let fixture: BountyFixture
beforeAll(async () => {
  fixture = await startBountyFixture()
})
afterAll(() => fixture.close())

const blockerOf = async ({ row }: Paid) =>
  (await fixture.ctx.db.select().from(bountyBlocker).where(eq(bountyBlocker.bountyId, row.bountyId)))[0]
const allBlockers = () => fixture.ctx.db.select().from(bountyBlocker)

const operator = `0x${'0e'.repeat(20)}`
const previewOf = ({ row }: Paid) =>
  retryBounty.preview({ ctx: fixture.ctx, input: { bounty_id: row.bountyId } })
const retry = ({ row }: Paid) =>
  fixture.ctx.db.transaction((tx) =>
    retryBounty.run({ ctx: fixture.ctx, tx, input: { bounty_id: row.bountyId }, operator, reason: 'test' }),
  )

test('a bounty that advances normally stores no blocker', async () => {
  const paid = await fixture.payBounty()
  await fixture.run()
  await fixture.accept(paid)
  await fixture.run()
  expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('accepted')
  expect(await allBlockers()).toEqual([])
})

test('a blacklisted payer is stored as blocker with its reason and first time, and a retry ends it once it is resolved', async () => {
  const paid = await fixture.payBounty()
  await fixture.run()
  const { rpcUrls, usdc } = paid.network
  await setBlacklisted(rpcUrls[0]!, usdc.address, paid.payer.address, true)
  await fixture.cancel(paid)
  // One pass, since the wait before the second try may end during more of them.
  await fixture.pass()
  const first = await blockerOf(paid)
  expect(first).toMatchObject({ code: 'refused', data: { tries: 1 } })
  expect(first!.text).toMatch(
    /^Its cancellation was refused before it was sent \(asked once\): .*blacklisted/,
  )
  expect(first!.nextTryAt!.getTime()).toBeGreaterThan(first!.since.getTime())
  await fixture.runPatiently(3)
  const later = await blockerOf(paid)
  expect(later).toMatchObject({ code: 'refused', since: first!.since })
  expect(later!.data.tries).toBeGreaterThan(1)
  expect(later!.lookedAt.getTime()).toBeGreaterThan(first!.lookedAt.getTime())
  await setBlacklisted(rpcUrls[0]!, usdc.address, paid.payer.address, false)
  // More passes before the next try is due request nothing.
  const { exitTries } = await fixture.rowOf(paid.row.bountyId)
  await fixture.run()
  const waiting = await fixture.rowOf(paid.row.bountyId)
  expect(waiting).toMatchObject({ state: 'cancelling', exitTries })
  const preview = await previewOf(paid)
  expect(preview.refusal).toBeNull()
  expect(preview.effect).toContain('asks for its cancellation again at once')
  await retry(paid)
  await fixture.run()
  expect(await fixture.rowOf(paid.row.bountyId)).toMatchObject({
    state: 'cancelled',
    exitTries: exitTries + 1,
  })
  expect(await blockerOf(paid)).toBeUndefined()
  expect(await fixture.balanceOf(paid.network, paid.payer.address)).toBe(paid.amountAtomic)
  // A bounty that has ended cannot be retried, and its transactions stay the same.
  expect((await previewOf(paid)).refusal).toMatch(/^It is cancelled: it has ended/)
  await expect(retry(paid)).rejects.toThrow(CairnError)
  const asked = await fixture.chainTxs()
  await fixture.run()
  expect(await fixture.chainTxs()).toEqual(asked)
})

test('with any number of retries, a post is refused three times, and its money goes back once', async () => {
  const set = (functionName: 'pause' | 'unpause') =>
    sendAsDeployer(
      openLocal(fixture.rpcUrlOf(fixture.networkOf('eip155:8453'))),
      fixture.networkOf('eip155:8453').escrow,
      encodeFunctionData({ abi: bountyEscrowAbi, functionName }),
    )
  await set('pause')
  const paid = await fixture.payBounty()
  await fixture.run()
  for (let time = 1; time <= 3; time++) {
    // Two retries cause one try, because the second one comes before that try.
    if ((await previewOf(paid)).refusal === null) await Promise.all([retry(paid), retry(paid)])
    await fixture.run()
  }
  await set('unpause')
  expect(await fixture.rowOf(paid.row.bountyId)).toMatchObject({
    state: 'failed',
    postTries: 3,
    paybackTries: 1,
  })
  expect(await fixture.balanceOf(paid.network, paid.payer.address)).toBe(paid.amountAtomic)
})

test('an unavailable chain is the blocker until it answers', async () => {
  const paid = await fixture.payBounty()
  const settings = {
    ...fixture.settings,
    RPC_URL_8453: 'http://127.0.0.1:9',
    RPC_URLS_8453: 'http://127.0.0.1:9',
  }
  const cutOff = await openContext(parseEnv(settings), { service: 'test', maxConnections: 4 })
  await expect(advanceBounties({ ctx: cutOff, signers: fixture.signers })).rejects.toThrow()
  await cutOff.close()
  const away = await blockerOf(paid)
  expect(away).toMatchObject({ code: 'chain_away', data: { network: 'eip155:8453' } })
  expect(away!.text).not.toContain('127.0.0.1')
  await fixture.run()
  expect((await fixture.rowOf(paid.row.bountyId)).state).toBe('open')
  expect(await allBlockers()).toEqual([])
})

test('a retry is refused for a bounty that waits for an operator, and for an unknown bounty', async () => {
  const paid = await fixture.payBounty()
  await fixture.run()
  expect((await previewOf(paid)).refusal).toMatch(/^It is open/)
  await expect(
    retryBounty.preview({
      ctx: fixture.ctx,
      input: { bounty_id: `bty_${keccak256(toHex('no')).slice(2, 34)}` },
    }),
  ).rejects.toThrow(CairnError)
})
