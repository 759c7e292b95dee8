import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect } from 'vitest'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { CairnError } from '#lib/domain/errors'
import { acceptSubmission } from '#lib/services/bounties/accept-submission'
import { cancelBounty } from '#lib/services/bounties/cancel-bounty'
import { expireBounties } from '#lib/services/bounties/expire-bounties'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { sampled } from '#testing/sampled'
import { unchainedSettings } from '#testing/unchained-settings'

const batch = 50

let database: TestDatabase
let web: OpenContext
let cron: OpenContext

beforeAll(async () => {
  database = await createTestDatabase()
  const env = parseEnv(unchainedSettings(database.url))
  web = await openContext(env, { service: 'web', maxConnections: 12 })
  cron = await openContext(env, { service: 'cron', maxConnections: 2 })
})
afterAll(async () => {
  await Promise.all([web.close(), cron.close()])
  await database.close()
})

type Race = { bountyId: string; submissionIds: [string, string] }
type Call = 'accept the first' | 'accept the second' | 'cancel'
type Outcome = { call: Call; answer: string }
type End = {
  state: string
  accepted: string | null
  /** The logged events after it was open, with their time in seconds from the deadline. */
  events: { name: string; afterDeadline: number }[]
  jobs: number
}

/** Opens bounties with two submissions each. Their deadlines are within two seconds of the time that is `aheadSeconds` from now. */
async function openSome(first: number, aheadSeconds: number): Promise<Race[]> {
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`
      with paid as (
        insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation, request_hash,
                             payload_hash, state, claimed_until, settle_tx)
        select 'eip155:8453', 'asset', '0x' || repeat('11', 20), 'nonce ' || n, 'till', 50000000, 4000000000, 'createBounty',
               sha256('a'), sha256('b'), 'settled', now(), sha256('c')
        from generate_series(${first}::int, ${first + batch - 1}::int) n
        returning id, substr(nonce, 7)::int as n
      )
      insert into bounty (bounty_id, payment_id, state, title, brief, amount_usdc, deadline, chain_id, escrow, payer, ref, payment_tx,
                          paid_at)
      select 'race ' || n, id, 'paid', 'A race', 'To the deadline', 50, service_now() + make_interval(secs => n % 5 - 2 + ${aheadSeconds}::int), 8453,
             '0x' || repeat('44', 20),
             '0x' || repeat('11', 20), sha256(('ref ' || n)::bytea), sha256('c'), service_now()
      from paid`)
    for (const [state, columns] of [
      ['creating', sql``],
      ['open', sql`, onchain_id = substr(bounty_id, 6)::int, post_is_final = true, create_tx = sha256('d')`],
    ] as const)
      await tx.execute(sql`
        update bounty set state = ${state}${columns}
        where substr(bounty_id, 6)::int between ${first} and ${first + batch - 1}`)
    await tx.execute(sql`
      insert into submission (submission_id, bounty_id, contributor)
      select 'submission ' || n || ' ' || which, 'race ' || n, '0x' || repeat('22', 20)
      from generate_series(${first}::int, ${first + batch - 1}::int) n, generate_series(1, 2) which`)
  })
  return Array.from({ length: batch }, (_, index) => ({
    bountyId: `race ${first + index}`,
    submissionIds: [`submission ${first + index} 1`, `submission ${first + index} 2`],
  }))
}

/** All three calls at once, each on a connection of its own, in an order that differs from race to race. */
async function run({ bountyId, submissionIds }: Race, index: number): Promise<Outcome[]> {
  const accept = (submissionId: string) => acceptSubmission({ ctx: web, input: { bountyId, submissionId } })
  const calls: [Call, () => Promise<{ status: string }>][] = [
    ['accept the first', () => accept(submissionIds[0])],
    ['accept the second', () => accept(submissionIds[1])],
    ['cancel', () => cancelBounty({ ctx: web, input: { bountyId } })],
  ]
  const order = [...calls.slice(index % 3), ...calls.slice(0, index % 3)]
  return Promise.all(
    order.map(async ([call, make]) => {
      try {
        return { call, answer: (await make()).status }
      } catch (error) {
        if (!(error instanceof CairnError)) throw error
        return { call, answer: error.code }
      }
    }),
  )
}

