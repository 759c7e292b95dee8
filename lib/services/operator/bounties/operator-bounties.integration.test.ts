import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { bytesToHex, hexToBytes } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bountyBlocker } from '#db/schema/bounty-blocker'
import { moderation } from '#db/schema/moderation'
import { operatorAction } from '#db/schema/operator'
import { chainAttempt, chainTx } from '#db/schema/outbox'
import { requestLog } from '#db/schema/request-log'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import {
  operatorBountiesQuery,
  operatorBountyDetailSchema,
  operatorBountyPageSchema,
} from '#lib/schemas/operator-bounty'
import { foundAnythingSchema } from '#lib/schemas/operator-find'
import type { BountyRow } from '#lib/services/bounties/transition'
import { getOperatorBounty } from '#lib/services/operator/bounties/get-operator-bounty'
import { listOperatorBounties } from '#lib/services/operator/bounties/list-operator-bounties'
import { findAnything } from '#lib/services/operator/find/find-anything'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { createPlainSubmission } from '#testing/plain-submission'

const payer = `0x${'ab'.repeat(20)}`
const revenue = `0x${'3f'.repeat(20)}`
const hash = `0x${'5e'.repeat(32)}` as const
const attempted = `0x${'5f'.repeat(32)}` as const
const requestId = randomUUID()

let database: TestDatabase
let ctx: Context
const ids = { blocked: id(1), slow: id(2), fresh: id(3), open: id(4), ended: id(5) }
let blocked: BountyRow
let submissionId: string

function id(number: number): string {
  return `bty_${String(number).padStart(32, '0')}`
}

/** A chain that knows one transaction, or does not answer. */
const chainThat = (answers: boolean) => ({
  client: {
    getTransactionReceipt: async () => {
      if (!answers) throw new Error('connect ECONNREFUSED')
      return { status: 'success', blockNumber: 7n, from: payer }
    },
  },
})

beforeAll(async () => {
  database = await createTestDatabase()
  const network = {
    id: 'eip155:8453',
    chainId: 8453,
    name: 'Base',
    explorerUrl: 'https://explorer.test',
    escrow: `0x${'e5'.repeat(20)}`,
    usdc: { address: `0x${'a5'.repeat(20)}` },
    payTo: revenue,
  }
  const env = {
    mode: 'production',
    networks: [network],
    operators: [],
    treasury: `0x${'d1'.repeat(20)}`,
    limits: {},
    walletLimits: { filmsPerBounty: 0 },
  }
  const log = { warn: () => {}, info: () => {}, error: () => {} }
  const storage = { signGet: async ({ key }: { key: string }) => `https://files.test/${key}` }
  const clock = { now: () => new Date() }
  ctx = { ...database, env, log, storage, clock, chains: new Map([[8453, chainThat(false)]]) } as never
  const { db } = database
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 12, minute))
  blocked = await insertBounty(db, 'cancelling', {
    bountyId: ids.blocked,
    payer,
    paidAt: at(1),
    title: 'The bell tower',
  })
  await insertBounty(db, 'accepting', { bountyId: ids.slow, paidAt: at(2), chainId: 5042 })
  await insertBounty(db, 'creating', { bountyId: ids.fresh, paidAt: at(3) })
  await insertBounty(db, 'open', { bountyId: ids.open, paidAt: at(3), title: 'A bell of bronze' })
  await insertBounty(db, 'failed', { bountyId: ids.ended, paidAt: at(4), payer })
  // Simulates the passing of time.
  await database.sql`update bounty set updated_at = service_now() - interval '2 days' where bounty_id = ${ids.slow}`
  await database.sql`update bounty set updated_at = service_now() - interval '3 days' where bounty_id = ${ids.open}`
  await db.insert(bountyBlocker).values([
    { bountyId: ids.blocked, code: 'refused', text: 'Its cancellation was refused.', data: { tries: 2 } },
    // Left behind by a worker of an older version.
    { bountyId: ids.ended, code: 'refused', text: 'Its post was refused.' },
  ])
  const [tx] = await db
    .insert(chainTx)
    .values({
      chainId: 8453,
      sender: payer,
      kind: 'bounty_cancel',
      recipient: payer,
      data: new Uint8Array(),
      idemKey: `bounty_cancel:${bytesToHex(blocked.ref)}:1`,
      state: 'reverted',
      nonce: 4,
      error: 'no',
    })
    .returning()
  await db.insert(chainAttempt).values(
    [hash, attempted].map((one, index) => ({
      hash: hexToBytes(one),
      txId: tx!.id,
      raw: new Uint8Array(),
      maxFeePerGas: 2_000_000_000n + BigInt(index),
      maxPriorityFeePerGas: 1_000_000n,
    })),
  )
  await database.sql`update bounty set exit_tries = 1, exit_chain_tx_id = ${tx!.id} where bounty_id = ${ids.blocked}`
  submissionId = (
    await createPlainSubmission({
      ctx: { ...ctx, env: { ...ctx.env, networks: ctx.env.networks } },
      input: { bountyId: ids.open, contributor: payer },
    })
  ).submissionId
  await db.insert(requestLog).values({
    ...{
      requestId,
      at: new Date(),
      operation: 'acceptSubmission',
      method: 'POST',
      status: 409,
      durationMs: 3,
    },
    code: 'not_open',
    message: 'Only an open bounty can be accepted.',
    bountyId: ids.blocked,
  })
  await db.insert(requestLog).values({
    requestId: randomUUID(),
    at: new Date(),
    operation: 'getBounty',
    method: 'GET',
    status: 404,
    code: 'not_found',
    message: 'No.',
    durationMs: 3,
    bountyId: ids.blocked,
  })
  await db.insert(operatorAction).values({
    operator: payer,
    chainId: 8453,
    action: 'retry_bounty',
    subject: 'bounty',
    subjectId: ids.blocked,
    input: {},
    reason: 'it was mended',
    effect: 'x',
    result: {},
    requestId: randomUUID(),
  })
})
afterAll(() => database.close())

