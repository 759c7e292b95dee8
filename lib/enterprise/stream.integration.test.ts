import { createHash } from 'node:crypto'
import { bytesToHex } from '@noble/hashes/utils.js'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { canonicalJson } from '#lib/domain/proof/canonical-json'
import { writeEventId } from '#lib/enterprise/event-id'
import { type Hub, type Listener, missedPageSize, openHub } from '#lib/enterprise/hub'
import { maxWaitingBytes, openStream } from '#lib/enterprise/open-stream'
import { subscriptionOf } from '#lib/enterprise/write-event'
import { groundTruthSchema, parseStreamArea } from '#lib/schemas/enterprise'
import { type ApiKey, authorizeKey } from '#lib/services/api-keys/authorize-key'
import { makeKey } from '#lib/services/api-keys/make-key'
import { forgetFeed } from '#lib/services/feed/forget-feed'
import { readFeed, readHead } from '#lib/services/feed/read-feed'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { publishTestObservations } from '#testing/observations'
import { StreamReader } from '#testing/stream-reader'
import { unchainedSettings } from '#testing/unchained-settings'
import { until as untilSo } from '#testing/until'

/** Two processes: they share the database and nothing else. */
type Process = { ctx: OpenContext; hub: Hub }

let database: TestDatabase
let processes: [Process, Process]
let key: ApiKey
let lastTree = 0

const start = async (): Promise<Process> => {
  const ctx = await openContext(parseEnv(unchainedSettings(database.url)), {
    service: 'test',
    maxConnections: 6,
  })
  return { ctx, hub: await openHub(ctx) }
}
const stop = async ({ ctx, hub }: Process) => {
  await hub.close()
  await ctx.close()
}

const makeApiKey = async (tier: 'trial' | 'scale') => {
  const { ctx } = processes[0]
  const made = await makeKey({ ctx, input: { account: 'Listeners', tier, expiresAt: null } })
  return { key: await authorizeKey({ ctx, input: { key: made.key } }), prefix: made.prefix }
}

beforeAll(async () => {
  database = await createTestDatabase()
  processes = [await start(), await start()]
  key = (await makeApiKey('scale')).key
})

// Events that an earlier test published last must not reach a listener of the next test.
beforeEach(async () => {
  const head = await readHead(database.sql)
  await until(() => processes.every(({ hub }) => hub.reached() === head))
})

const open = new Set<StreamReader>()
afterEach(async () => {
  for (const reader of open) await reader.cut()
  open.clear()
})

afterAll(async () => {
  for (const process of processes) await stop(process)
  await database.close()
})

const area = (west: number, east: number) =>
  parseStreamArea({
    geometry: `POLYGON((${west} 48.857, ${east} 48.857, ${east} 48.859, ${west} 48.859, ${west} 48.857))`,
  })
const here = area(2.29, 2.294)
const elsewhere = area(12.29, 12.294)
const publish = (count = 1, geohash = 'u09tun') =>
  publishTestObservations(database, { treeId: ++lastTree, count, geohash })

const until = (condition: () => boolean | Promise<boolean>) => untilSo(condition, { what: String(condition) })

const listen = async (
  { ctx, hub }: Process,
  input: { area?: typeof here; lastEventId?: string | undefined; key?: ApiKey } = {},
) => {
  const { area: asked = here, lastEventId, key: by = key } = input
  const reader = new StreamReader(
    await openStream({ ctx, hub, key: by, input: { area: asked, lastEventId } }),
  )
  open.add(reader)
  return reader
}

/** The ids of one publication arrive in their order. */
const inOrder = (published: string[][]) => published.flatMap((ids) => [...ids].sort())

test('each observation of the area reaches every listener of every process once, in the order of publication', async () => {
  const readers = await Promise.all(processes.flatMap((one) => [listen(one), listen(one), listen(one)]))
  const apart = await listen(processes[0], { area: elsewhere })
  // At once, so that they contend for the next position.
  const trees = await Promise.all([3, 1, 5, 2, 4].map((count) => publish(count)))
  await publish(3, 'u09tvw')
  const all = trees.flat()
  await until(() => readers.every(({ ids }) => ids.length >= all.length))
  const [first] = readers
  for (const { ids } of readers) expect(ids).toEqual(first!.ids)
  expect([...first!.ids].sort()).toEqual([...all].sort())
  expect(apart.ids).toEqual([])
})

