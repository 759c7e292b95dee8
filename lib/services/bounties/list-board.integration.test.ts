import { randomBytes } from 'node:crypto'
import { drizzle } from 'drizzle-orm/postgres-js'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { realClock } from '#lib/adapters/clock'
import { type BountyState, bountyStates } from '#lib/domain/bounty/bounty'
import { type BoardCursor, boardQuery } from '#lib/schemas/board'
import { type ListBoardInput, listBoard } from '#lib/services/bounties/list-board'
import { insertBounty } from '#testing/bounty-rows'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { sampled } from '#testing/sampled'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
afterEach(() => database.sql`update bounty set state = 'cancelling' where state = 'open'`)

const list = (changes: Partial<ListBoardInput> = {}) =>
  listBoard({
    ctx: { db: database.db, clock: realClock },
    input: { sort: 'newest', limit: 100, ...changes },
  })
const idsOf = async (changes?: Partial<ListBoardInput>) =>
  (await list(changes)).entries.map(({ bountyId }) => bountyId)
const inSeconds = (seconds: number) => new Date((Math.floor(Date.now() / 1_000) + seconds) * 1_000)
const insert = async (changes: Parameters<typeof insertBounty>[2] = {}, state: BountyState = 'open') =>
  (await insertBounty(database.db, state, { deadline: inSeconds(86_400), ...changes })).bountyId
const close = (bountyId: string) =>
  database.sql`update bounty set state = 'cancelling' where bounty_id = ${bountyId}`
/** The square of a town, as the place of a request. */
const orders = [
  { sort: 'newest' },
  { sort: 'ending_soonest' },
  { sort: 'nearest', near: 'u33db' },
] as const satisfies Partial<ListBoardInput>[]
/**
 * Cells as seen from there: itself, two at the same distance, a large one, and one on the other side of the
 * earth.
 */
const places = ['u33db', 'u33d8', 'u33dc', 'u3', '2e0'] as const
const briefAt = (place: string) => `A slow walk around it.\n\nPlace: geohash ${place}`
/** The cursor after a round trip through a request. */
const reread = (cursor: string): BoardCursor => boardQuery.parse({ cursor }).cursor!

describe('what is listed', () => {
  test('open bounties before their deadline, and no others', async () => {
    for (const state of bountyStates) if (state !== 'open') await insert({}, state)
    await insert({ deadline: inSeconds(-1) })
    const open = await insert({ deadline: inSeconds(60) })
    expect(await idsOf()).toEqual([open])
  })

  test('a deadline is compared with the service’s clock', async () => {
    const open = await insert({ deadline: inSeconds(3_600) })
    expect(await idsOf()).toEqual([open])
    await database.sql`update service_clock set offset_seconds = 3601`
    expect(await idsOf()).toEqual([])
    await database.sql`update service_clock set offset_seconds = 0`
  })

  test('newest first, or the nearest deadline first; ties by id', async () => {
    const at = (paid: number, ends: number, bountyId: string) =>
      insert({ bountyId, paidAt: inSeconds(-paid), deadline: inSeconds(ends) })
    await at(30, 500, 'c')
    await at(20, 900, 'a')
    await at(20, 700, 'b')
    await at(10, 500, 'd')
    expect(await idsOf()).toEqual(['d', 'b', 'a', 'c'])
    expect(await idsOf({ sort: 'ending_soonest' })).toEqual(['c', 'd', 'b', 'a'])
  })

  test('a network and an amount filter the list', async () => {
    const base = await insert({ amountUsdc: 50 })
    const arc = await insert({ amountUsdc: 80, chainId: 5042 })
    expect(await idsOf({ network: 'eip155:5042' })).toEqual([arc])
    expect(await idsOf({ network: 'eip155:1' })).toEqual([])
    expect(await idsOf({ minAmountUsdc: 51 })).toEqual([arc])
    expect((await idsOf({ minAmountUsdc: 50 })).sort()).toEqual([arc, base].sort())
  })

  test('the nearest first, by the centres of the cells; a bounty that has no place is left out', async () => {
    const at = (place: string, bountyId: string) => insert({ bountyId, brief: briefAt(place) })
    await insert({ bountyId: 'nowhere' })
    await at('9q8y', 'california')
    await at('u33', 'around')
    await at('u281', 'munich')
    await at('u33db2', 'here')
    const near = (geohash: string) => idsOf({ sort: 'nearest', near: geohash })
    expect(await near('u33db')).toEqual(['here', 'around', 'munich', 'california'])
    expect(await near('9')).toEqual(['california', 'around', 'here', 'munich'])
    // Over the date line it is no farther than it is.
    await at('z92v', 'kamchatka')
    expect((await near('b0'))[0]).toBe('kamchatka')
    expect(await idsOf({ hasPlace: false })).toEqual(['nowhere'])
    expect(await idsOf({ hasPlace: true })).toHaveLength(5)
  })

  test('a filter by days until the deadline', async () => {
    const soon = await insert({ deadline: inSeconds(86_000) })
    await insert({ deadline: inSeconds(90_000) })
    expect(await idsOf({ endsWithinDays: 1 })).toEqual([soon])
    expect(await idsOf({ endsWithinDays: 2 })).toHaveLength(2)
  })

  test('a cursor of the other order, or of another place, is refused', async () => {
    await insert()
    await insert()
    const { nextCursor } = await list({ limit: 1 })
    await expect(list({ sort: 'ending_soonest', cursor: reread(nextCursor!) })).rejects.toMatchObject({
      code: 'invalid_request',
      field: 'cursor',
    })
    for (let count = 0; count < 2; count++) await insert({ brief: briefAt('u33') })
    const placed = await list({ sort: 'nearest', near: 'u33', limit: 1 })
    const cursor = reread(placed.nextCursor!)
    await expect(list({ sort: 'nearest', near: 'u34', cursor })).rejects.toMatchObject({ field: 'cursor' })
    await expect(list({ sort: 'nearest' })).rejects.toMatchObject({ field: 'near' })
  })
})

