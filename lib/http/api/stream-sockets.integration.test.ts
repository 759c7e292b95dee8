import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { streamRoute } from '#lib/http/api/stream-route'
import { streamObservations } from '#lib/operations/enterprise'
import { makeKey } from '#lib/services/api-keys/make-key'
import { revokeKey } from '#lib/services/api-keys/revoke-key'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { type FrameworkServer, startFrameworkServer } from '#testing/framework-server'
import { publishTestObservations } from '#testing/observations'
import { openUnchained, type UnchainedContext } from '#testing/unchained-context'
import { until } from '#testing/until'

const geometry = 'POLYGON((2.291 48.857, 2.296 48.857, 2.296 48.859, 2.291 48.859, 2.291 48.857))'
const path = `${streamObservations.path}?${new URLSearchParams({ geometry })}`

let database: TestDatabase
let ctx: UnchainedContext
let web: FrameworkServer
let lastTree = 0

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await openUnchained(database.url)
  // Short, so that tests do not wait long.
  const patience = { stalled: 500, ended: 300, refused: 300 }
  web = await startFrameworkServer(streamRoute(streamObservations, async () => ctx, patience))
})
afterAll(async () => {
  await web?.close()
  await ctx?.close()
  await database?.close()
})

const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await until(async () => (await web.connections()) === 0, { what: 'no connection is left' })
})

const newKey = () => makeKey({ ctx, input: { account: 'Ears', tier: 'trial', expiresAt: null } })
const leases = async () => (await database.sql`select 1 from stream_lease`).length

/** Opens a stream on a separate connection. */
function open(key: string, lastEventId?: string): Socket {
  const socket = connect(Number(new URL(web.url).port), '127.0.0.1').on('error', () => {})
  sockets.add(socket)
  const resume = lastEventId === undefined ? '' : `Last-Event-ID: ${lastEventId}\r\n`
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${resume}\r\n`)
  return socket
}

async function firstIdOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk
    const id = /^id: (.+)$/m.exec(text)?.[1]
    if (id !== undefined) return id
  }
  throw new Error(`ended without an id: ${text}`)
}

test('a listener that catches up and never reads loses its connection, and its place with it and not before', async () => {
  const { key } = await newKey()
  const reader = open(key)
  const lastEventId = await firstIdOf(reader)
  reader.destroy()
  await until(async () => (await leases()) === 0, { what: 'the place of the first stream is free' })
  // More than the buffers of both kernels can store.
  for (let count = 0; count < 4; count++)
    await publishTestObservations(database, { treeId: ++lastTree, count: 4_000 })
  const silent = open(key, lastEventId).pause()
  await until(async () => (await leases()) === 1, { what: 'it has a place' })
  const seen: { connections: number; places: number }[] = []
  await until(
    async () => {
      // Leases are counted first: the connection may end in between.
      const places = await leases()
      const connections = await web.connections()
      seen.push({ connections, places })
      return connections === 0
    },
    { what: 'its connection is closed' },
  )
  await until(async () => (await leases()) === 0, { what: 'its place is free' })
  expect(seen.filter(({ connections, places }) => connections > places)).toEqual([])
  expect(silent.destroyed).toBe(false)
})

test('nothing is left of the streams of a revoked key: neither of one that reads nor of one that does not', async () => {
  const { key, prefix } = await newKey()
  const reader = open(key)
  await firstIdOf(reader)
  open(key).pause()
  await until(async () => (await leases()) === 2, { what: 'both have a place' })
  await revokeKey({ ctx, input: { prefix } })
  let last = ''
  reader.on('data', (text: string) => {
    last += text
  })
  await once(reader.resume(), 'close')
  expect(last).toMatch(/the key of this stream is no longer valid.*\nretry: 10000\n\n\r\n0\r\n\r\n$/)
  await until(async () => (await web.connections()) === 0, { what: 'no connection is left' })
  await until(async () => (await leases()) === 0, { what: 'no place is held' })
})

/** Closes the connection of a stream while its lease, which comes before its first event, is being taken. */
const leaveBeforeFirstEvent = (key: string) =>
  database.sql.begin(async (tx) => {
    await tx`lock table stream_lease in access exclusive mode`
    const socket = open(key)
    const isTaking = async () => {
      const rows = await database.sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%take_stream_lease%'`
      return rows.length > 0
    }
    await until(isTaking, { what: 'its lease is being taken' })
    socket.destroy()
    await until(async () => (await web.connections()) === 0, { what: 'its connection is closed' })
  })

test('a listener that leaves frees its place, also before its first event', async () => {
  const { key } = await newKey()
  for (let round = 0; round < 5; round++) {
    await leaveBeforeFirstEvent(key)
    const late = open(key)
    await firstIdOf(late)
    late.destroy()
    await until(async () => (await leases()) === 0, { what: 'both places are free' })
  }
})
