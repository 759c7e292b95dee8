import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClient } from '#lib/adapters/db/driver/open-client'
import { createTestDatabase, type TestDatabase } from '#testing/database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

type Cut = {
  how: 'end' | 'reset'
  isDue: (side: 'client' | 'server', data: Buffer, count: number) => boolean
}

/** A proxy of the database that cuts its first connection when `isDue` says so. Later connections pass. */
async function startCuttingProxy({ how, isDue }: Cut): Promise<{ url: string; close: () => void }> {
  const target = new URL(database.url)
  let isFirst = true
  const sockets: Socket[] = []
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    sockets.push(client, upstream)
    const cuts = isFirst
    isFirst = false
    const relay = (from: Socket, to: Socket, side: 'client' | 'server') => {
      let count = 0
      from.on('error', () => {})
      from.on('close', () => to.destroy())
      from.on('data', (data: Buffer) => {
        count += 1
        if (!cuts || !isDue(side, data, count)) to.write(data)
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
  [1, 2, 3, 4].flatMap((piece) => (['end', 'reset'] as const).map((how) => ({ side, piece, how }))),
)

test.each(cuts)(
  'a connection cut ($how) at message $piece of the $side fails one statement and nothing else',
  async ({ side, piece, how }) => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const proxy = await startCuttingProxy({ how, isDue: (from, _, count) => from === side && count >= piece })
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

test('UPSTREAM: postgres.js alone ends the process when its query for array types fails', {
  tags: 'thorough',
}, async () => {
  const proxy = await startCuttingProxy({
    how: 'reset',
    isDue: (_, data) => data.includes('pg_catalog.pg_type'),
  })
  const program = `
    import postgres from 'postgres'
    const sql = postgres(process.argv[1], { max: 1, backoff: () => 0 })
    await sql\`select 1\`.catch(() => {})
    await sql.end()`
  try {
    await expect(
      promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program, proxy.url]),
    ).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/CONNECTION_CLOSED|ECONNRESET/) })
  } finally {
    proxy.close()
  }
})
