// @module-tag thorough
import { hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listCopies } from '#lib/adapters/db/copies'
import { metrics } from '#lib/adapters/metrics/registry'
import { runShards } from '#lib/cli/shards-run'
import { cellToGeohash, geohashToCell } from '#lib/domain/geo/geohash'
import { parseSpatialQuery, type SpatialQuery } from '#lib/schemas/spatial-query'
import { restoreCapture } from '#lib/services/captures/restore-capture'
import { withdrawCapture } from '#lib/services/captures/withdraw-capture'
import { collectReplicas } from '#lib/services/health/collect-replicas'
import { queryObservations } from '#lib/services/observations/query-observations'
import { anchorTestCaptures } from '#testing/anchored-captures'
import { insideCell } from '#testing/inside-cell'
import { answeredBy, missesFor } from '#testing/replica-reads'
import { type ShardedDatabase, startShardedDatabase } from '#testing/sharded-database'
import { openUnchained, type UnchainedContext } from '#testing/unchained-context'
import { until } from '#testing/until'

const first = geohashToCell('u09tun')!
/** Some cells of each shard. */
const cells = Array.from({ length: 12 }, (_, index) => first + index)
const times = ['2026-06-01T12:00:00Z', '2026-06-01T12:00:01Z', '2026-07-01T12:00:00Z']

let database: ShardedDatabase
/** Reads from the primary alone. */
let direct: UnchainedContext
/** Reads from the shards too. */
let ctx: UnchainedContext
const opened: UnchainedContext[] = []
const open = async (shardUrls: string) => {
  // The limit of the service is a second, which a read on a busy machine may exceed.
  const made = await openUnchained(database.url, { OBSERVATIONS_SHARD_URLS: shardUrls }, 60_000)
  opened.push(made)
  return made
}
const shards = async (...given: string[]) => {
  let said = ''
  const status = await runShards({
    given,
    variables: { DATABASE_URL: database.url, OBSERVATIONS_SHARD_URLS: database.shardUrls.join() },
    print: (text) => {
      said += text
    },
  })
  return { status, said }
}

let trees = 0
const publish = (of: readonly number[], capturedAt = times[0]!) =>
  anchorTestCaptures(direct, { treeId: ++trees, geohashes: of.map(cellToGeohash), capturedAt })
const withdraw = (sha256: string) =>
  direct.db.transaction((tx) => withdrawCapture({ ctx: direct, tx, input: { sha256, reason: 'privacy' } }))
const restore = (sha256: string) =>
  direct.db.transaction((tx) => restoreCapture({ ctx: direct, tx, input: { sha256 } }))

const inputOf = (runs: SpatialQuery['runs'], limit = 1_000): SpatialQuery => {
  const parsed = parseSpatialQuery(
    { aoi: insideCell('u09tun'), from: '2026-01-01', to: '2026-11-20', limit },
    { now: new Date('2026-11-26') },
  )
  return { ...parsed, runs }
}
const all: SpatialQuery['runs'] = [[first, first + cells.length - 1]]
const query = (of: UnchainedContext, limit?: number, runs = all) =>
  queryObservations({ ctx: of, input: inputOf(runs, limit) })
const idsOf = async (of: UnchainedContext) =>
  (await query(of)).observations.map((each) => each.observation_id)
const untilShardsAnswer = async (of: UnchainedContext) => {
  const before = await answeredBy('shards')
  const answer = async () => {
    await query(of, 1)
    return (await answeredBy('shards')) > before
  }
  await until(answer, { what: 'the shards answer' })
}
/** True if the shards do not answer a query, which is right all the same. */
const primaryAnswers = async (of: UnchainedContext) => {
  const before = await answeredBy('shards')
  expect(await query(of)).toEqual(await query(direct))
  return (await answeredBy('shards')) === before
}

beforeAll(async () => {
  database = await startShardedDatabase(2)
  direct = await open('')
  await publish([...cells, ...cells])
  const { status, said } = await shards()
  expect(status).toBe(0)
  expect(said).toContain('shard 2 of 2: has everything\n')
  ctx = await open(database.readerUrls)
})
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()))
  await database?.close()
})

