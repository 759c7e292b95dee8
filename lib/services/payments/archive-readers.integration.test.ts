import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { bytesToHex, hexToBytes } from 'viem'
import { afterAll, beforeAll, expect } from 'vitest'
import { ledgerEntry } from '#db/schema/ledger'
import { readOperatorId } from '#lib/domain/access/operator-id'
import { replayPayments } from '#lib/services/freeze/replay-payments'
import { sampleFigures } from '#lib/services/health/sample-figures'
import { refusePaid } from '#lib/services/inflows/check-return'
import { readUnmatched } from '#lib/services/inflows/read-unmatched'
import { booksOf } from '#lib/services/ledger/books'
import { readSums } from '#lib/services/ledger/figures'
import { findInBooks } from '#lib/services/ledger/find-in-books'
import { findInJournal } from '#lib/services/ledger/find-in-journal'
import { withoutSettled, withoutWhollySettled } from '#lib/services/ledger/unknown-revenue'
import { lookUpPayment } from '#lib/services/operator/actions/look-up-payment'
import { findOwners } from '#lib/services/operator/chains/find-owners'
import { databaseSearches } from '#lib/services/operator/find/database-searches'
import { getPayment } from '#lib/services/operator/payments/get-payment'
import { listPayments } from '#lib/services/operator/payments/list-payments'
import { archivePayments } from '#lib/services/payments/archive-payments'
import { findPayment, loadAnswer } from '#lib/services/payments/find-payment'
import { mayBePaid } from '#lib/services/payments/may-be-paid'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { type History, histories, insertOldPayment, isMovable, type OldPayment } from '#testing/old-payments'
import { sampled } from '#testing/sampled'
import { openUnchained, type UnchainedContext } from '#testing/unchained-context'

let database: TestDatabase
let ctx: UnchainedContext
beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await openUnchained(database.url)
})
const reset = () =>
  database.sql.begin(async (sql) => {
    await sql`set local session_replication_role = 'replica'`
    await sql`
      truncate payment, payment_answer, payment_identifier, settlement, archived_payment, chain_tx, chain_attempt, bounty, bounty_order,
               ledger_entry, figure_sample, inflow_return, event cascade`
    await sql`update archive_progress set until_id = 0`
  })
afterAll(async () => {
  await ctx?.close()
  await database?.close()
})

const network = () => ctx.env.networks[0]!
const block = 100

/** A transfer to PAY_TO by the authorization of a payment, as the books have it if the payment was unknown when they were written. */
async function insertInflow({ key }: OldPayment, logIndex: number): Promise<void> {
  await ctx.db.insert(ledgerEntry).values({
    chainId: network().chainId,
    block,
    txHash: randomBytes(32),
    logIndex,
    kind: 'revenue_in',
    fromAddress: key.payer,
    toAddress: network().payTo.toLowerCase(),
    amountAtomic: 5_000n,
    ref: hexToBytes(key.nonce as `0x${string}`),
  })
}

