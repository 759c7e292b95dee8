import { isDeepStrictEqual } from 'node:util'
import { bytesToHex, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bountyEscrowAbi } from '#contracts/bounty-escrow'
import { createSigner } from '#lib/adapters/chain/signer'
import { openContext } from '#lib/adapters/context'
import { demoKey } from '#lib/adapters/demo-keys'
import { parseEnv } from '#lib/adapters/env'
import { bountyEvents } from '#lib/domain/bounty/bounty'
import { advanceBounties } from '#lib/services/bounties/advance-bounties'
import { enqueueEffect } from '#lib/services/bounties/enqueue-effect'
import { expireBounties } from '#lib/services/bounties/expire-bounties'
import { type Known, loadAgain } from '#lib/services/bounties/load-facts'
import { beginPass, type Pass } from '#lib/services/bounties/pass'
import { recordEvent } from '#lib/services/bounties/record-event'
import { recordNumber } from '#lib/services/bounties/record-number'
import { createSigners } from '#lib/services/bounties/signers'
import { reconcilePayments } from '#lib/services/payments/reconcile-payments'
import { runWorker } from '#lib/worker/run-worker'
import { type BountyFixture, type NetworkId, type Paid, startBountyFixture } from '#testing/bounty-fixture'
import { sampled } from '#testing/sampled'
import { until } from '#testing/until'

const networks: NetworkId[] = ['eip155:8453', 'eip155:5042']
const transferAbi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])

let fixture: BountyFixture
beforeAll(async () => {
  fixture = await startBountyFixture()
})
afterAll(() => fixture.close())

const stateOf = async (paid: Paid) => (await fixture.rowOf(paid.row.bountyId)).state

/** Everything the escrow's log says, as `BountyPosted 3`. */
async function logOf(network: NetworkId): Promise<string[]> {
  const { chainId, escrow } = fixture.networkOf(network)
  const { client } = fixture.ctx.chains.get(chainId)!
  const logs = await client.getContractEvents({ address: escrow, abi: bountyEscrowAbi, fromBlock: 0n })
  return logs.flatMap(({ eventName, args }) => ('id' in args ? [`${eventName} ${args.id}`] : []))
}

const title = 'three engines at once over $count bounties on both networks: each effect once, the money exact'
sampled(title, { few: 8, many: 20 }, async (count) => {
  const earlier = await Promise.all(networks.map(logOf))
  const all: Paid[] = []
  for (let nth = 0; nth < count; nth++)
    all.push(await fixture.payBounty({ network: networks[nth % 2]!, amountUsdc: 50 + nth }))
  const processes = [fixture.ctx, await fixture.newProcess(), await fixture.newProcess()]
  const together = async () => {
    for (let round = 0; round < 6; round++) await Promise.all(processes.map((ctx) => fixture.pass({ ctx })))
    await fixture.run()
  }
  await together()
  expect(new Set(await Promise.all(all.map(stateOf)))).toEqual(new Set(['open']))
  const contributor = fixture.newAddress()
  await Promise.all(
    all.map((paid, nth) => (nth % 4 < 2 ? fixture.accept(paid, contributor) : fixture.cancel(paid))),
  )
  await together()
  const rows = await Promise.all(all.map((paid) => fixture.rowOf(paid.row.bountyId)))
  rows.forEach((row, nth) => {
    expect(row).toMatchObject({ state: nth % 4 < 2 ? 'accepted' : 'cancelled', postTries: 1, exitTries: 1 })
  })
  for (const [index, network] of networks.entries()) {
    const here = rows.filter((row) => row.chainId === fixture.networkOf(network).chainId)
    const log = (await logOf(network)).slice(earlier[index]!.length)
    // Half of them, each with its post and its end.
    expect(log).toHaveLength(count)
    expect(new Set(log).size).toBe(count)
    const accepted = here.filter((row) => row.state === 'accepted')
    const owed = accepted.reduce((sum, row) => sum + BigInt(row.amountUsdc) * 1_000_000n, 0n)
    expect(await fixture.balanceOf(fixture.networkOf(network), contributor)).toBe(owed)
    expect(await fixture.balanceOf(fixture.networkOf(network), fixture.networkOf(network).escrow)).toBe(0n)
    expect(await fixture.balanceOf(fixture.networkOf(network), fixture.ctx.env.treasury)).toBe(0n)
  }
  for (const [nth, paid] of all.entries())
    expect(await fixture.balanceOf(paid.network, paid.payer.address)).toBe(
      nth % 4 < 2 ? 0n : paid.amountAtomic,
    )
})