test('an event is a complete, sealed answer, and the same for all listeners of the same area and account', async () => {
  const readers = [await listen(processes[0]), await listen(processes[1])]
  const [id] = await publish()
  await until(() => readers.every(({ ids }) => ids.includes(id!)))
  const events = readers.map(({ messages }) => messages.findLast(({ event }) => event === 'observation')!)
  expect(events[0]).toEqual(events[1])
  const answer = JSON.parse(events[0]!.data!)
  expect(groundTruthSchema.parse(answer)).toEqual(answer)
  const { provenance_hash, ...rest } = answer
  expect(provenance_hash).toBe(`sha256:${createHash('sha256').update(canonicalJson(rest)).digest('hex')}`)
})

test('an observation that is delivered in the very step in which a stream has caught up reaches it', async () => {
  const { ctx } = processes[0]
  const head = await readHead(ctx.sql)
  const [id] = await publish()
  const [item] = await readFeed({ sql: ctx.sql, input: { after: head, limit: 1 } })
  let listener: Listener | undefined
  // Delivers an observation as the hub does, right after the stream has asked for the hub's position.
  const hub: Hub = {
    ...processes[0].hub,
    add: (added) => {
      listener = added
    },
    reached: () => {
      queueMicrotask(() => {
        if (listener?.isLive) listener.deliver({ ...item!, written: new Map() })
      })
      return head
    },
  }
  const reader = await listen({ ctx, hub })
  await until(() => listener!.isLive)
  await until(() => reader.ids.length > 0)
  expect(reader.ids).toEqual([id])
})

test('a listener that is disconnected repeatedly, and reconnects to another process, gets every event exactly once', async () => {
  const steady = await listen(processes[0])
  const published: string[][] = []
  const got: string[] = []
  let lastEventId: string | undefined
  for (let round = 0; round < 8; round++) {
    const reader = await listen(processes[round % 2]!, { lastEventId })
    await until(() => reader.lastEventId !== undefined)
    published.push(await publish(3))
    // Sometimes nothing is awaited, so that the connection is cut before or within the sent data.
    if (round % 3 !== 0) await until(() => reader.ids.length > 0)
    await reader.cut()
    got.push(...reader.ids)
    lastEventId = reader.lastEventId
    published.push(await publish(2))
  }
  const last = await listen(processes[0], { lastEventId })
  await until(() => got.length + last.ids.length >= published.flat().length)
  got.push(...last.ids)
  expect(got).toEqual(inOrder(published))
  await until(() => steady.ids.length >= got.length)
  expect(steady.ids).toEqual(got)
})

test('a listener that reconnects to a process that is behind the first one gets nothing a second time', async () => {
  const { ctx } = processes[0]
  /** Is never notified, so it reads only when asked, and every few seconds. */
  const sql = new Proxy(ctx.sql, {
    get: (target, name) =>
      name === 'listen' ? async () => ({ unlisten: async () => {} }) : Reflect.get(target, name),
  })
  const behind = { ctx, hub: await openHub({ ...ctx, sql }) }
  const reader = await listen(processes[0])
  await until(() => reader.lastEventId !== undefined)
  const published = await publish(3)
  await until(() => reader.ids.length === 3)
  const later = await publish(1)
  const back = await listen(behind, {
    lastEventId: reader.messages.find(({ data }) => data?.includes(inOrder([published])[2]!))!.id,
  })
  await until(() => back.ids.length > 0)
  expect(back.ids).toEqual(later)
  await behind.hub.close()
})

test('a process that stops ends all streams, and what is published meanwhile is there after a restart, also for who had seen nothing yet', async () => {
  const [reader, apart] = [await listen(processes[1]), await listen(processes[1], { area: elsewhere })]
  await until(() => reader.lastEventId !== undefined && apart.lastEventId !== undefined)
  const [before] = await publish()
  await until(() => reader.ids.length === 1)
  await processes[1].hub.close()
  const late = await listen(processes[1])
  await Promise.all([reader.whole, apart.whole, late.whole])
  await processes[1].ctx.close()
  expect(reader.messages.at(-1)).toMatchObject({ retry: '2000' })
  const missed = await publish(4)
  processes[1] = await start()
  const back = await listen(processes[1], { lastEventId: reader.lastEventId })
  const later = await publish(2)
  await until(() => back.ids.length >= 6)
  expect(back.ids).toEqual(inOrder([missed, later]))
  expect(back.ids).not.toContain(before)
  // From now on it listens to another area: the id that it got when it connected is enough.
  const moved = await listen(processes[1], { lastEventId: apart.lastEventId })
  await until(() => moved.ids.length >= 7)
  expect(moved.ids).toEqual([before, ...inOrder([missed, later])])
})

