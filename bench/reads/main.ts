import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#lib/adapters/db'
import { migrateDatabase } from '#lib/adapters/migrate'
import { startPostgres } from '../../sandbox/postgres.ts'
import { anchorTestCaptures } from '../../testing/anchored-captures.ts'
import { insertBounty } from '../../testing/bounty-rows.ts'
import { unchainedSettings } from '../../testing/unchained-settings.ts'
import { noteFigure } from '../note-figure.ts'
import { percentile } from '../spatial/measure.ts'
import { type Measured, measure } from './measure.ts'
import { type Server, startPeer, startService } from './servers.ts'

// `npm run bench:reads [-- --rounds 5 --seconds 5 --connections 1,10,100 --only known,empty]`: free requests per second. See README.md.
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '1,10,100' },
    only: { type: 'string' },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const connectionCounts = values.connections.split(',').map(Number)

type Target = {
  name: string
  server: Server
  path: string
  headers?: Record<string, string>
  status?: number
}

const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
const dataDir = join(folder, 'postgres')
const postgres = await startPostgres({ dataDir, durable: true })
const servers: Server[] = []
try {
  await migrateDatabase(postgres.url)
  const database = openDatabase(postgres.url, { maxConnections: 2 })
  const geohashes = Array.from({ length: 64 }, () => 'u09tun')
  const [known] = await anchorTestCaptures(database, {
    treeId: 1,
    geohashes,
    capturedAt: '2026-06-01T12:00:00Z',
  })
  for (let count = 0; count < 20; count++)
    await insertBounty(database.db, 'open', { deadline: new Date(Date.now() + 86_400_000) })
  await database.sql`analyze`
  await database.close()

  mkdirSync(join(folder, 'peer'))
  const peer = await startPeer(join(folder, 'peer'), postgres.url)
  servers.push(peer)
  // Every request is counted, and none refused.
  const limits = Object.fromEntries(
    ['FREE', 'LIGHT', 'PAGES'].map((name) => [`RATE_LIMIT_${name}`, '1000000']),
  )
  const service = await startService({
    ...unchainedSettings(postgres.url),
    ...limits,
    // That of the bounties above.
    ESCROW_ADDRESS_8453: `0x${'44'.repeat(20)}`,
  })
  servers.push(service)
  const provenance = `/api/v1/provenance/${known}`
  const etag = (await fetch(service.url + provenance)).headers.get('etag')!
  const all: Target[] = [
    { name: 'empty', server: peer, path: '/empty' },
    { name: 'select', server: peer, path: `/select/${known}` },
    { name: 'known', server: service, path: provenance },
    { name: 'unknown', server: service, path: `/api/v1/provenance/${'0'.repeat(64)}` },
    {
      name: 'not-modified',
      server: service,
      path: provenance,
      headers: { 'if-none-match': etag },
      status: 304,
    },
    { name: 'coverage', server: service, path: '/api/coverage?bbox=2.2,48.8,2.5,48.95' },
    { name: 'board', server: service, path: '/api/board/bounties?limit=20' },
    { name: 'tree', server: service, path: '/api/trees/1' },
    { name: 'proof', server: service, path: `/api/proofs/${known}` },
    { name: 'page', server: service, path: '/' },
  ]
  const wanted = values.only?.split(',')
  const targets = all.filter(({ name }) => !wanted || wanted.includes(name))
  const postgresPid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  const ask = ({ server, path, headers, status = 200 }: Target, connections: number, duration: number) =>
    measure({
      url: server.url + path,
      headers,
      expectedStatus: status,
      connections,
      seconds: duration,
      webPid: server.pid,
      postgresPid,
    })

  // Warm-up: first compilations and connections are not measured.
  for (const target of targets) await ask(target, 10, 3)
  process.stdout.write(`load of the machine before: ${loadavg()[0]!.toFixed(1)}\n`)
  for (const connections of connectionCounts) {
    const measured = new Map<string, Measured[]>(targets.map(({ name }) => [name, []]))
    for (let round = 0; round < rounds; round++)
      for (const target of round % 2 ? [...targets].reverse() : targets)
        measured.get(target.name)!.push(await ask(target, connections, seconds))
    print(connections, measured)
  }
} catch (error) {
  // Printed before the servers stop, because errors of their shutdown would hide it.
  process.stderr.write(`${(error as Error).stack}\n`)
  process.exitCode = 1
} finally {
  await Promise.all(servers.map((server) => server.stop()))
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Prints the medians of the rounds, and the medians of the ratios within a round. */
function print(connections: number, measured: ReadonlyMap<string, readonly Measured[]>): void {
  const ratio = (name: string, peer: string) => {
    const of = measured.get(peer)
    if (!of) return '–'
    return percentile(
      measured.get(name)!.map(({ perSecond }, round) => perSecond / of[round]!.perSecond),
      0.5,
    ).toFixed(2)
  }
  const peers = {
    known: 'select',
    unknown: 'select',
    'not-modified': 'empty',
    coverage: 'select',
    tree: 'select',
    proof: 'select',
  }
  for (const [name, peer] of Object.entries(peers))
    if (measured.has(name) && measured.has(peer))
      noteFigure({
        name: `${connections} connections, ${name}, times as many as ${peer}`,
        value: Number(ratio(name, peer)),
        better: 'higher',
      })
  const rows = [...measured].map(([name, rounds]) => {
    const middle = (read: (round: Measured) => number) => percentile(rounds.map(read), 0.5)
    return {
      route: name,
      'per second': Math.round(middle(({ perSecond }) => perSecond)),
      'of select': ratio(name, 'select'),
      'of empty': ratio(name, 'empty'),
      'p50 ms': middle(({ medianMs }) => medianMs),
      'p99 ms': middle(({ p99Ms }) => p99Ms),
      'web CPU ms': middle(({ webMs }) => webMs).toFixed(3),
      'database CPU ms': middle(({ databaseMs }) => databaseMs).toFixed(3),
    }
  })
  process.stdout.write(`\n${connections} connections, median of ${rounds} rounds\n`)
  console.table(rows)
}