const lateTitle = 'a worker that slept does not act on outdated facts of a bounty, by $count of its ends'
sampled(lateTitle, { few: 1, many: 3 }, async (count) => {
  const remember = async ({ row, network }: Paid) => ({
    pass: await beginPass({ ...fixture, network }),
    known: await loadAgain({ ...fixture, bountyId: row.bountyId }),
  })
  const everything = async () => [await fixture.ctx.sql`select * from bounty`, await fixture.chainTxs()]
  /** Tries all actions with all outdated facts of the bounty, and expects no change. */
  const replay = async (paid: Paid, memories: { pass: Pass; known: Known }[]) => {
    const now = await fixture.rowOf(paid.row.bountyId)
    const before = await everything()
    const old = memories.filter(({ known }) => !isDeepStrictEqual(known.row, now))
    for (const memory of old) {
      for (const effect of ['post', 'release', 'cancel', 'refund', 'payback'] as const)
        expect(await enqueueEffect({ ...memory, effect }).catch(noNumber)).toBe(false)
      for (const event of bountyEvents)
        expect(await recordEvent({ ...memory, event }).catch(noNumber)).toBe(false)
      expect(await recordNumber(memory)).toBe(false)
    }
    expect(await everything()).toEqual(before)
    return old.length
  }
  const noNumber = (error: Error) => /final number|accepted submission|null/.test(error.message) && false
  const live = async (paid: Paid, end: (paid: Paid) => Promise<unknown>) => {
    const memories = [await remember(paid)]
    let replayed = 0
    for (const step of ['post', 'exit'] as const) {
      for (let round = 0; round < 2; round++) {
        await advanceBounties(fixture)
        memories.push(await remember(paid))
        await fixture.runSenderQueues()
        replayed += await replay(paid, memories)
      }
      await fixture.run()
      memories.push(await remember(paid))
      replayed += await replay(paid, memories)
      if (step === 'post') await end(paid)
    }
    expect(replayed).toBeGreaterThan(15)
  }
  const expire = async () => {
    await fixture.advanceClock(86_400)
    await expireBounties({ ctx: fixture.ctx, input: { limit: 100 } })
  }
  const ends = [fixture.accept, fixture.cancel, expire]
  for (const end of ends.slice(0, count)) await live(await fixture.payBounty({ deadlineDays: 1 }), end)
})

test('the expiry run twice at once, in bounds: each bounty is expired and counted once, none early', async () => {
  const due: Paid[] = []
  for (let nth = 0; nth < 7; nth++) due.push(await fixture.payBounty({ deadlineDays: 1 }))
  const later = await fixture.payBounty({ deadlineDays: 2 })
  await fixture.run()
  await fixture.advanceClock(86_400 - 120)
  const early = await expireBounties({ ctx: fixture.ctx, input: { limit: 100 } })
  expect(early).toEqual({ expired: 0, more: false })
  await fixture.advanceClock(120)
  const bounded = await expireBounties({ ctx: fixture.ctx, input: { limit: 2 } })
  expect(bounded).toEqual({ expired: 2, more: true })
  const both = await Promise.all(
    [fixture.ctx, await fixture.newProcess()].map((ctx) => expireBounties({ ctx, input: { limit: 100 } })),
  )
  expect(both.map(({ more }) => more)).toEqual([false, false])
  expect(both[0]!.expired + both[1]!.expired).toBe(5)
  await fixture.run()
  for (const paid of due) {
    expect(await stateOf(paid)).toBe('expired_refunded')
    expect(await fixture.balanceOf(paid.network, paid.payer.address)).toBe(paid.amountAtomic)
  }
  expect(await stateOf(later)).toBe('open')
})

test('a locked row delays neither the expiry of other bounties nor the reconciliation of their payments', {
  tags: 'thorough',
}, async () => {
  const [locked, due] = [
    await fixture.payBounty({ deadlineDays: 1 }),
    await fixture.payBounty({ deadlineDays: 1 }),
  ]
  await fixture.run()
  await fixture.advanceClock(86_400)
  await fixture.ctx.sql.begin(async (somebody) => {
    await somebody`select from bounty where bounty_id = ${locked.row.bountyId} for update`
    const [claimed] = await fixture.ctx.sql<{ id: string }[]>`
      insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation, request_hash,
                           payload_hash, state, claimed_until)
      select network, asset, payer, nonce || 'a', pay_to, amount_atomic, valid_before, operation, request_hash,
             payload_hash, 'claimed', now() - interval '1 minute'
      from payment where id = ${locked.row.paymentId} returning id`
    await somebody`select from payment where id = ${claimed!.id} for update`
    // Both would hang here if they waited for the locks.
    await expireBounties({ ctx: fixture.ctx, input: { limit: 10 } })
    expect(await reconcilePayments({ ctx: fixture.ctx })).toMatchObject({ voided: 0 })
    expect([await stateOf(due), await stateOf(locked)]).toEqual(['expired', 'open'])
  })
  expect(await expireBounties({ ctx: fixture.ctx, input: { limit: 10 } })).toMatchObject({ expired: 1 })
  expect(await reconcilePayments({ ctx: fixture.ctx })).toMatchObject({ voided: 1 })
  await fixture.run()
  expect(await stateOf(locked)).toBe('expired_refunded')
})