test('a listener that missed far more than is read at once gets all of it', async () => {
  const reader = await listen(processes[0])
  await until(() => reader.lastEventId !== undefined)
  await reader.cut()
  const published = [await publish(700), await publish(700)]
  const back = await listen(processes[1], { lastEventId: reader.lastEventId })
  await until(() => back.ids.length >= 1_400)
  expect(back.ids).toEqual(inOrder(published))
})

test.each([
  { more: 'events than one read returns', count: 2 * missedPageSize + 1, bytes: 200 },
  { more: 'bytes than it is given at once', count: missedPageSize - 1, bytes: 2_000 },
])('a listener that missed more $more gets everything that it missed', async ({ count, bytes }) => {
  const reader = await listen(processes[0])
  await until(() => reader.lastEventId !== undefined)
  await reader.cut()
  const published = await publish(count)
  const { ctx, hub } = processes[1]
  const head = await readHead(ctx.sql)
  await until(() => hub.reached() === head)
  const { queryId } = subscriptionOf(ctx.env, key.account, here)
  /** Events of this size. */
  const readMissed: Hub['readMissed'] = async (input) =>
    (await hub.readMissed(input)).map((item) => {
      const data = { data_points: [{ observation: bytesToHex(item.row.sha256) }], filler: 'x'.repeat(bytes) }
      const id = writeEventId(ctx.env, item.position, 'event')
      const event = `id: ${id}\nevent: observation\ndata: ${JSON.stringify(data)}\n\n`
      return { ...item, written: new Map([[queryId, new TextEncoder().encode(event)]]) }
    })
  const back = await listen({ ctx, hub: { ...hub, readMissed } }, { lastEventId: reader.lastEventId })
  await until(() => back.ids.length >= count)
  expect(back.ids).toEqual(inOrder([published]))
})

test('what is published while a listener reads the last of what it missed comes once, between that and the rest', async () => {
  const reader = await listen(processes[0])
  await until(() => reader.lastEventId !== undefined)
  await reader.cut()
  const published = [await publish(2)]
  const { ctx, hub } = processes[1]
  const head = await readHead(ctx.sql)
  await until(() => hub.reached() === head)
  let rounds = 0
  /** After each of the first three reads there is more, and the hub has delivered it before the result of the read arrives. */
  const readMissed: Hub['readMissed'] = async (input) => {
    const items = await hub.readMissed(input)
    if (rounds < 3) {
      published.push(await publish(2))
      await until(() => hub.reached() === head + 2 * (rounds + 1))
      rounds += 1
    }
    return items
  }
  const back = await listen({ ctx, hub: { ...hub, readMissed } }, { lastEventId: reader.lastEventId })
  await until(() => rounds === 3)
  published.push(await publish(1))
  await until(() => back.ids.length >= 9)
  expect(back.ids).toEqual(inOrder(published))
})

test('a connection to the database that is lost is made again, and nothing is lost with it', async () => {
  const reader = await listen(processes[0])
  await until(() => reader.lastEventId !== undefined)
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%cairn_feed%' and pid <> pg_backend_pid()`
  const published = [await publish(2), await publish(1)]
  await until(() => reader.ids.length >= 3)
  expect(reader.ids).toEqual(inOrder(published))
})

test('a listener that reads gets a whole tree at once, even beyond the limit of waiting events', async () => {
  const reader = await listen(processes[0])
  await until(() => reader.lastEventId !== undefined)
  const published = await publish(Math.ceil((2 * maxWaitingBytes) / 500))
  await until(() => reader.isEnded || reader.ids.length >= published.length)
  expect(reader.isEnded).toBe(false)
  expect(reader.ids).toEqual(inOrder([published]))
})

