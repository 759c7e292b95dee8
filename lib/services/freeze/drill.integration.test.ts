import { randomBytes } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { type Address, bytesToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bounty } from '#db/schema/bounty'
import { capture } from '#db/schema/capture'
import { chainTx } from '#db/schema/outbox'
import { submission } from '#db/schema/submission'
import { tree } from '#db/schema/tree'
import { readAttestations } from '#lib/adapters/chain/eas'
import { enqueue } from '#lib/adapters/chain/outbox'
import type { Context } from '#lib/adapters/context'
import { demoKey } from '#lib/adapters/demo-keys'
import { isFrozenError } from '#lib/adapters/frozen-error'
import { geohashToCell } from '#lib/domain/geo/geohash'
import type { CreatedBounty } from '#lib/schemas/bounty'
import { createAnchorer } from '#lib/services/anchors/anchorer'
import { buildTree } from '#lib/services/anchors/build-tree'
import { ensureSchema } from '#lib/services/anchors/ensure-schema'
import { acceptSubmission } from '#lib/services/bounties/accept-submission'
import { advanceBounties } from '#lib/services/bounties/advance-bounties'
import { checkUnfreeze } from '#lib/services/freeze/check-unfreeze'
import { getFreeze } from '#lib/services/freeze/get-freeze'
import { isFrozen } from '#lib/services/freeze/is-frozen'
import { replay } from '#lib/services/freeze/replay'
import { checkReadiness } from '#lib/services/health/check-readiness'
import { audit, verdictOf } from '#lib/services/ledger/audit'
import { followChains } from '#lib/services/ledger/follow-chains'
import { unfreezeService } from '#lib/services/operator/actions/unfreeze-service'
import { stepsOf } from '#lib/worker/steps'
import { type BountyFixture, type NetworkId, type Paid, startBountyFixture } from '#testing/bounty-fixture'
import { bountyPath, postBounty, withToken } from '#testing/bounty-request'
import {
  createPayer,
  type PaidService,
  signPayment,
  startPaidService,
  withPayment,
} from '#testing/paid-service'
import { createPlainSubmission } from '#testing/plain-submission'
import { patienceMs } from '#testing/until'

/*
 * The drill: the database is backed up during traffic, the service continues for a while, then the backup is
 * restored. All that happened in between is only on the chains.
 */
const base = 'eip155:8453'
const networks = [base, 'eip155:5042'] as const
const usdc = 1_000_000n

let fixture: BountyFixture
let service: PaidService

beforeAll(async () => {
  fixture = await startBountyFixture({ settings: { ANCHOR_KEY: demoKey('anchor'), ANCHOR_MAX_LEAVES: '3' } })
  service = await startPaidService({ settings: fixture.settings })
})
afterAll(async () => {
  await service?.close()
  await fixture?.close()
})

/** Runs the steps of a worker that move money, each this many times. */
async function work(ctx: Context, rounds: number): Promise<void> {
  const left = /^(forget|expire uploads|resolve missing|audit|media|sweep|tell)/
  const steps = stepsOf(ctx).filter(({ name }) => !left.test(name))
  const { signal } = new AbortController()
  for (let round = 0; round < rounds; round++) {
    for (const step of steps) await step.run({ ctx, signal })
    await fixture.mine(1)
  }
}

/** Repeats those rounds until the condition holds. */
async function workUntil(ctx: Context, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error('the worker does not get there')
    await work(ctx, 1)
  }
}

const areEnded = async (bounties: readonly Paid[]) =>
  (await Promise.all(bounties.map(stateOf))).every((state) => /^(cancelled|expired_refunded)$/.test(state))

async function ingest(ctx: Context, count: number): Promise<void> {
  await ctx.db.insert(capture).values(
    Array.from({ length: count }, () => ({
      sha256: new Uint8Array(randomBytes(32)),
      cell: geohashToCell('u33dbb')!,
      capturedAt: new Date(Date.UTC(2026, 4, 1, 12)),
      salt: new Uint8Array(randomBytes(32)),
    })),
  )
}

const stateOf = async ({ row }: Paid) => (await fixture.rowOf(row.bountyId)).state
const balance = ({ network, payer }: Paid) => fixture.balanceOf(network, payer.address)

async function nonces(ctx: Context): Promise<number[]> {
  const rows = await ctx.sql<{ chain_id: number; address: Address }[]>`
    select chain_id, address from chain_account order by chain_id, address`
  return Promise.all(
    rows.map(({ chain_id, address }) => ctx.chains.get(chain_id)!.client.getTransactionCount({ address })),
  )
}

const messageOf = async (answer: Response) => ((await answer.json()) as { message: string }).message

/** All our attestations on the chain. */
function attestations(ctx: Context) {
  const chain = ctx.chains.get(8453)!
  const { address } = createAnchorer(ctx)!.signer
  return readAttestations({ chain, eas: ctx.env.anchor.eas, attester: address, from: 0n, to: 2n ** 32n })
}

