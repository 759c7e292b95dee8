import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseReplica } from '#lib/adapters/db/copies'
import { metrics } from '#lib/adapters/metrics/registry'
import { parseSpatialQuery } from '#lib/schemas/spatial-query'
import { restoreCapture } from '#lib/services/captures/restore-capture'
import { withdrawCapture } from '#lib/services/captures/withdraw-capture'
import { collectReplicas } from '#lib/services/health/collect-replicas'
import { getObservation } from '#lib/services/observations/get-observation'
import { queryObservations } from '#lib/services/observations/query-observations'
import { readPublished } from '#lib/services/observations/read-published'
import { anchorTestCaptures } from '#testing/anchored-captures'
import { insideCell } from '#testing/inside-cell'
import {
  answeredBy,
  coverageOf,
  isSold,
  missesFor,
  places,
  query,
  queryWhole,
  readAll,
  untilReplicaAnswers,
  verify,
} from '#testing/replica-reads'
import { type ReplicatedDatabase, startReplicatedDatabase } from '#testing/replicated-database'
import { startTcpProxy } from '#testing/tcp-proxy'
import { openUnchained, type UnchainedContext } from '#testing/unchained-context'
import { until } from '#testing/until'

const capturedAt = '2026-06-01T12:00:00Z'

let database: ReplicatedDatabase
/** Reads from the primary alone. */
let direct: UnchainedContext
/** Reads from the replica too. */
let ctx: UnchainedContext
const opened: UnchainedContext[] = []
// The limit of the service is a second, which a read on a busy machine may exceed.
const open = async (urls: string, copyWithinMs = 60_000) => {
  const made = await openUnchained(database.url, { OBSERVATIONS_REPLICA_URLS: urls }, copyWithinMs)
  opened.push(made)
  return made
}

beforeAll(async () => {
  database = await startReplicatedDatabase()
  direct = await open('')
  ctx = await open(database.replicaUrl)
})
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()))
  await database?.close()
})

let trees = 0
const publish = (geohashes: readonly string[]) =>
  anchorTestCaptures(direct, { treeId: ++trees, geohashes, capturedAt })
const withdraw = (sha256: string) =>
  direct.db.transaction((tx) => withdrawCapture({ ctx: direct, tx, input: { sha256, reason: 'privacy' } }))
const restore = (sha256: string) =>
  direct.db.transaction((tx) => restoreCapture({ ctx: direct, tx, input: { sha256 } }))