test('a listener that does not read is disconnected with a time to return, after all sent events, and continues from there', async () => {
  const { ctx, hub } = processes[0]
  const stream = await openStream({ ctx, hub, key, input: { area: here, lastEventId: undefined } })
  const quick = await listen(processes[0])
  const published: string[][] = []
  // Each event has more than 500 bytes.
  for (let sent = 0; sent * 500 < maxWaitingBytes; sent += 100) published.push(await publish(100))
  const all = published.flat().length
  await until(() => quick.ids.length === all)
  const slow = new StreamReader(stream)
  await slow.whole
  expect(slow.isEnded).toBe(true)
  expect(slow.messages.at(-1)).toMatchObject({ retry: '10000' })
  expect(slow.ids.length).toBeLessThan(all)
  const back = await listen(processes[1], { lastEventId: slow.lastEventId })
  await until(() => slow.ids.length + back.ids.length >= all)
  expect([...slow.ids, ...back.ids]).toEqual(inOrder(published))
})

test('who comes back too late is told so, and gets what is kept', async () => {
  const reader = await listen(processes[0])
  await until(() => reader.lastEventId !== undefined)
  await publish(2)
  await until(() => reader.ids.length === 2)
  const [, second] = reader.messages.filter(({ event }) => event === 'observation')
  await publish(3)
  await database.sql`update feed set published_at = published_at - interval '25 hours'`
  const kept = await publish(1)
  await forgetFeed({ ctx: processes[0].ctx })
  const back = await listen(processes[1], { lastEventId: second!.id })
  await until(() => back.ids.length === 1)
  expect(back.ids).toEqual(kept)
  const gap = back.messages.find(({ event }) => event === 'gap')!
  expect(JSON.parse(gap.data!)).toMatchObject({ error: 'replay_window_passed' })
  const again = await listen(processes[1], { lastEventId: gap.id })
  await until(() => again.ids.length === 1)
  expect(again.messages.some(({ event }) => event === 'gap')).toBe(false)
})

test('an id tells no position, and one that is none of ours is refused', async () => {
  const { env } = processes[0].ctx
  const beats = [1, 2, 3].map(() => writeEventId(env, 7, 'heartbeat'))
  expect(new Set(beats).size).toBe(3)
  for (const lastEventId of ['7', 'A'.repeat(22), `${beats[0]!.slice(0, 21)}!`])
    await expect(listen(processes[0], { lastEventId })).rejects.toMatchObject({
      code: 'invalid_request',
      field: 'Last-Event-ID',
    })
})

test('a key has as many streams at once as its tier allows, in all processes; one that ends makes room', async () => {
  const { key: trial } = await makeApiKey('trial')
  const outcomes = await Promise.allSettled(
    [0, 1, 2, 3].map((index) => listen(processes[index % 2]!, { key: trial })),
  )
  const readers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(readers).toHaveLength(2)
  for (const one of outcomes)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({
        code: 'rate_limited',
        message: expect.stringContaining('2 streams'),
      })
  await readers[0]!.cut()
  const leases = () => database.sql`select 1 from stream_lease where key_id = ${trial.id}`
  await until(async () => (await leases()).length === 1)
  await listen(processes[1], { key: trial })
})

test('a stream ends when its key expires or is revoked, and says so', async () => {
  const other = await listen(processes[0])
  const expectEnd = async (ends: string) => {
    const { key: own } = await makeApiKey('trial')
    const reader = await listen(processes[0], { key: own })
    await until(() => reader.lastEventId !== undefined)
    await database.sql.unsafe(`update api_key set ${ends} where id = ${own.id}`)
    await until(() => reader.isEnded)
    expect(reader.messages.at(-1)).toMatchObject({ retry: '10000' })
  }
  await Promise.all(['expires_at = now()', 'revoked_at = now()'].map(expectEnd))
  expect(other.isEnded).toBe(false)
})

test('listeners that missed the same share what is read of it, and none is given what was read before it came', async () => {
  const reader = await listen(processes[0])
  await until(() => reader.lastEventId !== undefined)
  await reader.cut()
  const published = await publish(300)
  const { ctx, hub } = processes[1]
  const head = await readHead(ctx.sql)
  await until(() => hub.reached() === head)
  const together = await Promise.all(
    Array.from({ length: 12 }, () => listen(processes[1], { lastEventId: reader.lastEventId })),
  )
  await until(() => together.every(({ ids }) => ids.length >= 300))
  for (const { ids } of together) expect(ids).toEqual(inOrder([published]))
  const input = { after: head - 1, upTo: head, runs: here.runs }
  const [first, same] = [hub.readMissed(input), hub.readMissed(input)]
  expect(same).toBe(first)
  await first
  const later = hub.readMissed(input)
  expect(later).not.toBe(first)
  expect(await later).toEqual(await first)
})
