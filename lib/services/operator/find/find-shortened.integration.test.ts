import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { bytesToHex, hexToBytes } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bounty as bountyTable } from '#db/schema/bounty'
import { chainAttempt, chainTx } from '#db/schema/outbox'
import { archivedPayment } from '#db/schema/payment-archive'
import { requestLog } from '#db/schema/request-log'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import type { Sql } from '#lib/adapters/db'
import { readOperatorId } from '#lib/domain/access/operator-id'
import { foundAnythingSchema } from '#lib/schemas/operator-find'
import { findAnything } from '#lib/services/operator/find/find-anything'
import { shortenedQueries } from '#lib/services/operator/find/shortened-queries'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'

const payer = `0x${'ab'.repeat(20)}`
const oldPayer = `0x${'cd'.repeat(20)}`
const revenue = `0x${'3f'.repeat(20)}`
const treasury = `0x${'d1'.repeat(20)}`
const attempted = `0xa283e820${'00'.repeat(26)}e820` as const
const requestId = '0199abcd-1234-4567-8901-123456789012'
const bountyId = `bty_54f7${'0'.repeat(20)}0123abcd`

let database: TestDatabase
let ctx: Context
let bounty: Awaited<ReturnType<typeof insertBounty>>

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
  const env = { mode: 'production', networks: [network], operators: [], treasury }
  const client = { getTransactionReceipt: async () => ({ status: 'success', blockNumber: 7n, from: payer }) }
  const log = { warn: () => {} }
  ctx = { ...database, env, log, chains: new Map([[8453, { client }]]) } as never
  const { db } = database
  bounty = await insertBounty(db, 'open', { bountyId, payer })
  const [tx] = await db
    .insert(chainTx)
    .values({
      chainId: 8453,
      sender: payer,
      kind: 'settle',
      recipient: payer,
      data: new Uint8Array(),
      idemKey: `settle:${randomUUID()}`,
      nonce: 4,
      state: 'mined',
    })
    .returning()
  await db.insert(chainAttempt).values({
    hash: hexToBytes(attempted),
    txId: tx!.id,
    raw: new Uint8Array(),
    maxFeePerGas: 2n,
    maxPriorityFeePerGas: 1n,
  })
  await db.insert(requestLog).values({
    requestId,
    at: new Date(),
    operation: 'createBounty',
    method: 'POST',
    status: 402,
    durationMs: 3,
  })
  const bytes = (fill: number, length = 32) => new Uint8Array(length).fill(fill)
  await db.insert(archivedPayment).values({
    id: 900,
    chainTxId: tx!.id,
    chainId: 8453,
    attempt: 1,
    operation: 'querySpatial',
    createdAt: new Date(),
    closedAt: new Date(),
    claimedUntil: new Date(),
    asset: bytes(0xa5, 20),
    payer: hexToBytes(oldPayer as `0x${string}`),
    payTo: bytes(1, 20),
    nonce: bytes(2),
    requestHash: bytes(3),
    payloadHash: bytes(4),
    settleTx: hexToBytes(attempted),
    amountAtomic: 5_000n,
    validBefore: 4_000_000_000n,
  })
})
afterAll(() => database.close())

const find = async (id: string, of: Context = ctx) =>
  foundAnythingSchema.parse(await findAnything({ ctx: of, input: { id }, operationNames: {} }))
const hrefsOf = async (id: string) =>
  (await find(id)).places.flatMap(({ found }) => found.map(({ href }) => href))
const short = (value: string, digits = 8) => `${value.slice(0, digits + 2)}…${value.slice(-digits)}`

test('a shortened id leads to everything that the whole id leads to', async () => {
  const wholes = {
    [attempted]: [short(attempted), '0xa283e820', '0xa283e820…', '0xa283…e820', 'A283E820'],
    [bytesToHex(bounty.ref)]: [short(bytesToHex(bounty.ref))],
    [bytesToHex(bounty.paymentTx)]: [short(bytesToHex(bounty.paymentTx))],
    [bountyId]: ['bty_54f7…0123abcd', 'bty_54f700'],
    [requestId]: ['0199abcd…56789012', '0199abcd…'],
    [payer]: [short(payer), short(payer, 4)],
    [oldPayer]: [short(oldPayer)],
    [treasury]: [short(treasury)],
    [revenue]: [short(revenue)],
  }
  for (const [whole, shortened] of Object.entries(wholes)) {
    const expected = await hrefsOf(whole)
    expect(expected, whole).not.toEqual([])
    for (const text of shortened) expect(await hrefsOf(text), text).toEqual(expected)
  }
})

