import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Jobs, openJobs, queueJob } from '#lib/adapters/jobs'
import { type TakenJob, takeJob } from '#lib/adapters/take-job'
import type { JobName } from '#lib/domain/film/job-names'
import { chargeCpu } from '#lib/services/media/charge-cpu'
import { type HandedIn, type MediaFixture, openMediaFixture } from '#testing/media-fixture'

let fixture: MediaFixture
let jobs: Jobs
beforeAll(async () => {
  fixture = await openMediaFixture({ WALLET_FILMS_PER_BOUNTY: '0', WALLET_CPU_SECONDS_PER_DAY: '100' })
  jobs = await openJobs(fixture.ctx)
})
afterAll(async () => {
  await jobs?.stop()
  await fixture?.close()
})
beforeEach(async () => {
  await fixture.ctx.sql`delete from pgboss.job`
})

const small: JobName[] = ['inspect', 'preview']
const take = async (except: string[] = []): Promise<TakenJob | undefined> => {
  const next = await takeJob({ jobs, db: fixture.ctx.db, names: small, except })
  return 'dueInMs' in next ? undefined : next
}
const newWallet = () => `0x${randomBytes(20).toString('hex')}`
const handIn = (contributor: string, bountyId: string) =>
  fixture.handIn(randomBytes(100), { contributor, bountyId })
/** Submits films of one wallet, one after the other. */
const handInMany = async (contributor: string, bountyId: string, count: number) => {
  const films: HandedIn[] = []
  for (let index = 0; index < count; index++) films.push(await handIn(contributor, bountyId))
  return films
}
/** Takes all due jobs, and completes each before it takes the next. */
const takeAll = async (): Promise<string[]> => {
  const taken: string[] = []
  for (let job = await take(); job; job = await take()) {
    taken.push(job.submissionId)
    await job.done()
  }
  return taken
}

test('the first film of another wallet is checked before thirty films of one wallet, and then the wallets alternate', {
  tags: 'thorough',
}, async () => {
  const bountyId = await fixture.openBounty()
  const startedAt = performance.now()
  const many = await handInMany(newWallet(), bountyId, 30)
  // Lowers the priorities by the seconds that the submissions took, as if all of them had been submitted just now.
  const passedSeconds = Math.ceil((performance.now() - startedAt) / 1_000)
  await fixture.ctx.sql`update pgboss.job set priority = priority - ${passedSeconds}::int`
  const first = await take()
  expect(first?.submissionId).toBe(many[0]!.submissionId)
  await first!.done()
  const other = newWallet()
  const [one, two] = await handInMany(other, bountyId, 2)
  const order = await takeAll()
  expect(order[0]).toBe(one!.submissionId)
  // The two wallets alternate.
  expect(order.indexOf(two!.submissionId)).toBeLessThanOrEqual(3)
  const rest = many.slice(1).map(({ submissionId }) => submissionId)
  expect(order.filter((id) => rest.includes(id))).toEqual(rest)
})

test('the preview of a checked film comes before films that were submitted after it', async () => {
  const bountyId = await fixture.openBounty()
  await handInMany(newWallet(), bountyId, 5)
  const mine = await handIn(newWallet(), bountyId)
  // Reading the films used processor time of both wallets, so either may come first.
  let check = await take()
  if (check!.submissionId !== mine.submissionId) {
    await check!.done()
    check = await take()
  }
  expect(check).toMatchObject({ name: 'inspect', submissionId: mine.submissionId })
  await check!.done()
  await fixture.ctx.db.transaction((tx) => queueJob({ tx, name: 'preview', submissionId: mine.submissionId }))
  const next = await take()
  expect(next).toMatchObject({ name: 'preview', submissionId: mine.submissionId })
  await next!.done()
})

test('a job that is given back has the same place in the queue and the same owner', async () => {
  const bountyId = await fixture.openBounty()
  const wallet = newWallet()
  const [first] = await handInMany(wallet, bountyId, 3)
  const taken = (await take()) as TakenJob
  await taken.giveBack()
  const again = await take()
  expect(again).toMatchObject({ submissionId: first!.submissionId, wallet, attempt: 1 })
  await again!.done()
})

test('a wallet that uses its share of the slots is skipped while others wait', async () => {
  const bountyId = await fixture.openBounty()
  const [busy, other] = [newWallet(), newWallet()]
  await handInMany(busy, bountyId, 2)
  const theirs = await handIn(other, bountyId)
  expect((await take([busy]))?.submissionId).toBe(theirs.submissionId)
  expect(await take([busy, other])).toBeUndefined()
})

test('a wallet without CPU budget waits for it, and other wallets do not', async () => {
  const bountyId = await fixture.openBounty()
  const [spender, other] = [newWallet(), newWallet()]
  const films = await handInMany(spender, bountyId, 2)
  const { ctx } = fixture
  await chargeCpu({ ctx, input: { wallet: spender, seconds: 60 } })
  expect((await take())?.submissionId).toBe(films[0]!.submissionId)
  await chargeCpu({ ctx, input: { wallet: spender, seconds: 60 } })
  const theirs = await handIn(other, bountyId)
  expect(await takeAll()).toEqual([theirs.submissionId])
  // Twenty seconds are owed and one must be there: a fifth of a day.
  const [waiting] = await ctx.sql<{ seconds: number }[]>`
    select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
    where singleton_key = ${films[1]!.submissionId}`
  expect(waiting!.seconds).toBeGreaterThan((86_400 * 21) / 100 - 120)
  // Reading what its films say of themselves took some of it, too.
  expect(waiting!.seconds).toBeLessThanOrEqual((86_400 * 31) / 100)
  // Simulates an operator's request to run the job now.
  await ctx.sql`update pgboss.job set start_after = now() where singleton_key = ${films[1]!.submissionId}`
  expect(await takeAll()).toEqual([films[1]!.submissionId])
})

test('a wallet that recently used much CPU time comes after one that did not', async () => {
  const bountyId = await fixture.openBounty()
  const [heavy, light] = [newWallet(), newWallet()]
  await chargeCpu({ ctx: fixture.ctx, input: { wallet: heavy, seconds: 90 } })
  const late = await handIn(heavy, bountyId)
  const early = await handIn(light, bountyId)
  expect(await takeAll()).toEqual([early.submissionId, late.submissionId])
})