test('a bounty that cannot be advanced blocks no others, and advances once it can', async () => {
  const [broken, sound] = [await fixture.payBounty(), await fixture.payBounty()]
  await fixture.run()
  await Promise.all([fixture.accept(broken), fixture.accept(sound)])
  const { bountyId } = broken.row
  const { acceptedSubmissionId } = await fixture.rowOf(bountyId)
  // Bypasses the guards, which would prevent this.
  const accepted = (id: string | null) =>
    fixture.ctx.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update bounty set accepted_submission_id = ${id} where bounty_id = ${bountyId}`
    })
  await accepted('a submission that is not there')
  await fixture.run()
  expect(await stateOf(broken)).toBe('accepting')
  expect(await stateOf(sound)).toBe('accepted')
  await accepted(acceptedSubmissionId)
  await fixture.run()
  expect(await stateOf(broken)).toBe('accepted')
})

test('a bounty that hangs delays no others, and advances once it can', { tags: 'thorough' }, async () => {
  const [slow, sound] = [await fixture.payBounty(), await fixture.payBounty()]
  const chain = fixture.ctx.chains.get(8453)!
  const release: (() => void)[] = []
  let asked = 0
  const getTransactionReceipt: typeof chain.client.getTransactionReceipt = async (args) => {
    if (args.hash === bytesToHex(slow.row.paymentTx)) {
      asked++
      await new Promise<void>((resolve) => release.push(resolve))
    }
    return chain.client.getTransactionReceipt(args)
  }
  const client = { ...chain.client, getTransactionReceipt }
  const ctx = { ...fixture.ctx, chains: new Map([...fixture.ctx.chains, [8453, { ...chain, client }]]) }
  const pass = () =>
    advanceBounties({ ctx, signers: fixture.signers, networks: [fixture.networkOf('eip155:8453')] })
  await pass()
  await until(
    async () => {
      await fixture.runSenderQueues()
      await pass()
      await fixture.mine(1)
      return (await stateOf(sound)) === 'open'
    },
    { what: 'the other is open' },
  )
  // Later passes skipped it, so they ended in time.
  expect(asked).toBe(1)
  expect(await stateOf(slow)).toBe('paid')
  for (const resolve of release) resolve()
  await until(async () => (await fixture.rowOf(slow.row.bountyId)).postTries === 1, { what: 'its post' })
  await fixture.run()
  expect(await stateOf(slow)).toBe('open')
})

test('an unavailable network delays no bounty of the other network, and its own bounties advance when it is back', async () => {
  const [here, away] = [await fixture.payBounty(), await fixture.payBounty({ network: 'eip155:5042' })]
  const env = parseEnv({ ...fixture.settings, RPC_URLS_5042: 'http://127.0.0.1:9' })
  const ctx = await openContext(env, { service: 'test' })
  const signers = createSigners(ctx)!
  for (let round = 0; round < 4; round++) {
    await expect(advanceBounties({ ctx, signers })).rejects.toThrow()
    await fixture.runSenderQueues()
  }
  await ctx.close()
  expect(await stateOf(here)).toBe('open')
  expect(await stateOf(away)).toBe('paid')
  await fixture.run()
  expect(await stateOf(away)).toBe('open')
})

test('without both keys there is no signers', () => {
  for (const key of ['TREASURY_KEY', 'OPERATOR_KEY']) {
    const env = parseEnv({ ...fixture.settings, [key]: '' })
    expect(createSigners({ env })).toBeUndefined()
  }
  expect(createSigners(fixture.ctx)!.operator.address).toBe(createSigner(demoKey('escrow_operator')).address)
})

test('a worker advances a bounty from its payment to its end within seconds', {
  tags: 'thorough',
}, async () => {
  const stop = new AbortController()
  const worker = runWorker({ ctx: await fixture.newProcess(), signal: stop.signal })
  try {
    const paid = await fixture.payBounty({ network: 'eip155:5042' })
    await until(async () => (await stateOf(paid)) === 'open', { what: 'open' })
    const contributor = await fixture.accept(paid)
    await until(async () => (await stateOf(paid)) === 'accepted', { what: 'accepted' })
    expect(await fixture.balanceOf(paid.network, contributor)).toBe(paid.amountAtomic)
  } finally {
    stop.abort()
    await worker
  }
})

test('every transfer of the treasury belongs to a bounty', async () => {
  for (const network of networks) {
    const { chainId, usdc, escrow } = fixture.networkOf(network)
    const { client } = fixture.ctx.chains.get(chainId)!
    const logs = await client.getContractEvents({
      address: usdc.address,
      abi: transferAbi,
      eventName: 'Transfer',
      fromBlock: 0n,
      args: { from: fixture.ctx.env.treasury },
    })
    const posts = (await logOf(network)).filter((line) => line.startsWith('BountyPosted'))
    expect(logs.filter((log) => log.args.to?.toLowerCase() === escrow.toLowerCase())).toHaveLength(
      posts.length,
    )
    expect(logs).toHaveLength(posts.length)
    expect(new Set(logs.map((log) => log.transactionHash)).size).toBe(posts.length)
  }
})
