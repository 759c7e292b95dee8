import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { realClock } from '#lib/adapters/clock'
import { openDatabase } from '#lib/adapters/db'
import { migrateDatabase } from '#lib/adapters/migrate'
import { makeKey } from '#lib/services/api-keys/make-key'
import { revokeKey } from '#lib/services/api-keys/revoke-key'
import { startPostgres } from '../../sandbox/postgres.ts'
import { publishTestObservations } from '../../testing/observations.ts'

// `npm run bench:stream:silent -- --readers 600 --observations 20000`
const { values } = parseArgs({
  options: {
    readers: { type: 'string', default: '600' },
    observations: { type: 'string', default: '20000' },
  },
})
const [readers, observations] = [values.readers, values.observations].map(Number) as [number, number]
const listening = '0A'
const perTree = 4_000
/** Counted from the first answer: the buffers of both kernels fill first, which are many megabytes each. */
const goneWithinSeconds = 60
const revokedWithinSeconds = 5
const memoryWithinMb = 50
const path = `/enterprise/v1/spatial/stream?geometry=${encodeURIComponent(
  'POLYGON((2.291 48.857, 2.296 48.857, 2.296 48.859, 2.291 48.859, 2.291 48.857))',
)}`

const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false })
try {
  await migrateDatabase(postgres.url)
  const database = openDatabase(postgres.url, { maxConnections: 4 })
  const makeOne = () =>
    makeKey({
      ctx: { db: database.db, clock: realClock },
      input: { account: 'Bench', tier: 'scale', expiresAt: null },
    })
  const { key, prefix } = await makeOne()
  const server = fork(join(import.meta.dirname, 'server.ts'), [postgres.url], {
    execArgv: ['--conditions=react-server', '--expose-gc'],
  })
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  const rssMb = async (request: 'usage' | 'collect' = 'usage') => {
    server.send(request)
    const [usage] = (await once(server, 'message')) as [{ rssMb: number }]
    return usage.rssMb
  }
  const headers = { authorization: `Bearer ${key}` }
  /** Reads the first id of a stream; everything after it counts as missed. */
  const firstId = async () => {
    const stop = new AbortController()
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: stop.signal })
    const { value } = await answer.body!.getReader().read()
    stop.abort()
    return /^id: (.+)$/m.exec(new TextDecoder().decode(value))![1]!
  }
  const openSilent = async (lastEventId: string): Promise<Socket[]> => {
    const request = `GET ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\nLast-Event-ID: ${lastEventId}\r\n\r\n`
    const sockets: Socket[] = []
    for (let index = 0; index < readers; index++) {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.pause().write(request)
      sockets.push(socket)
      if (index % 50 === 49) await sleep(50)
    }
    return sockets
  }
  /** Connections of the server in the kernel's table. Closed ones belong to no process (inode 0). */
  const connections = () => {
    const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
    return readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((row) => row[1]?.endsWith(local) && row[3] !== listening && row[9] !== '0').length
  }
  const leases = async () => {
    const [row] = await database.sql<{ count: number }[]>`
      select count(*)::int as count from stream_lease where expires_at > now()`
    return row!.count
  }
  const say = (text: string) => process.stdout.write(`${text}\n`)
  /** Checks every half second until none are left. @returns seconds until then */
  const watch = async (from: number, limitSeconds: number) => {
    for (;;) {
      const seconds = (performance.now() - from) / 1_000
      const [sockets, held, rss] = [connections(), await leases(), await rssMb()]
      say(`  ${seconds.toFixed(1)} s: ${sockets} sockets, ${held} leases, ${rss.toFixed(0)} MB`)
      if (sockets === 0 && held === 0) return seconds
      if (seconds > 4 * limitSeconds) return seconds
      await sleep(500)
    }
  }

  const lastEventId = await firstId()
  for (let treeId = 1; treeId * perTree <= observations; treeId++)
    await publishTestObservations(database, { treeId, count: perTree })
  await firstId()
  await sleep(3_000)
  const before = await rssMb('collect')
  say(
    `${readers} readers that never read, ${observations} observations behind; ${before.toFixed(0)} MB before`,
  )
  const opened = await openSilent(lastEventId)
  const gone = await watch(performance.now(), goneWithinSeconds)
  for (const socket of opened) socket.destroy()
  await sleep(5_000)
  const grown = await rssMb()
  const after = await rssMb('collect')
  say(
    `all gone after ${gone.toFixed(1)} s; ${grown.toFixed(0)} MB five seconds later, ${after.toFixed(0)} MB after garbage collection`,
  )

  const quiet = await openSilent(await firstId())
  while ((await leases()) < readers) await sleep(200)
  say(`${readers} quiet readers: ${connections()} sockets, ${await leases()} leases; their key is revoked`)
  await revokeKey({ ctx: { db: database.db }, input: { prefix } })
  const revoked = await watch(performance.now(), revokedWithinSeconds)
  say(`nothing left of a revoked key after ${revoked.toFixed(1)} s`)
  for (const socket of quiet) socket.destroy()

  const isGood =
    gone <= goneWithinSeconds && after - before <= memoryWithinMb && revoked <= revokedWithinSeconds
  process.exitCode = isGood ? 0 : 1
  server.kill('SIGKILL')
  await once(server, 'exit')
  await database.close()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
