import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Sql } from '#lib/adapters/db'
import { migrateDatabase } from '#lib/adapters/migrate'
import { startPostgres } from '#sandbox/postgres'
import { copyObservations, copyTrees, makeWorld, type World } from './data.ts'
import { onDatabase, step } from './on-database.ts'
import { runOurs } from './ours.ts'
import { buildPeer, runPeer } from './peer.ts'
import { printComparison, printGrowth } from './report.ts'
import { runSharded } from './shards.ts'
import { makeWorkload } from './workload.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    'small-rows': { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    'no-peer': { type: 'boolean', default: false },
    shards: { type: 'string', default: '0' },
  },
})
const shardCount = Number(values.shards)
const smallRows = shardCount > 0 ? Number(values.rows) / shardCount : Number(values['small-rows'])
const sizes = [smallRows, Number(values.rows)]

const serverSettings = {
  shared_buffers: '2GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  // The measured tables do not change after they are loaded and vacuumed.
  autovacuum: 'off',
  // For shards, as docs/operations.md says: three of each for each shard while tables are copied, and room for others.
  wal_level: shardCount > 0 ? 'logical' : 'replica',
  max_replication_slots: String(3 * shardCount + 4),
  max_wal_senders: String(3 * shardCount + 4),
  max_active_replication_origins: String(3 * shardCount + 4),
  max_logical_replication_workers: String(3 * shardCount + 4),
  max_worker_processes: String(3 * shardCount + 12),
}

const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
const start = (name: string) =>
  startPostgres({ dataDir: join(folder, name), durable: false, settings: serverSettings })
const server = await start('postgres')
const shardServer = shardCount > 0 ? await start('shards') : undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().then(() => process.exit(130)))
}
try {
  await run(server.url)
} finally {
  await cleanUp()
}

async function cleanUp(): Promise<void> {
  await Promise.all([server.stop(), shardServer?.stop()])
  rmSync(folder, { recursive: true, force: true })
}

async function run(serverUrl: string): Promise<void> {
  const world = makeWorld()
  const queries = makeWorkload(world)
  const urls: string[] = []
  for (const [index, rows] of sizes.entries()) {
    const url = serverUrl.replace(/\/postgres$/, `/rows_${index}`)
    await onDatabase(serverUrl, (sql) => sql.unsafe(`create database rows_${index}`))
    await migrateDatabase(url)
    await step(`load ${rows.toLocaleString('en')} rows`, () =>
      onDatabase(url, (sql) => load(sql, world, rows)),
    )
    urls.push(url)
  }
  if (shardServer) {
    const [quarterUrl, wholeUrl] = urls as [string, string]
    const names = Array.from({ length: shardCount }, (_, index) => `shard_${index + 1}`)
    await onDatabase(shardServer.url, async (sql) => {
      for (const name of names) await sql.unsafe(`create database ${name}`)
    })
    const shardUrls = names.map((name) => shardServer.url.replace(/\/postgres$/, `/${name}`))
    const vacuum = (url: string) => onDatabase(url, (sql) => sql.unsafe('vacuum (analyze, freeze)'))
    const rounds = Number(values.rounds)
    await step('shards', () => runSharded({ wholeUrl, quarterUrl, shardUrls, queries, rounds, vacuum }))
    return
  }
  const results = await step('ours', () => runOurs(urls, queries, Number(values.rounds)))
  if (!values['no-peer']) {
    const url = urls.at(-1)!
    const indexes = await step('build the peer', () => onDatabase(url, buildPeer))
    const peer = await step('peer', () =>
      runPeer(url, queries, (done) => done % 50 === 0 && process.stderr.write(`  ${done}`)),
    )
    printComparison(queries, results.at(-1)!, peer, indexes)
  }
  printGrowth(sizes.map((rows, index) => ({ rows, results: results[index]! })))
}

/** COPY first, indexes afterwards, then vacuum: without it, index-only scans must read every row. */
async function load(sql: Sql, world: World, rows: number): Promise<void> {
  const [byCell] = await sql`select indexdef from pg_indexes where indexname = 'observation_by_cell'`
  await sql.unsafe('alter table observation drop constraint observation_pkey')
  await sql.unsafe('drop index observation_by_cell')
  await copyTrees(sql, rows)
  await copyObservations(sql, world, rows)
  await sql.unsafe(byCell!.indexdef)
  await sql.unsafe('alter table observation add primary key (sha256)')
  await sql.unsafe('insert into cell_presence select distinct cell from observation order by 1')
  await sql.unsafe('vacuum (analyze, freeze) observation')
  await sql.unsafe('vacuum (analyze, freeze) cell_presence')
  await sql.unsafe('vacuum (analyze, freeze) tree')
}
