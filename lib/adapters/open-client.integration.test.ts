import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrayText, openClient } from '#lib/adapters/open-client'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

type Cut = { side: 'client' | 'server'; piece: number; how: 'end' | 'reset' }

/** Stands before the database and cuts its first connection when a piece of what is said comes by; later ones pass. */
async function startCuttingProxy({ side, piece, how }: Cut): Promise<{ url: string; close: () => void }> {
  const target = new URL(database.url)
  let isFirst = true
  const sockets: Socket[] = []
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    sockets.push(client, upstream)
    const cuts = isFirst
    isFirst = false
    const seen = { client: 0, server: 0 }
    const relay = (from: Socket, to: Socket, name: Cut['side']) => {
      from.on('error', () => {})
      from.on('close', () => to.destroy())
      from.on('data', (data) => {
        seen[name] += 1
        if (!cuts || name !== side || seen[name] < piece) to.write(data)
        else {
          if (how === 'reset') client.resetAndDestroy()
          client.destroy()
          upstream.destroy()
        }
      })
    }
    relay(client, upstream, 'client')
    relay(upstream, client, 'server')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const cuts = (['client', 'server'] as const).flatMap((side) =>
  [1, 2, 3, 4].flatMap((piece) => (['end', 'reset'] as const).map((how): Cut => ({ side, piece, how }))),
)

test.each(cuts)(
  'a connection that is cut ($how) at piece $piece of what the $side says breaks nothing but its statement',
  async (cut) => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const proxy = await startCuttingProxy(cut)
    const client = openClient(proxy.url, { max: 1, backoff: () => 0 })
    try {
      const asked = client<{ one: number }[]>`select ${1}::int as one`
      const answer = await asked.then(
        ([row]) => row!.one,
        (error: { code?: string }) => error.code,
      )
      expect(answer === 1 || /^(CONNECTION_CLOSED|ECONNRESET|EPIPE)$/.test(String(answer))).toBe(true)
      expect(await client`select 2 as works`).toMatchObject([{ works: 2 }])
    } finally {
      await client.end({ timeout: 1 })
      proxy.close()
      process.off('unhandledRejection', note)
    }
    expect(unhandled).toEqual([])
  },
)

const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0') && value.isWellFormed())

test.each<[string, fc.Arbitrary<unknown>]>([
  ['text', fc.oneof(text, fc.constantFrom('', 'NULL', 'null', '\\', '"', '{}', ',', '\\x6162', ' a '))],
  ['varchar', text],
  ['uuid', fc.uuid()],
  ['int', fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })],
  ['smallint', fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 })],
  ['float8', fc.double({ noNaN: false }).map((value) => (Object.is(value, -0) ? 0 : value))],
  ['bigint', fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)],
  ['boolean', fc.boolean()],
  ['bytea', fc.uint8Array().map((bytes) => Buffer.from(bytes))],
])('any list of %s comes back as it was sent, holes included', async (type, element) => {
  const client = openClient(database.url, { max: 1 })
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(element), { maxLength: 6 }), async (list) => {
        const parameter = ['boolean', 'bytea'].includes(type)
          ? client`${arrayText(list)}::text`
          : client`${list as never}`
        const [row] = await client`select ${parameter}::${client.unsafe(type)}[] as list`
        expect(row!.list).toEqual(list)
      }),
      { numRuns: 60 },
    )
  } finally {
    await client.end()
  }
})
