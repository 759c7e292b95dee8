import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptionOf, writeEvent } from '#lib/enterprise/write-event'
import { type GroundTruth, groundTruthSchema, parseStreamArea } from '#lib/schemas/enterprise'
import { readFeed, readHead } from '#lib/services/feed/read-feed'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { publishTestFilms, type TestFilm } from '#testing/published-films'
import { openUnchained, type UnchainedContext } from '#testing/unchained-context'

let database: TestDatabase
let ctx: UnchainedContext
let lastTree = 0

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await openUnchained(database.url)
})

afterAll(async () => {
  await ctx.close()
  await database.close()
})

const area = parseStreamArea({
  geometry: 'POLYGON((2.29 48.857, 2.294 48.857, 2.294 48.859, 2.29 48.859, 2.29 48.857))',
})
const wallets = ['a', 'b', 'c', 'd'].map((digit) => `0x${digit.repeat(40)}`)
const film = (contributor: number, payer: number, given: Partial<TestFilm> = {}): TestFilm => ({
  contributor: wallets[contributor]!,
  payer: wallets[payer]!,
  origin: 'credentials',
  capturedAt: new Date().toISOString(),
  ...given,
})
const publish = (...films: TestFilm[]) => publishTestFilms(ctx, { treeId: ++lastTree, films })
/** The events of everything that was published after a position, as they are encoded now. */
const eventsAfter = async (after: number): Promise<string[]> => {
  const items = await readFeed({ sql: ctx.sql, input: { after, limit: 100, runs: area.runs } })
  const subscription = subscriptionOf(ctx.env, 'Maps', area)
  return items.map((item) =>
    Buffer.from(writeEvent(ctx.env, subscription, { ...item, written: new Map() })).toString(),
  )
}
const answersOf = (events: readonly string[]) =>
  events.map((event): GroundTruth => groundTruthSchema.parse(JSON.parse(event.split('\ndata: ')[1]!)))

test('the event of a film has its node at the time of publication, and is the same when a later film has connected it', async () => {
  const start = await readHead(ctx.sql)
  const live: string[] = []
  for (const one of [film(0, 1), film(2, 3), film(2, 1), film(3, 3)]) {
    const head = await readHead(ctx.sql)
    await publish(one)
    live.push(...(await eventsAfter(head)))
  }
  expect(await eventsAfter(start)).toEqual(live)
  const [first, second, link, later] = answersOf(live).map(({ data_points }) => data_points[0]!.node_id)
  expect(second).not.toBe(first)
  expect([link, later]).toEqual([first, first])
})

test('an event has the confidence of its film, and only a trusted one is a source', async () => {
  const head = await readHead(ctx.sql)
  for (const origin of ['declared', 'file', 'credentials'] as const) await publish(film(0, 1, { origin }))
  await publish(film(0, 1, { isChecked: false }))
  const answers = answersOf(await eventsAfter(head))
  expect(answers.map(({ data_points }) => data_points[0]!.confidence)).toEqual([0.2, 0.2, 1, 0.5])
  expect(answers.map(({ score_parts }) => score_parts.independence)).toEqual([0, 0, 0.5, 0])
  const sums = answers.map(({ score_parts: { coverage, freshness, independence, quality } }) =>
    Number((coverage * (0.4 * freshness + 0.3 * independence + 0.3 * quality)).toFixed(5)),
  )
  expect(sums).toEqual(answers.map(({ ground_truth_score }) => Number(ground_truth_score.toFixed(5))))
  expect(answers.every(({ node_count }) => node_count === 1)).toBe(true)
})