const list = async (query: Record<string, string> = {}) => {
  const page = await listOperatorBounties({ ctx, input: operatorBountiesQuery.parse(query) })
  return operatorBountyPageSchema.parse(page)
}
const idsOf = async (query?: Record<string, string>) =>
  (await list(query)).bounties.map((one) => one.bounty_id)

describe('the list', () => {
  test('has every bounty, the newest first, page by page, each once', async () => {
    const whole = await idsOf()
    expect(whole).toEqual([ids.ended, ids.open, ids.fresh, ids.slow, ids.blocked])
    const paged: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list({ limit: '2', ...(cursor && { cursor }) })
      paged.push(...page.bounties.map((one) => one.bounty_id))
      cursor = page.next_cursor
    }
    expect(paged).toEqual(whole)
  })

  test('has first what has not moved for longest, without ended bounties, page by page', async () => {
    const first = await list({ order: 'unmoved', limit: '2' })
    expect(first.bounties.map((one) => one.bounty_id)).toEqual([ids.open, ids.slow])
    expect(await idsOf({ order: 'unmoved', cursor: first.next_cursor! })).toEqual([ids.blocked, ids.fresh])
    await expect(list({ cursor: first.next_cursor! })).rejects.toThrow('start from the first page')
  })

  test('narrows by state, network, payer, id and words, and by what is stuck', async () => {
    expect(await idsOf({ state: 'open' })).toEqual([ids.open])
    expect(await idsOf({ network: 'eip155:5042' })).toEqual([ids.slow])
    expect(await idsOf({ text: payer.toUpperCase().replace('0X', '0x') })).toEqual([ids.ended, ids.blocked])
    expect(await idsOf({ text: ids.fresh })).toEqual([ids.fresh])
    expect(await idsOf({ text: 'bell' })).toEqual([ids.open, ids.blocked])
    expect(await idsOf({ text: 'bell', state: 'open', network: 'eip155:5042' })).toEqual([])
    expect(await idsOf({ stuck: 'true' })).toEqual([ids.slow, ids.blocked])
    expect(await idsOf({ stuck: 'true', order: 'unmoved' })).toEqual([ids.slow, ids.blocked])
  })

  test('narrows to what an operator hides, and marks it', async () => {
    expect(await idsOf({ hidden: 'true' })).toEqual([])
    await database.db.insert(moderation).values([
      { kind: 'bounty', subjectId: ids.open, measure: 'hidden', reason: 'It names a home.' },
      { kind: 'model', subjectId: ids.ended, measure: 'hidden', reason: 'It shows a face.' },
    ])
    expect(await idsOf({ hidden: 'true' })).toEqual([ids.open])
    const { bounties } = await list()
    expect(bounties.filter((one) => one.is_hidden).map((one) => one.bounty_id)).toEqual([ids.open])
  })

  test('says why, and where the money is', async () => {
    const { bounties } = await list()
    const by = Object.fromEntries(bounties.map((one) => [one.bounty_id, one]))
    expect(by[ids.blocked]).toMatchObject({
      is_stuck: true,
      money_is: 'escrow',
      amount_usdc: '50.00',
      blocker: { code: 'refused', text: 'Its cancellation was refused.' },
    })
    expect(by[ids.slow]).toMatchObject({ is_stuck: true, blocker: null, money_is: 'escrow' })
    expect(by[ids.fresh]).toMatchObject({ is_stuck: false, money_is: 'treasury' })
    expect(by[ids.ended]).toMatchObject({
      is_stuck: false,
      blocker: null,
      waits_for: null,
      money_is: 'payer',
    })
  })
})