test('a submission says what became of it, and for which bounty', async () => {
  const { db } = database
  const contributor = `0x${'c7'.repeat(20)}`
  const film = async (
    digit: string,
    state: 'open' | 'accepting' | 'accepted' | 'cancelled',
    changes: Partial<typeof submission.$inferInsert> = {},
    acceptedId?: string,
  ) => {
    const submissionId = `sub_${digit.repeat(32)}`
    const { bountyId } = await insertBounty(db, state, {
      amountUsdc: 1_075,
      title: `The pier ${digit}`,
      acceptedSubmissionId: acceptedId ?? submissionId,
    })
    await db
      .insert(submission)
      .values({ submissionId, contributor, qualityStatus: 'pass', ...changes, bountyId })
    return { submissionId, bountyId }
  }
  await film('1', 'accepted')
  await film('2', 'accepting')
  await film('3', 'open', { declinedReason: 'other', declinedText: 'Dark.', declinedAt: new Date() })
  await film('4', 'cancelled')
  await film('5', 'accepted', {}, 'another film')
  const { submissionId: waiting } = await film('6', 'open', { qualityStatus: 'pending' })
  // Its release came after the grace time, so the contract refunded the payer.
  const late = await film('7', 'accepting')
  const tx = new Uint8Array(32).fill(7)
  await db
    .update(bountyTable)
    .set({ state: 'expired_refunded', refundTx: tx, payoutTx: tx })
    .where(eq(bountyTable.bountyId, late.bountyId))
  const reasons = [{ code: 'not_checked', text: 'Not checked.', advice: '' }]
  await film('8', 'open', { qualityStatus: 'fail', quality: { reasons, warnings: [], figures: {} } })
  const textsOf = async (id: string) =>
    (await find(id)).places.flatMap(({ found }) => found.map(({ text }) => text))
  const texts = [
    'Accepted, paid 1,075 USDC, check: pass, for bounty: The pier 1',
    'Accepted, 1,075 USDC not paid yet, check: pass, for bounty: The pier 2',
    'Declined, check: pass, for bounty: The pier 3',
    'Not accepted, check: pass, for bounty: The pier 4',
    'Not accepted, check: pass, for bounty: The pier 5',
    'Waits, check: pending, for bounty: The pier 6',
    'Accepted, never paid: 1,075 USDC went back to the payer, check: pass, for bounty: The pier 7',
    'Waits, check: could not be made, for bounty: The pier 8',
  ]
  expect((await textsOf(contributor)).sort()).toEqual([...texts].sort())
  expect((await textsOf(short(contributor))).sort()).toEqual([...texts].sort())
  expect(await textsOf(waiting)).toEqual([
    `Waits, by ${contributor}, check: pending, model: none, for bounty: The pier 6`,
  ])
})

test('a number is searched for in every table, and one with a named kind only in the table of that kind', async () => {
  const placesOf = async (text: string) => (await find(text)).places.map(({ place }) => place)
  expect((await placesOf('1')).slice(0, 3)).toEqual(['payments', 'transactions of ours', 'trees'])
  expect(await placesOf('Payment 1')).toEqual(['payments'])
  expect(await placesOf('transaction 1')).toEqual(['transactions of ours'])
  expect(await placesOf('tree 1')).toEqual(['trees'])
})

test('the end of a shortened id has to fit too', async () => {
  expect(await hrefsOf('0xa283e820…00000000')).toEqual([])
  expect(await hrefsOf('bty_54f7…0123abce')).toEqual([])
})

test('ids with the same beginning are all found, up to a limit that is said', async () => {
  const { db } = database
  const likes = Array.from({ length: 12 }, (_, index) => `bty_77aa77${String(index).padStart(26, '0')}`)
  for (const bountyId of likes.slice(0, 2)) await insertBounty(db, 'open', { bountyId })
  const two = await find('bty_77aa77')
  expect(two).toMatchObject({ has_more: false })
  expect(two.places.flatMap(({ found }) => found.map(({ id }) => id)).sort()).toEqual(likes.slice(0, 2))
  for (const bountyId of likes.slice(2)) await insertBounty(db, 'open', { bountyId })
  const many = await find('bty_77aa77')
  expect(many).toMatchObject({ has_more: true })
  expect(many.places.flatMap(({ found }) => found)).toHaveLength(10)
})

test('tables that cannot be searched for a shortened id are named, and not reported as empty', async () => {
  const { places } = await find('0xbadbadbadbad')
  const whole = places.filter(({ outcome }) => outcome === 'needs_whole_id').map(({ place }) => place)
  expect(whole).toEqual(['older payments by nonce or settlement', 'leaves of trees', 'Base itself'])
  expect(places.filter(({ outcome }) => outcome === 'nothing').map(({ place }) => place)).toContain(
    'payments',
  )
})

test('a table whose search fails is reported beside what the others found, and not as empty', async () => {
  const unsafe: Sql['unsafe'] = (text, ...others) =>
    text.includes('from ledger_entry') && text.includes('distinct')
      ? (Promise.reject(new Error('away')) as never)
      : database.sql.unsafe(text, ...others)
  const sql = new Proxy(ctx.sql, { get: (of, name) => (name === 'unsafe' ? unsafe : Reflect.get(of, name)) })
  const { places } = await find('0xa283e820', { ...ctx, sql } as Context)
  expect(places.filter(({ place }) => place === 'the books')).toEqual([
    { place: 'the books', outcome: 'could_not_look', found: [] },
  ])
  expect(places.flatMap(({ found }) => found)).not.toEqual([])
})

test.each(['0xa283e820…e820', 'bty_54f700', 'sub_54f700', 'upl_54f700'])(
  'each search for %s reads an index',
  async (text) => {
    const read = readOperatorId(text)
    if (read.form !== 'shortened') throw new Error('not shortened')
    await database.sql.begin(async (tx) => {
      // The tables of this test are small enough to be scanned otherwise.
      await tx`set local enable_seqscan = off`
      for (const { text, values } of shortenedQueries(read.value, 10)) {
        // One row for each key of ours.
        if (text.includes('chain_account')) continue
        const rows = await tx.unsafe(`explain ${text}`, values)
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan, text).toMatch(/Index Cond: .*[<>]=? /)
        expect(plan, text).not.toMatch(/Seq Scan on (?!ledger_cursor)/)
      }
    })
  },
)