async function endsOf(first: number): Promise<Map<string, End>> {
  const rows = await database.db.execute<{ bounty_id: string } & End>(sql`
    select bounty_id, state, accepted_submission_id as accepted,
           (select coalesce(json_agg(json_build_object('name', name, 'afterDeadline', extract(epoch from at - deadline))), '[]')
            from event where subject = 'bounty' and subject_id = bounty_id) as events,
           (select count(*)::int from pgboss.job where data ->> 'submissionId' like 'submission ' || substr(bounty_id, 6) || ' %')
             as jobs
    from bounty where substr(bounty_id, 6)::int between ${first} and ${first + batch - 1}`)
  return new Map(rows.map((row) => [row.bounty_id, row]))
}

const title =
  '$count races of two accepts, a cancel and the expiry run at the deadline: one wins each, the others are told'
sampled(title, { few: 50, many: 1_000, timeoutMs: 600_000 }, async (races) => {
  const [{ from }] = await database.sql<[{ from: number }]>`select count(*)::int as from from bounty`
  const wins = { accept: 0, cancel: 0, expire: 0 }
  const refusals: Record<string, number> = {}
  const isEachWon = () => Object.values(wins).every((win) => win > races / 50)
  // A slow machine opens the bounties of a batch after their deadlines: the next batch gets later ones.
  let aheadSeconds = 0
  for (let first = from; first < from + races || !isEachWon(); first += batch) {
    const expiredBefore = wins.expire
    const started = await openSome(first, aheadSeconds)
    const expiry = [1, 2, 3].map(() => expireBounties({ ctx: cron, input: { limit: batch } }))
    const outcomes = await Promise.all(started.map(run))
    // Calls that all came after the deadline are refused although no pass of the expiry run has seen it yet: the next one closes it.
    const passes = [
      ...(await Promise.all(expiry)),
      await expireBounties({ ctx: cron, input: { limit: batch } }),
    ]
    const expired = passes.reduce((sum, pass) => sum + pass.expired, 0)
    const ends = await endsOf(first)
    const expiredHere = [...ends.values()].filter(({ state }) => state === 'expired').length
    expect(expired).toBe(expiredHere)
    started.forEach((race, index) => {
      const end = ends.get(race.bountyId)!
      expect(end.events).toHaveLength(1)
      const [{ name, afterDeadline }] = end.events as [End['events'][number]]
      wins[name as keyof typeof wins] += 1
      if (name === 'accept') expect(afterDeadline).toBeLessThan(0)
      if (name === 'expire') expect(afterDeadline).toBeGreaterThanOrEqual(0)
      expect(end.state).toBe({ accept: 'accepting', cancel: 'cancelling', expire: 'expired' }[name])
      expect(end.jobs).toBe(name === 'accept' ? 1 : 0)
      for (const { call, answer } of outcomes[index]!) {
        const won =
          (name === 'cancel' && call === 'cancel') ||
          (name === 'accept' &&
            end.accepted === race.submissionIds[call === 'accept the first' ? 0 : 1] &&
            call !== 'cancel')
        if (won) expect(answer).toBe(end.state)
        else {
          refusals[answer] = (refusals[answer] ?? 0) + 1
          if (call === 'cancel') expect(answer).toBe('not_open')
          // This also holds beside an accept that won: a late accept may read the state before the winner
          // commits.
          else expect(['not_open', 'deadline_passed']).toContain(answer)
        }
      }
    })
    if (wins.expire - expiredBefore === batch) aheadSeconds += 1
  }
  expect(Object.keys(refusals).sort()).toEqual(['deadline_passed', 'not_open'])
})