test('one bounty and its films say that they are hidden, since when and why, and operators can watch them', async () => {
  await database.db
    .insert(moderation)
    .values({ kind: 'submission', subjectId: submissionId, measure: 'hidden', reason: 'It shows a child.' })
  await database.db
    .update(submission)
    .set({ previewStatus: 'ready', previewKey: 'preview' })
    .where(eq(submission.submissionId, submissionId))
  const bounty = operatorBountyDetailSchema.parse(
    await getOperatorBounty({ ctx, input: { bountyId: ids.open } }),
  )
  expect(bounty).toMatchObject({
    is_hidden: true,
    moderation: [{ measure: 'hidden', reason: 'It names a home.', at: expect.any(String) }],
    submissions: [
      {
        hidden: { reason: 'It shows a child.' },
        preview_url: 'https://files.test/preview',
        film: null,
      },
    ],
  })
  const shown = operatorBountyDetailSchema.parse(
    await getOperatorBounty({ ctx, input: { bountyId: ids.fresh } }),
  )
  expect(shown).toMatchObject({ is_hidden: false })
  expect(shown.moderation).toBeUndefined()
})

test('one bounty has its transactions with their attempts, and all that happened to it', async () => {
  const bounty = operatorBountyDetailSchema.parse(
    await getOperatorBounty({ ctx, input: { bountyId: ids.blocked } }),
  )
  expect(bounty.transactions).toMatchObject([
    {
      effect: 'cancel',
      state: 'reverted',
      nonce: 4,
      error: 'no',
      is_latest: true,
      attempts: [{ hash }, { hash: attempted }],
    },
  ])
  expect(bounty.moves.map(({ from, to }) => [from, to])).toEqual([
    ['payer', 'treasury'],
    ['treasury', 'escrow'],
  ])
  expect(bounty.timeline.map(({ kind, detail }) => [kind, detail])).toEqual(
    expect.arrayContaining([
      ['action', `it was mended (${payer})`],
      ['request', '409 not_open: Only an open bounty can be accepted.'],
    ]),
  )
  // A client that asks for what is not there yet is no event of the bounty.
  expect(bounty.timeline.filter(({ detail }) => detail?.startsWith('404'))).toEqual([])
  await expect(getOperatorBounty({ ctx, input: { bountyId: id(9) } })).rejects.toThrow('no bounty')
})