/** What every reader of payments says of these. */
async function readAll(paid: readonly OldPayment[]) {
  const { sql, env } = ctx
  const books = booksOf(env, network())
  const at = { chainId: network().chainId, network: network().id, books, block, settledBefore: new Date(0) }
  const withinBooks = <Result>(read: (tx: never) => Promise<Result>) =>
    sql.begin(async (tx) => {
      await tx`set local enable_nestloop = off`
      return read(tx as never)
    })
  const lists = [
    ...[{}, { unresolved: true as const }, { operation: 'createBounty' }, { operation: 'getObservation' }],
    ...(['settled', 'failed', 'void', 'settling', 'claimed'] as const).map((state) => ({ state })),
    ...[{ network: network().id }, { network: 'eip155:5042' }],
    ...paid
      .slice(0, 3)
      .flatMap(({ key, transaction }) => [
        { payer: key.payer },
        { reference: key.nonce },
        { reference: transaction },
      ]),
  ]
  const pages = lists.flatMap((query) => [
    { ...query, limit: 50 },
    { ...query, limit: 2, cursor: paid[1]?.id },
  ])
  const transfers = paid.map(({ key, transaction }, index) => ({
    from: key.payer,
    to: network().payTo,
    txHash: transaction,
    logIndex: index,
    block,
    value: 5_000n,
    nonce: key.nonce,
  }))
  const inputOf = (id: number) => ({ payment_id: id })
  return {
    found: await Promise.all(paid.map(({ key }) => findPayment({ ctx, input: key }))),
    begun: await Promise.all(paid.map(({ key }) => mayBePaid({ ctx, input: { key } }))),
    answers: await Promise.all(paid.map(({ id }) => loadAnswer({ ctx, paymentId: id }))),
    lists: await Promise.all(pages.map((input) => listPayments({ ctx, input: input as never }))),
    details: await Promise.all(paid.map(({ id }) => getPayment({ ctx, input: { paymentId: id } }))),
    previews: await Promise.all(
      paid.map(({ id }) => lookUpPayment.preview({ ctx: ctx as never, input: inputOf(id) })),
    ),
    owners: await Promise.all(
      paid.map(({ chainTxId = 0 }) =>
        findOwners({ ctx, input: { id: chainTxId, chainId: 8453, kind: 'settle', idemKey: 'settle:x' } }),
      ),
    ),
    searches: await Promise.all(
      paid
        .flatMap(({ id, key, transaction }) => [String(id), key.nonce, transaction, key.payer])
        .flatMap((text) =>
          databaseSearches({ ctx: { ...ctx, operationNames: {} }, read: readOperatorId(text) }).map(
            ({ look }) => look(),
          ),
        ),
    ),
    returns: await Promise.all(
      paid.map(({ key }) =>
        refusePaid(ctx.db, network(), {
          sender: key.payer,
          amountAtomic: 5_000n,
          authorization: hexToBytes(key.nonce as `0x${string}`),
        } as never),
      ),
    ),
    unmatched: await withinBooks((tx) => readUnmatched({ sql: tx, at, direction: 'revenue', limit: 20 })),
    sums: await withinBooks((tx) => readSums(tx, at)),
    inBooks: await withinBooks((tx) =>
      findInBooks({ sql: tx, input: { ...at, fromBlock: 0, noticedWithinMs: 600_000 } }),
    ),
    inJournal: await findInJournal({ sql, input: { treasury: env.treasury, stuckAfterMs: 600_000 } }),
    unexplained: [
      await withoutWhollySettled(sql, network(), transfers as never),
      await withoutSettled(
        sql,
        network(),
        transfers as never,
        (transfer) => (transfer as never as OldPayment['key']).nonce as never,
      ),
    ],
    unrecorded: await replayPayments({ ctx, input: { network: network() } }).then(({ unknown }) => unknown),
    figures: await sampleNow(),
  }
}

async function sampleNow() {
  const { sql } = ctx
  await sql`delete from figure_sample`
  await sql`
    insert into figure_sample (slot, network, bounties, transactions, gas, payments_until)
    select service_now() - interval '1 hour', id, '{}', 0, '{}', 0 from unnest(${['eip155:8453', 'eip155:5042']}::text[]) as id`
  await sampleFigures({ ctx })
  return sql`
    select network, payments, payments_atomic, payments_until from figure_sample where payments is not null order by 1`
}

const archiveAll = async (atOnce: number) => {
  for (let more = true; more; ) ({ more } = await archivePayments({ ctx, input: { atOnce } }))
}

const story = fc.record({
  history: fc.constantFrom<History>(...histories, 'settled', 'settled', 'settledElsewhere'),
  days: fc.constantFrom(100, 100, 92, 89),
  isInBooks: fc.boolean(),
  sameWallet: fc.boolean(),
})

sampled(
  'every reader says the same of $count random histories of payments before and after all that can move has moved',
  { few: 12, many: 150 },
  (numRuns) =>
    fc.assert(
      fc
        .asyncProperty(
          fc.array(story, { minLength: 1, maxLength: 8 }),
          fc.constantFrom(1, 3, 500),
          async (stories, atOnce) => {
            const wallet = bytesToHex(randomBytes(20))
            const terms = {
              asset: network().usdc.address.toLowerCase(),
              payTo: network().payTo.toLowerCase(),
            }
            const paid: OldPayment[] = []
            for (const [index, { history, days, isInBooks, sameWallet }] of stories.entries()) {
              const changes =
                sameWallet && history !== 'contractPayerOpen' ? { ...terms, payer: wallet } : terms
              paid.push(await insertOldPayment(database, { history, days, changes }))
              if (isInBooks) await insertInflow(paid.at(-1)!, index)
            }
            // It settles what the books show to be paid.
            await replayPayments({ ctx, input: { network: network() } })
            const before = await readAll(paid)
            await archiveAll(atOnce)
            const moved = await ctx.sql<{ id: string }[]>`select id from archived_payment order by id`
            const firstYoung = stories.findIndex(({ days }) => days < 91)
            const old = firstYoung < 0 ? paid : paid.slice(0, firstYoung)
            expect(moved.map(({ id }) => Number(id))).toEqual(
              old.filter(({ history }) => isMovable(history)).map(({ id }) => id),
            )
            expect(await readAll(paid)).toEqual(before)
          },
        )
        .afterEach(reset),
      { numRuns },
    ),
)