/** Changes the leaf of an observation on the primary, without a new version, and answers if a reader sees it. */
async function readsStaleLeaf(of: UnchainedContext, id: string): Promise<boolean> {
  const forged = Buffer.alloc(32, 0xee)
  await database.primary.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update observation set leaf_hash = ${forged} where sha256 = ${hexToBytes(id)}`
  })
  const { anchor } = await getObservation({ ctx: of, id })
  return anchor.leaf_hash !== `0x${forged.toString('hex')}`
}

describe('with a replica that has everything', () => {
  test('look-ups, queries and coverage come from it', async () => {
    const ids = await publish(places)
    await database.catchUp()
    await untilReplicaAnswers(ctx)
    const [replica, primary] = [await answeredBy('1'), await answeredBy('primary')]
    const through = await readAll(ctx, ids)
    expect((await answeredBy('1')) - replica).toBeGreaterThanOrEqual(5)
    expect(await answeredBy('primary')).toBe(primary)
    expect(through.queries[0]).toContain(ids[0])
    expect(through).toEqual(await readAll(direct, ids))
  })

  test('what it shows are its own rows', async () => {
    const [id] = (await publish(['u09tun'])) as [string]
    await database.catchUp()
    await untilReplicaAnswers(ctx)
    await database.pause()
    expect(await readsStaleLeaf(ctx, id)).toBe(true)
    await database.resume()
  })

  test('an area with too many cells is refused once, and the replica stays in use', async () => {
    const input = parseSpatialQuery(
      { aoi: insideCell('u09tun'), from: '2026-01-01', to: '2026-11-20' },
      { now: new Date('2026-11-26') },
    )
    await database.primary`
      insert into cell_presence select generate_series(1, 8200) on conflict do nothing`
    await publish(['u09tun'])
    await database.catchUp()
    await untilReplicaAnswers(ctx)
    const primary = await answeredBy('primary')
    await expect(queryObservations({ ctx, input: { ...input, runs: [[1, 9_000]] } })).rejects.toMatchObject({
      code: 'aoi_too_large',
    })
    expect(await answeredBy('primary')).toBe(primary)
    await untilReplicaAnswers(ctx)
    await database.primary`delete from cell_presence where cell <= 8200`
  })
})

describe('with a replica that is behind', () => {
  test('all published observations are there, and withdrawn ones are hidden', async () => {
    const [gone, stays] = (await publish(['u09tun', 'u09tun'])) as [string, string]
    await database.catchUp()
    await untilReplicaAnswers(ctx)
    const behind = await missesFor('behind')
    await database.pause()
    try {
      const [added] = (await publish(['gcpvj0'])) as [string]
      await withdraw(gone)
      const ids = [gone, stays, added]
      const { sold, queries, provenance } = await readAll(ctx, ids)
      expect(sold).toEqual([false, true, true])
      expect(queries[0]).not.toContain(gone)
      expect(queries[1]).toContain(added)
      expect(provenance[0]).toMatchObject({ verified: true, withdrawn_at: expect.any(String) })
      expect(await readAll(ctx, ids)).toEqual(await readAll(direct, ids))
      expect(await missesFor('behind')).toBeGreaterThan(behind)
    } finally {
      await database.resume()
    }
    await untilReplicaAnswers(ctx)
  })

  test('a tree that has nothing to sell counts as a change: a withdrawn capture is known as attested once it is final', async () => {
    const treeId = ++trees
    const [id] = (await anchorTestCaptures(direct, {
      ...{ treeId, geohashes: ['u09tun'], capturedAt, isFinal: false },
    })) as [string]
    await database.primary`update capture set tree_id = null, leaf_index = null where tree_id = ${treeId}`
    await withdraw(id)
    await database.catchUp()
    await untilReplicaAnswers(ctx)
    await database.pause()
    try {
      await database.primary.begin(async (tx) => {
        await tx`update capture set tree_id = ${treeId}, leaf_index = 0 where sha256 = ${hexToBytes(id)}`
        await tx`
          update tree set state = 'final', attest_uid = ${Buffer.alloc(32, 1)}, attest_tx = ${Buffer.alloc(32, 2)}
          where tree_id = ${treeId}`
      })
      expect(await verify(ctx, id)).toMatchObject({ verified: true, withdrawn_at: expect.any(String) })
    } finally {
      await database.resume()
    }
  })

  test('what an earlier version of the service publishes counts as well: it locks the head and does not know of versions', async () => {
    await database.catchUp()
    await untilReplicaAnswers(ctx)
    const [id] = (await publish(['u09tun'])) as [string]
    await database.catchUp()
    await untilReplicaAnswers(ctx)
    await database.pause()
    try {
      await database.primary.begin(async (tx) => {
        await tx`select position from feed_head for update`
        await tx`delete from observation where sha256 = ${hexToBytes(id)}`
      })
      expect(await query(ctx, 'u09tun')).not.toContain(id)
    } finally {
      await database.resume()
    }
  })

  test('metrics say for how long it has received nothing', async () => {
    const collected = async () => {
      await collectReplicas({ ctx })
      return (await metrics().replicaBehind.get()).values.map(({ value }) => value)
    }
    await database.catchUp()
    expect(await collected()).toEqual([0])
    await database.pause()
    try {
      await publish(['u09tun'])
      const [, second] = [await collected(), await collected()]
      expect(second[0]).toBeGreaterThan(0)
      expect((await metrics().replicaUp.get()).values).toMatchObject([{ value: 1, labels: { replica: '1' } }])
    } finally {
      await database.resume()
    }
  })
})

type Step =
  | { do: 'publish'; place: number; count: number }
  | { do: 'withdraw' | 'restore'; which: number }
  | { do: 'pause' | 'resume' | 'read' }

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('publish' as const),
    place: fc.nat({ max: places.length - 1 }),
    count: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constantFrom('withdraw' as const, 'restore' as const), which: fc.nat() }),
  fc.record({ do: fc.constantFrom('pause' as const, 'resume' as const, 'read' as const) }),
)

test('with random publications, withdrawals, restorations and pauses, answers equal the primary’s, and reads under way have all of before and nothing withdrawn before', async () => {
  await untilReplicaAnswers(ctx)
  const [replica, behind] = [await answeredBy('1'), await missesFor('behind')]
  const run = async (sequence: readonly Step[]) => {
    const sold = new Set<string>()
    const withdrawn = new Set<string>()
    const pick = (from: ReadonlySet<string>, which: number) => [...from][which % Math.max(1, from.size)]
    const take = async (step: Step): Promise<void> => {
      if (step.do === 'publish')
        for (const id of await publish(Array.from({ length: step.count }, () => places[step.place]!)))
          sold.add(id)
      else if (step.do === 'withdraw') {
        const id = pick(sold, step.which)
        if (id === undefined) return
        await withdraw(id)
        sold.delete(id)
        withdrawn.add(id)
      } else if (step.do === 'restore') {
        const id = pick(withdrawn, step.which)
        if (id === undefined) return
        await restore(id)
        withdrawn.delete(id)
        sold.add(id)
      } else if (step.do === 'pause') await database.pause()
      else if (step.do === 'resume') await database.resume()
    }
    /** A read that overlaps a step must agree with what held both before and after the step. */
    const readDuring = async (during: Promise<void>): Promise<void> => {
      const before = { sold: new Set(sold), withdrawn: new Set(withdrawn) }
      const shown = new Set((await Promise.all(places.map((place) => query(ctx, place)))).flat())
      const looked = await Promise.all([...before.withdrawn].map((id) => isSold(ctx, id)))
      await during
      for (const id of before.sold.intersection(sold)) expect(shown).toContain(id)
      for (const id of before.withdrawn.intersection(withdrawn)) expect(shown).not.toContain(id)
      for (const [index, id] of [...before.withdrawn].entries())
        if (withdrawn.has(id)) expect(looked[index]).toBe(false)
    }
    for (const step of sequence) {
      const during = take(step)
      await Promise.all([during, readDuring(during), readDuring(during)])
      const ids = [...sold, ...withdrawn]
      expect(await readAll(ctx, ids)).toEqual(await readAll(direct, ids))
    }
    await database.resume()
    for (const id of sold) await withdraw(id)
  }
  await fc.assert(fc.asyncProperty(fc.array(steps, { maxLength: 12 }), run), {
    numRuns: 12,
    endOnFailure: true,
  })
  expect(await answeredBy('1')).toBeGreaterThan(replica)
  expect(await missesFor('behind')).toBeGreaterThan(behind)
})

describe('with a replica that fails, the primary answers', () => {
  let id: string
  beforeAll(async () => {
    ;[id] = (await publish(['u09tun'])) as [string]
    await database.catchUp()
  })
  const atPort = (port: number) => Object.assign(new URL(database.replicaUrl), { port: String(port) }).href
  const expectAnswers = async (of: UnchainedContext) => {
    expect(await query(of, 'u09tun')).toContain(id)
    expect(await isSold(of, id)).toBe(true)
    expect(await coverageOf(of, 'u09tun')).toBe(true)
  }

  test('if it refuses connections', async () => {
    const of = await open(atPort(9))
    await expectAnswers(of)
    await collectReplicas({ ctx: of })
    expect((await metrics().replicaUp.get()).values).toMatchObject([{ value: 0 }])
    expect((await metrics().replicaBehind.get()).values).toEqual([])
  })

  test('if it accepts connections and never answers: no read waits for it', async () => {
    const sockets: Socket[] = []
    const server = createServer((socket) => {
      socket.on('error', () => {})
      sockets.push(socket)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const of = await open(atPort((server.address() as AddressInfo).port))
    // The first choice begins a probe and does not wait for it.
    expect(chooseReplica(of.sql)).toBeUndefined()
    await expectAnswers(of)
    await until(() => sockets.length > 0, { what: 'the probe has connected' })
    expect(sockets).toHaveLength(1)
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  // Waits twice until the replica is probed again.
  test('if it falls silent or dies while it is in use: one read is repeated, and it is used again once it answers', {
    tags: ['thorough'],
  }, async () => {
    const proxy = await startTcpProxy(database.replicaUrl)
    const of = await open(proxy.url, 1_000)
    try {
      await untilReplicaAnswers(of)
      const failed = await missesFor('failed')
      proxy.silence()
      await expectAnswers(of)
      expect(await missesFor('failed')).toBe(failed + 1)
      proxy.speak()
      await untilReplicaAnswers(of)
      await proxy.cut()
      await expectAnswers(of)
      await proxy.restore()
      await untilReplicaAnswers(of)
    } finally {
      await proxy.close()
    }
  })

  test('if the read conflicts with what it receives: the replica stays in use', async () => {
    await database.replica`alter system set max_standby_streaming_delay = 0`
    await database.replica`select pg_reload_conf()`
    const conflicts = await missesFor('conflict')
    const answer = () =>
      readPublished(ctx.sql, async (reader) => {
        const asked = reader<{ is_replica: boolean }>(
          `with slept as materialized (select case when pg_is_in_recovery() then pg_sleep(0.9) end)
           select pg_is_in_recovery() as is_replica, (select count(*) from slept), count(*) from coverage`,
          [],
        )
        // Removes rows that the snapshot of the sleeping statement may still read.
        const removed = (async () => {
          await database.primary`insert into coverage values (1, -1)`
          await database.primary`delete from coverage where cell = -1`
          await database.primary`vacuum coverage`
        })()
        const [[row]] = await Promise.all([asked, removed])
        return row!.is_replica ? 'replica' : 'primary'
      })
    const isCancelled = async () => {
      await untilReplicaAnswers(ctx)
      return (await answer()) === 'primary' && (await missesFor('conflict')) > conflicts
    }
    await until(isCancelled, { what: 'a read is cancelled by a conflict' })
    expect(chooseReplica(ctx.sql)).toBeDefined()
    await database.replica`alter system reset max_standby_streaming_delay`
    await database.replica`select pg_reload_conf()`
  })

  test('in a pair of replicas, the other one continues', async () => {
    const of = await open(`${atPort(9)}, ${database.replicaUrl}`)
    await untilReplicaAnswers(of, '2')
    const primary = await answeredBy('primary')
    await expectAnswers(of)
    expect(await answeredBy('primary')).toBe(primary)
  })

  // The last ones: the replica does not follow any more.
  test('if it was promoted: it answers until the primary changes, and never again, even if something is published on it', async () => {
    await untilReplicaAnswers(ctx)
    await database.promote()
    await untilReplicaAnswers(ctx)
    const [added] = (await publish(['gcpvj0'])) as [string]
    const isPromoted = async () => (await database.replica`select where not pg_is_in_recovery()`).length > 0
    await until(isPromoted, { what: 'the replica is promoted' })
    await database.replica`delete from observation where tree_id <> 1`
    await database.replica`update tree set root = sha256(root)`
    const replica = await answeredBy('1')
    // A web that has no tree in its cache yet.
    const fresh = await open(database.replicaUrl)
    // Without a read: the first one would find it behind, and it would rest.
    await until(() => chooseReplica(fresh.sql) !== undefined, { what: 'the replica is probed' })
    const behind = await missesFor('behind')
    expect(await queryWhole(fresh, 'u09tun')).toEqual(await queryWhole(direct, 'u09tun'))
    expect(await missesFor('behind')).toBeGreaterThan(behind)
    expect(await query(ctx, 'gcpvj0')).toContain(added)
    await expectAnswers(ctx)
    expect(await answeredBy('1')).toBe(replica)
  })

  test('if it is gone', async () => {
    await database.stopReplica()
    await expectAnswers(ctx)
  })
})