async function order(network: NetworkId) {
  const payer = await createPayer(fixture.chains, 60n * usdc)
  const url = service.url + bountyPath
  const init = postBounty({ title: `Ordered ${randomBytes(4).toString('hex')}` })
  const header = await signPayment({ url, init, payer, network })
  const show = () => fetch(url, withPayment(init, header))
  const answer = await show()
  expect(answer.status).toBe(201)
  return { payer, show, created: (await answer.json()) as CreatedBounty, url }
}

test('a backup put back amid traffic: frozen, replayed and unfrozen, nothing is paid twice and every bounty ends', {
  tags: 'thorough',
  timeout: 4 * patienceMs,
}, async () => {
  const { ctx } = fixture
  while (!(await ensureSchema({ ctx, anchorer: createAnchorer(ctx)! }))) await work(ctx, 1)
  await ingest(ctx, 3)
  const each = await Promise.all(
    networks.map(async (network) => ({
      released: await fixture.payBounty({ network }),
      unknownFilm: await fixture.payBounty({ network }),
      cancelled: await fixture.payBounty({ network }),
      open: await fixture.payBounty({ network }),
      expires: await fixture.payBounty({ network, deadlineDays: 1 }),
    })),
  )
  await work(ctx, 4)
  const before = await Promise.all(networks.map((network) => order(network)))
  const films = await Promise.all(
    each.map(({ released }) => {
      const contributor = fixture.newAddress()
      const input = { bountyId: released.row.bountyId, contributor }
      return createPlainSubmission({ ctx, input }).then((made) => ({ ...made, contributor }))
    }),
  )
  // Posts and a tree are enqueued but unsigned when the backup is taken. Captures for another tree are not
  // gathered yet.
  await ingest(ctx, 3)
  await advanceBounties(fixture)
  await buildTree({ ctx, anchorer: createAnchorer(ctx)! })
  await ingest(ctx, 3)
  expect(await ctx.db.$count(chainTx, eq(chainTx.state, 'queued'))).toBeGreaterThan(0)
  const restore = await fixture.backUp()

  // The backup lacks two trees: one of captures that it has, and one of captures that it lacks.
  await work(ctx, 4)
  await ingest(ctx, 3)
  const paidTo = await Promise.all(
    each.map(async ({ released, unknownFilm, cancelled }, index) => {
      const { submissionId, contributor } = films[index]!
      await acceptSubmission({ ctx, input: { bountyId: released.row.bountyId, submissionId } })
      const stranger = await fixture.accept(unknownFilm)
      await fixture.cancel(cancelled)
      return { contributor, stranger }
    }),
  )
  const unrecorded = await Promise.all(networks.map((network) => order(network)))
  await work(ctx, 5)
  const unsent = await order(base)
  expect((await attestations(ctx)).map(({ anchor }) => anchor.treeId)).toEqual([1, 2, 3, 4])
  const noncesThen = await nonces(ctx)

  await restore()
  const own = await fixture.newProcess()
  await work(own, 2)
  const freeze = (await getFreeze({ ctx: own }))!
  expect(freeze.cause).toBe('chain')
  expect(freeze.reason).toContain('does not have')
  expect((await checkReadiness({ ctx: own })).status).toBe('degraded')

  // The service is frozen: it stops signing, selling and deciding, and its refusals say that nothing was
  // charged.
  expect(await nonces(own)).toEqual(noncesThen)
  const intent = {
    chainId: 8453,
    sender: fixture.signers.treasury.address,
    kind: 'x',
    idemKey: 'x',
    to: own.env.treasury,
  }
  const asked = own.db.transaction((tx) => enqueue({ tx, intent: { ...intent, data: '0x' } }))
  await expect(asked).rejects.toSatisfy(isFrozenError)
  const unknown = await unsent.show()
  expect(unknown.status).toBe(503)
  expect(unknown.headers.get('retry-after')).not.toBeNull()
  expect(await messageOf(unknown)).toContain('charged nothing')
  const cancelPath = `${service.url}${bountyPath}/${before[0]!.created.bounty_id}/cancel`
  const refused = await fetch(cancelPath, withToken(before[0]!.created.agent_token, { method: 'POST' }))
  expect(refused.status).toBe(503)
  // Answers that were paid before are still served, since that moves no money.
  expect((await before[0]!.show()).status).toBe(201)

  // The replay may run several times, also concurrently.
  for (let pass = 0; (await replay({ ctx: own }))!.waiting.length > 0; pass++) {
    if (pass > 20) throw new Error(JSON.stringify((await getFreeze({ ctx: own }))!.report))
    await Promise.all([replay({ ctx: own }), fixture.mine(1)])
  }
  expect(await nonces(own)).toEqual(noncesThen)
  for (const [index, { released, unknownFilm, cancelled }] of each.entries()) {
    expect(await stateOf(released)).toBe('accepted')
    expect(await stateOf(cancelled)).toBe('cancelled')
    expect(await stateOf(unknownFilm)).toBe('accepted')
    const { acceptedSubmissionId } = await fixture.rowOf(unknownFilm.row.bountyId)
    const [film] = await own.db
      .select()
      .from(submission)
      .where(eq(submission.submissionId, acceptedSubmissionId!))
    expect(film!.contributor).toBe(paidTo[index]!.stranger.toLowerCase())
    expect((await fixture.rowOf(released.row.bountyId)).acceptedSubmissionId).toBe(films[index]!.submissionId)
  }
  const trees = await own.db.select().from(tree).orderBy(asc(tree.treeId))
  expect(trees.map(({ treeId, state }) => [treeId, state])).toEqual([
    [1, 'final'],
    [2, 'final'],
    [3, 'final'],
    [4, 'lost'],
  ])

  // One inflow is unexplained: an operator names it and accepts exactly that.
  const found = await checkUnfreeze({ ctx: own })
  expect(found.refusal).toBeNull()
  expect(found.audit!.violations.map(({ code }) => code)).toEqual(['inflow_without_payment'])
  expect(found.audit!.digest).toMatch(/^[0-9a-f]{16}$/)
  const input = { accept: found.audit!.digest }
  const { effect, refusal } = await unfreezeService.preview({ ctx: own, input })
  expect(refusal).toBeNull()
  expect(effect).toContain('2 lost orders of 100.00 USDC in all are cancelled')
  expect(effect).toContain('inflow_without_payment on eip155:8453 (1: 0x')
  expect((await unfreezeService.preview({ ctx: own, input: { accept: null } })).refusal).toContain(
    input.accept,
  )
  const operator = own.env.treasury
  expect(await isFrozen({ ctx: own })).toBe(true)
  await own.db.transaction((tx) =>
    unfreezeService.run({ ctx: own, tx, input, operator, reason: 'the drill' }),
  )

  // A frozen state is never cached, so requests are accepted at once.
  expect(await isFrozen({ ctx: own })).toBe(false)

  // The service runs again: the remaining bounties end, at their deadline or by their posters.
  await Promise.all(each.map(({ open }) => fixture.cancel(open)))
  await fixture.advanceClock(86_400)
  await workUntil(own, () => areEnded(each.flatMap(({ open, expires }) => [open, expires])))
  const restored = unrecorded.map(({ created }) => created.bounty_id)
  await workUntil(own, async () =>
    (await Promise.all(restored.map(fixture.rowOf))).every(({ state }) => state === 'cancelled'),
  )
  for (const [index, { released, unknownFilm, cancelled, open, expires }] of each.entries()) {
    expect(await stateOf(open)).toBe('cancelled')
    expect(await stateOf(expires)).toBe('expired_refunded')
    for (const back of [cancelled, open, expires]) expect(await balance(back)).toBe(50n * usdc)
    for (const spent of [released, unknownFilm]) expect(await balance(spent)).toBe(0n)
    const { network } = released
    expect(await fixture.balanceOf(network, paidTo[index]!.contributor)).toBe(50n * usdc)
    expect(await fixture.balanceOf(network, paidTo[index]!.stranger)).toBe(50n * usdc)
    // The order and its brief are lost. Its money went back to the payer, and showing the payment again says
    // so.
    const { payer, show, created } = unrecorded[index]!
    expect(await fixture.balanceOf(network, payer.address)).toBe(60n * usdc)
    const row = await fixture.rowOf(created.bounty_id)
    expect(row).toMatchObject({ state: 'cancelled', payer: payer.address.toLowerCase() })
    const again = await show()
    expect(again.status).toBe(402)
    expect(await messageOf(again)).toContain('goes back')
    const got = await fetch(
      `${service.url}${bountyPath}/${created.bounty_id}`,
      withToken(created.agent_token),
    )
    expect(got.status).toBe(200)
  }
  expect((await unsent.show()).status).toBe(402)

  // The next tree follows the lost one: a single chain of trees with unique numbers.
  await ingest(own, 1)
  await fixture.advanceClock(86_400)
  await workUntil(own, async () => (await own.db.$count(tree, sql`state = 'final'`)) >= 4)
  const made = (await attestations(own)).map(({ anchor }) => anchor)
  expect(made.map(({ treeId }) => treeId)).toEqual([1, 2, 3, 4, 5])
  for (const [index, { prevRoot }] of made.entries())
    expect(prevRoot).toBe(made[index - 1]?.root ?? `0x${'0'.repeat(64)}`)

  await followChains({ ctx: own, input: { untilMs: performance.now() + 20_000 } })
  const audited = await audit({ ctx: own })
  expect(verdictOf(audited)).toBe('violated')
  const violations = audited.findings.filter(({ severity }) => severity === 'violation')
  expect(violations.map(({ code }) => code)).toEqual(['inflow_without_payment'])
  expect(
    await own.db.$count(
      bounty,
      sql`state not in ('accepted', 'cancelled', 'expired_refunded', 'failed', 'open')`,
    ),
  ).toBe(0)
  expect(await getFreeze({ ctx: own })).toBeUndefined()
  expect(bytesToHex(trees[3]!.root)).toBe(made[3]!.root)
})