test('each shard has the observations of its cells and no others, and no more than queries read', async () => {
  for (const [index, shard] of database.shards.entries()) {
    const found = await shard<{ cell: number }[]>`select distinct cell from observation order by cell`
    expect(found.map(({ cell }) => cell)).toEqual(cells.filter((cell) => cell % 2 === index))
    const tables = await shard<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname = 'public' order by name`
    expect(tables.map(({ name }) => name)).toEqual(['cell_presence', 'feed_head', 'observation', 'tree'])
  }
})

test('the tables of a shard have the columns of the primary, with their types', async () => {
  const columns = (of: ShardedDatabase['primary']) => of<{ name: string; type: string }[]>`
    select table_name || '.' || column_name as name, data_type as type from information_schema.columns
    where table_name in ('observation', 'cell_presence', 'tree', 'feed_head') order by 1`
  const [ours, theirs] = [await columns(database.primary), await columns(database.shards[0]!)]
  expect(ours).toEqual(expect.arrayContaining([...theirs]))
  const whole = ({ name }: { name: string }) => /^(observation|cell_presence)\./.test(name)
  expect(ours.filter(whole)).toEqual(theirs.filter(whole))
})

describe('shards that have everything', () => {
  test('answer a query together as the primary does, with any limit, and with the rows of both in one order', async () => {
    await publish(cells.slice(3, 9), times[1])
    await publish(cells.slice(0, 5), times[2])
    await database.catchUp()
    await untilShardsAnswer(ctx)
    const [primary, before] = [await answeredBy('primary'), await answeredBy('shards')]
    const answers = []
    for (const limit of [1, 2, 7, 24, 35, 1_000]) answers.push(await query(ctx, limit))
    expect((await answeredBy('shards')) - before).toBe(6)
    expect(await answeredBy('primary')).toBe(primary)
    const expected = []
    for (const limit of [1, 2, 7, 24, 35, 1_000]) expected.push(await query(direct, limit))
    expect(answers).toEqual(expected)
    expect(answers[5]!.observations).toHaveLength(35)
  })

  test('refuse an area with too many cells, also if neither of them has too many', async () => {
    const many = 8_250
    await database.primary`insert into cell_presence select generate_series(1, ${many}::int) on conflict do nothing`
    await publish([first])
    await database.catchUp()
    await untilShardsAnswer(ctx)
    const before = await answeredBy('shards')
    const refused = { code: 'aoi_too_large' }
    await expect(query(ctx, 1, [[1, many]])).rejects.toMatchObject(refused)
    await expect(query(direct, 1, [[1, many]])).rejects.toMatchObject(refused)
    expect(await query(ctx, 1, [[1, 8_192]])).toEqual(await query(direct, 1, [[1, 8_192]]))
    expect((await answeredBy('shards')) - before).toBe(2)
    await database.primary`delete from cell_presence where cell <= ${many}`
    await database.catchUp()
  })
})

describe('an answer most of which is on one shard', () => {
  const limit = 100
  let uneven: string[]
  beforeAll(async () => {
    uneven = await publish(Array(150).fill(cells[1]), '2026-08-01T12:00:00Z')
    await database.catchUp()
    await untilShardsAnswer(ctx)
  })
  afterAll(async () => {
    for (const id of uneven) await withdraw(id)
    await database.catchUp()
  })
  /** Notes each question to a shard; `before` runs before the one of this number. */
  const noteQuestions = (number = 0, before = async () => {}) => {
    const asked: string[] = []
    for (const { name, sql } of listCopies(ctx.sql)) {
      const { unsafe } = sql
      const spy = vi.spyOn(sql, 'unsafe').mockImplementation((...given) => {
        asked.push(name)
        if (asked.length !== number) return unsafe(...given)
        return before().then(() => unsafe(...given)) as never
      })
      onTestFinished(() => spy.mockRestore())
    }
    return asked
  }

  test('comes from a second question to that shard alone, and equals the primary’s', async () => {
    const asked = noteQuestions()
    const before = await answeredBy('shards')
    expect(await query(ctx, limit)).toEqual(await query(direct, limit))
    expect((await answeredBy('shards')) - before).toBe(1)
    expect(asked.toSorted()).toEqual(['shard 1', 'shard 2', 'shard 2'])
  })

  test('of a single cell comes from its shard alone, with one question', async () => {
    const asked = noteQuestions()
    const of: SpatialQuery['runs'] = [[cells[1]!, cells[1]!]]
    expect(await query(ctx, limit, of)).toEqual(await query(direct, limit, of))
    expect(asked).toEqual(['shard 2'])
  })

  test('does not count if something was published or withdrawn between the two questions', async () => {
    const change = async () => {
      await withdraw(uneven.pop()!)
      await database.catchUp()
    }
    const asked = noteQuestions(3, change)
    const [before, behind] = [await answeredBy('shards'), await missesFor('behind')]
    expect(await query(ctx, limit)).toEqual(await query(direct, limit))
    expect(asked).toHaveLength(3)
    expect(await answeredBy('shards')).toBe(before)
    expect((await missesFor('behind')) - behind).toBe(1)
    await untilShardsAnswer(ctx)
  })

  test('comes from the primary if the shard fails at the second question', async () => {
    noteQuestions(3, async () => {
      throw new Error('lost')
    })
    const before = await answeredBy('shards')
    expect(await query(ctx, limit)).toEqual(await query(direct, limit))
    expect(await answeredBy('shards')).toBe(before)
    await untilShardsAnswer(ctx)
  })
})

describe('the primary answers', () => {
  test('while one shard lacks a publication or a withdrawal', async () => {
    const [gone] = (await publish([cells[0]!, cells[1]!])) as [string]
    await database.catchUp()
    await untilShardsAnswer(ctx)
    for (const place of [1, 2]) {
      await database.pause(place)
      const [added] = (await publish([cells[place]!])) as [string]
      if (place === 2) await withdraw(gone)
      expect(await primaryAnswers(ctx)).toBe(true)
      expect(await idsOf(ctx)).toContain(added)
      await database.resume()
      await untilShardsAnswer(ctx)
    }
    expect(await idsOf(ctx)).not.toContain(gone)
  })

  test('if the setting names the shards in another order, or not all of them', async () => {
    for (const wrong of [database.shardUrls.toReversed().join(), database.shardUrls[0]!]) {
      const of = await open(wrong)
      const isAsked = async () => {
        const behind = await missesFor('behind')
        await query(of, 1)
        return (await missesFor('behind')) > behind
      }
      await until(isAsked, { what: 'the shards are asked' })
      expect(await primaryAnswers(of)).toBe(true)
    }
  })

  test('while a shard copies a table, although its version is that of the primary', async () => {
    const [shard] = database.shards as [ShardedDatabase['primary']]
    await untilShardsAnswer(ctx)
    await shard`update pg_subscription_rel set srsubstate = 'd' where srrelid = 'observation'::regclass`
    expect(await primaryAnswers(ctx)).toBe(true)
    await shard`update pg_subscription_rel set srsubstate = 'r'`
    await untilShardsAnswer(ctx)
  })

  test('metrics say that a shard is behind', async () => {
    await database.pause(2)
    await publish([first])
    // The second look says for how long it has received nothing.
    for (const _ of ['first', 'second']) await collectReplicas({ ctx })
    const { values } = await metrics().replicaBehind.get()
    expect(values.find(({ labels }) => labels.replica === 'shard 2')!.value).toBeGreaterThan(0)
    await database.resume()
    await database.catchUp()
  })
})

type Step =
  | { do: 'publish'; cells: number[]; time: number }
  | { do: 'withdraw' | 'restore'; which: number }
  | { do: 'pause'; place: number }
  | { do: 'resume' | 'read' }

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('publish' as const),
    cells: fc.array(fc.nat({ max: cells.length - 1 }), { minLength: 1, maxLength: 4 }),
    time: fc.nat({ max: times.length - 1 }),
  }),
  fc.record({ do: fc.constantFrom('withdraw' as const, 'restore' as const), which: fc.nat() }),
  fc.record({ do: fc.constant('pause' as const), place: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ do: fc.constantFrom('resume' as const, 'read' as const) }),
)

test('with random publications, withdrawals, restorations and pauses, answers equal the primary’s, and reads under way have all of before and nothing withdrawn before', async () => {
  await untilShardsAnswer(ctx)
  const [answered, behind] = [await answeredBy('shards'), await missesFor('behind')]
  const run = async (sequence: readonly Step[]) => {
    const sold = new Set<string>()
    const withdrawn = new Set<string>()
    const pick = (from: ReadonlySet<string>, which: number) => [...from][which % Math.max(1, from.size)]
    const move = async (id: string | undefined, act: (id: string) => Promise<unknown>, from: Set<string>) => {
      if (id === undefined) return
      await act(id)
      from.delete(id)
      const to = from === sold ? withdrawn : sold
      to.add(id)
    }
    const take = async (step: Step): Promise<void> => {
      if (step.do === 'publish') {
        const of = step.cells.map((index) => cells[index]!)
        for (const id of await publish(of, times[step.time])) sold.add(id)
      } else if (step.do === 'withdraw') await move(pick(sold, step.which), withdraw, sold)
      else if (step.do === 'restore') await move(pick(withdrawn, step.which), restore, withdrawn)
      else if (step.do === 'pause') await database.pause(step.place)
      else if (step.do === 'resume') await database.resume()
    }
    /** A read that overlaps a step: what was so before and after it was so throughout. */
    const readDuring = async (during: Promise<void>): Promise<void> => {
      const before = { sold: new Set(sold), withdrawn: new Set(withdrawn) }
      const shown = await idsOf(ctx)
      await during
      for (const id of before.sold.intersection(sold)) expect(shown).toContain(id)
      for (const id of before.withdrawn.intersection(withdrawn)) expect(shown).not.toContain(id)
    }
    for (const step of sequence) {
      const during = take(step)
      await Promise.all([during, readDuring(during), readDuring(during)])
      for (const limit of [3, 1_000]) expect(await query(ctx, limit)).toEqual(await query(direct, limit))
    }
    await database.resume()
    await untilShardsAnswer(ctx)
    expect(await query(ctx)).toEqual(await query(direct))
  }
  await fc.assert(fc.asyncProperty(fc.array(steps, { maxLength: 10 }), run), {
    numRuns: 8,
    endOnFailure: true,
  })
  expect(await answeredBy('shards')).toBeGreaterThan(answered)
  expect(await missesFor('behind')).toBeGreaterThanOrEqual(behind)
})

test('shards that are removed are made again from nothing', async () => {
  expect(await shards('remove')).toEqual({
    status: 0,
    said: 'shard 1 of 2: removed\nshard 2 of 2: removed\n',
  })
  expect(await database.primary`select from pg_replication_slots`).toHaveLength(0)
  expect(await primaryAnswers(ctx)).toBe(true)
  await publish([first])
  expect(await shards()).toMatchObject({ status: 0 })
  await untilShardsAnswer(ctx)
  expect(await query(ctx)).toEqual(await query(direct))
})

// The last ones: the shards do not follow any more.
test('a shard that has missed a change receives nothing more and is not used', async () => {
  await untilShardsAnswer(ctx)
  const [id] = (await publish([first])) as [string]
  await database.catchUp()
  await database.pause(1)
  await withdraw(id)
  // As on a server that was promoted without the last changes: the shard skips what it did not receive.
  const [shard] = database.shards as [ShardedDatabase['primary']]
  const [{ position }] = await database.primary<[{ position: string }]>`
    select pg_replication_slot_advance(slot_name, pg_current_wal_lsn()), pg_current_wal_lsn()::text as position
    from pg_replication_slots where slot_name like 'cairn_shard_1_of_2_%'`
  await shard`
    select pg_replication_origin_advance('pg_' || oid, ${position}::pg_lsn) from pg_subscription where subname = 'cairn_shard_1_of_2'`
  await database.resume()
  await publish([cells[1]!])
  const isRefused = async () =>
    (
      await shard<{ count: string }[]>`select apply_error_count as count from pg_stat_subscription_stats`
    ).some(({ count }) => Number(count) > 0)
  await until(isRefused, { what: 'the shard refuses the change' })
  expect(await shard`select from observation where sha256 = ${hexToBytes(id)}`).toHaveLength(1)
  expect(await primaryAnswers(ctx)).toBe(true)
  expect(await idsOf(ctx)).not.toContain(id)
})

test('the shards are gone, and removed: queries go on, and the primary stores nothing for them', async () => {
  await database.stopShards()
  expect(await primaryAnswers(ctx)).toBe(true)
  const { status, said } = await shards('remove')
  expect(status).toBe(1)
  expect(said).toMatch(
    /^shard 1 of 2: removed from the primary only: .+\nshard 2 of 2: removed from the primary only: .+\n$/,
  )
  expect(await database.primary`select from pg_replication_slots`).toHaveLength(0)
  expect(await database.primary`select from pg_publication`).toHaveLength(0)
  expect(await primaryAnswers(ctx)).toBe(true)
  await publish([first])
  expect(await primaryAnswers(ctx)).toBe(true)
})