describe('any id', () => {
  const find = async (text: string, of: Context = ctx) =>
    foundAnythingSchema.parse(
      await findAnything({
        ctx: of,
        input: { id: text },
        operationNames: { createBounty: 'Bounty', acceptSubmission: 'Accept a submission' },
      }),
    )
  const hrefsOf = async (text: string, of?: Context) =>
    (await find(text, of)).places.flatMap(({ found }) => found.map(({ href }) => href))
  const page = (bountyId: string) => `/operator/bounties/${bountyId}`

  test('leads to what it is', async () => {
    expect(await hrefsOf(requestId)).toEqual([`/operator/requests/${requestId}`, page(ids.blocked)])
    expect(await hrefsOf(ids.open)).toEqual([page(ids.open)])
    expect(await hrefsOf(`https://cairn.test/board/${ids.open}?x=1`)).toEqual([page(ids.open)])
    expect(await hrefsOf(submissionId)).toEqual([`${page(ids.open)}#${submissionId}`])
    expect(await hrefsOf(String(blocked.paymentId))).toContain(`/operator/payments/${blocked.paymentId}`)
    expect(await hrefsOf(bytesToHex(blocked.paymentTx))).toEqual([
      `/operator/payments/${blocked.paymentId}`,
      page(ids.blocked),
    ])
    expect(await hrefsOf(bytesToHex(blocked.ref))).toEqual([page(ids.blocked)])
    const [tx] = await database.sql`select id from chain_tx`
    for (const one of [hash, attempted, hash.slice(2).toUpperCase()])
      expect(await hrefsOf(one)).toEqual([
        `/operator/payments/${blocked.paymentId}`,
        `/operator/chains/transactions/${tx!.id}`,
        page(ids.blocked),
      ])
    expect(await hrefsOf(payer)).toEqual(
      expect.arrayContaining([`/operator/bounties?text=${payer}`, `/operator/payments?payer=${payer}`]),
    )
    expect(await hrefsOf(ctx.env.treasury)).toEqual(['/operator/chains'])
    expect((await find(revenue)).places[0]!.found).toMatchObject([
      {
        kind: 'account of ours',
        text: expect.stringContaining('revenue wallet on Base (setting PAY_TO_8453)'),
      },
    ])
  })

  test('of a bounty is found with its sum as people write it', async () => {
    for (const text of [ids.blocked, bytesToHex(blocked.ref)]) {
      const texts = (await find(text)).places.flatMap(({ found }) => found.map((one) => one.text))
      expect(texts).toEqual(expect.arrayContaining([expect.stringMatching(/(^| )50 USDC, /)]))
    }
  })

  test('of a hidden bounty says so', async () => {
    const [found] = (await find(ids.open)).places.flatMap(({ found }) => found)
    expect(found?.text).toMatch('open, hidden by an operator: A bell of bronze')
  })

  test('is described with the names of operations and networks', async () => {
    const textsOf = async (text: string) =>
      (await find(text)).places.flatMap(({ found }) => found.map((one) => one.text))
    expect(await textsOf(requestId)).toContain(
      'Accept a submission: answered 409. Only an open bounty can be accepted.',
    )
    const unnamed = await findAnything({ ctx, input: { id: requestId }, operationNames: {} })
    expect(unnamed.places.flatMap(({ found }) => found.map((one) => one.text))).toContain(
      'Accept submission: answered 409. Only an open bounty can be accepted.',
    )
    expect(await textsOf(String(blocked.paymentId))).toContain(
      `Payment ${blocked.paymentId}: 50 USDC, settled, then escrowed. Bounty, by ${payer} on Base.`,
    )
    const [tx] = await database.sql`select id from chain_tx`
    expect(await textsOf(String(tx!.id))).toContain('Bounty cancel, reverted, on Base.')
    expect(await textsOf(hash)).toContain(`An attempt at transaction ${tx!.id} (bounty cancel), reverted.`)
  })

  test('of a transaction tells the payment first, with its sum and what became of it', async () => {
    const first = async (text: string) => (await find(text)).places.flatMap(({ found }) => found)[0]
    const of = `Payment ${blocked.paymentId}: 50 USDC, settled, then`
    expect(await first(attempted)).toMatchObject({
      text: `${of} escrowed. This transaction is of its bounty. Bounty, by ${payer} on Base.`,
    })
    expect(await first(bytesToHex(blocked.paymentTx))).toMatchObject({
      text: `${of} escrowed. Settled by this transaction. Bounty, by ${payer} on Base.`,
    })
    await database.sql`update bounty set state = 'cancelled', payout_tx = ${hexToBytes(hash)}, cancel_tx = ${hexToBytes(hash)} where bounty_id = ${ids.blocked}`
    expect(await first(hash)).toMatchObject({ text: expect.stringContaining(`${of} refunded.`) })
  })

  test('is reported as "could not look" while a place is unavailable', async () => {
    const unknown = `0x${'99'.repeat(32)}`
    const away = await find(unknown)
    expect(away.places.filter(({ outcome }) => outcome === 'could_not_look')).toMatchObject([
      { place: 'Base itself', found: [] },
    ])
    expect(new Set(away.places.map(({ outcome }) => outcome))).toEqual(new Set(['nothing', 'could_not_look']))
    const there = { ...ctx, chains: new Map([[8453, chainThat(true)]]) } as unknown as Context
    expect(await hrefsOf(unknown, there)).toEqual([`https://explorer.test/tx/${unknown}`])
    const nothing = await find(randomUUID())
    expect(nothing.places.map(({ outcome }) => outcome)).toEqual(['nothing', 'nothing', 'nothing'])
  })

  test('that is invalid, shortened too much or a secret is reported as such, and not searched for', async () => {
    for (const [text, reason] of [
      ['hello', /id of this form/],
      ['0x5e5e', /at least six/],
      ['cairn_bounty_abcdefghijklmnop', /secret/],
    ] as const)
      expect(await find(text)).toMatchObject({ places: [], reason: expect.stringMatching(reason) })
  })
})