const pagesTitle =
  'pages never skip or repeat a bounty while others are added and removed between them ($count times)'
sampled(pagesTitle, { few: 15, many: 60 }, async (count) => {
  const second = fc.integer({ min: 0, max: 4 })
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('page' as const), limit: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const), paid: second, ends: second }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), which: fc.nat() }) },
  )
  const rows = fc.array(fc.record({ paid: second, ends: second }), { maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...orders),
      rows,
      fc.array(step, { maxLength: 12 }),
      async (order, first, steps) => {
        await database.sql`update bounty set state = 'cancelling' where state = 'open'`
        const add = ({ paid, ends }: { paid: number; ends: number }) =>
          insert({
            paidAt: inSeconds(-paid),
            deadline: inSeconds(3_600 + ends),
            brief: briefAt(places[paid]!),
          })
        const staying = new Set<string>()
        for (const row of first) staying.add(await add(row))
        const added: string[] = []
        const seen: string[] = []
        let cursor: BoardCursor | undefined
        let isLast = false
        const page = async (limit: number) => {
          if (isLast) return
          const { entries, nextCursor } = await list({ ...order, limit, cursor })
          expect(entries.length).toBeLessThanOrEqual(limit)
          seen.push(...entries.map(({ bountyId }) => bountyId))
          isLast = nextCursor === null
          cursor = nextCursor === null ? undefined : reread(nextCursor)
        }
        for (const each of steps) {
          if (each.do === 'page') await page(each.limit)
          else if (each.do === 'add') added.push(await add(each))
          else {
            const all = [...staying, ...added]
            const gone = all[each.which % Math.max(1, all.length)]
            if (gone === undefined) continue
            await close(gone)
            staying.delete(gone)
          }
        }
        while (!isLast) await page(2)
        expect(new Set(seen).size).toBe(seen.length)
        expect([...staying].filter((id) => !seen.includes(id))).toEqual([])
      },
    ),
    { numRuns: count },
  )
})

describe('the poster’s record', () => {
  const payer = `0x${'ab'.repeat(20)}`
  const recordOf = async (bountyId: string) =>
    (await list()).entries.find((entry) => entry.bountyId === bountyId)!.poster
  const handIn = (bountyId: string) => database.sql`
    insert into submission (submission_id, bounty_id, contributor)
    values (${randomBytes(8).toString('hex')}, ${bountyId}, ${`0x${'cd'.repeat(20)}`})`

  test('counts every end of the same wallet’s bounties, on any network, and of no other wallet', async () => {
    const open = await insert({ payer })
    expect(await recordOf(open)).toEqual({ accepted: 0, cancelled: 0, expired_with_submissions: 0 })
    for (const state of bountyStates) {
      const bountyId = await insert({ payer, chainId: state === 'accepted' ? 5042 : 8453 }, state)
      if (state !== 'paid' && state !== 'creating' && state !== 'failed') {
        await handIn(bountyId)
        await handIn(bountyId)
      }
      await handIn(await insert({}, state === 'open' ? 'expired' : state))
    }
    await insert({ payer }, 'expired_refunded')
    // Accepting and accepted; cancelling and cancelled; expired and refunded, of which one had no submission.
    expect(await recordOf(open)).toEqual({ accepted: 2, cancelled: 2, expired_with_submissions: 2 })
  })

  test('does not count a late release against a poster who accepted in time', async () => {
    const late = await insert({ payer: `0x${'ef'.repeat(20)}` }, 'accepting')
    await handIn(late)
    const tx = randomBytes(32)
    await database.sql`
      update bounty set state = 'expired_refunded', refund_tx = ${tx}, payout_tx = ${tx} where bounty_id = ${late}`
    const open = await insert({ payer: `0x${'ef'.repeat(20)}` })
    expect(await recordOf(open)).toEqual({ accepted: 0, cancelled: 0, expired_with_submissions: 0 })
  })
})

test('of ten thousand open bounties every page is shown, and an index gives those ordered by time', {
  tags: 'thorough',
}, async () => {
  await database.sql`
    insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation, request_hash,
      payload_hash, state, claimed_until)
    select 'eip155:8453', '0xaa', '0x' || lpad(to_hex(n % 500), 40, '0'), n::text, '0xbb', 50000000, 4000000000, 'x', '', '',
      'void', now() from generate_series(1, 15000) n`
  await database.sql`
    insert into bounty (bounty_id, payment_id, state, title, brief, amount_usdc, deadline, chain_id, escrow, payer, ref, payment_tx, paid_at,
      place_geohash, place_latitude, place_longitude)
    select 'many' || nonce, id, 'paid', 'Film the square', 'A slow walk around the square, by day.', 50,
      now() + interval '1 day' + nonce::int * interval '1 second', 8453, '0x' || repeat('44', 20), payer, sha256(nonce::bytea), '',
      now() - nonce::int * interval '1 second', 'u33', nonce::int % 89, nonce::int % 179
      from payment where operation = 'x'`
  await database.sql`update bounty set state = 'creating' where bounty_id like 'many%'`
  await database.sql`
    update bounty set state = 'open', onchain_id = payment_id, create_tx = '' where bounty_id like 'many%'`
  await database.sql`
    update bounty set state = 'cancelling' where bounty_id like 'many%' and substr(bounty_id, 5)::int > 10000`
  await database.sql`
    insert into submission (submission_id, bounty_id, contributor)
      select 'film' || n || bounty_id, bounty_id, '0x' || repeat('ab', 20)
      from bounty, generate_series(1, 3) n where bounty_id like 'many%'`
  await database.sql`analyze`
  const queries: [text: string, params: unknown[]][] = []
  const db = drizzle(database.sql, {
    casing: 'snake_case',
    logger: { logQuery: (text, params) => void queries.push([text, params]) },
  })
  const page = (input: Partial<ListBoardInput>) =>
    listBoard({ ctx: { db, clock: realClock }, input: { sort: 'newest', limit: 100, ...input } })
  for (const order of orders) {
    queries.length = 0
    let cursor: BoardCursor | undefined
    let pages = 0
    do {
      const { entries, nextCursor } = await page({ ...order, cursor })
      expect(entries).toHaveLength(100)
      expect(entries[0]!.poster.cancelled).toBe(10)
      expect(entries[0]!.filmCount).toBe(3)
      cursor = nextCursor === null ? undefined : reread(nextCursor)
      pages += 1
    } while (cursor)
    expect(pages).toBe(100)
    expect(queries).toHaveLength(300)
    // The distance has to be computed for all of them.
    if (order.sort === 'nearest') continue
    for (const [text, params] of [...queries.slice(0, 3), ...queries.slice(-3)]) {
      const plan = await database.sql.unsafe<{ 'QUERY PLAN': string }[]>(
        `explain (analyze, buffers) ${text}`,
        params as never[],
      )
      const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
      expect(lines).not.toMatch(/Seq Scan on (bounty|submission)\b(?!.*never executed)/)
      expect(lines).toMatch(
        /using bounty_(open_by_(payment|deadline)|newest_in_state)|bounty_of_payer|submission_of_bounty/,
      )
    }
  }
})
