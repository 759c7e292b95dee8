import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Sql } from '#lib/adapters/db'
import { migrateDatabase } from '#lib/adapters/migrate'
import { pictureDistanceMax } from '#lib/domain/film/picture-hash'
import { matchesSql } from '#lib/services/likeness/find-matches'
import { hashesLiteral } from '#lib/services/likeness/insert-picture-hashes'
import { startPostgres } from '#sandbox/postgres'
import { backendPid, percentile, timed } from '../spatial/measure.ts'
import { onDatabase, step } from '../spatial/on-database.ts'
import { createRandom } from '../spatial/random.ts'
import { copyPictures, flipped, randomPicture, type StoredPicture } from './data.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    searches: { type: 'string', default: '300' },
    'peer-searches': { type: 'string', default: '10' },
  },
})
const rows = Number(values.rows)
const searchCount = Number(values.searches)

/** Hashes of a search for a photograph, one for each way in which it may have been cropped. */
const hashesOfPhotograph = 25
/** Share of different bits of a compressed and slightly cropped copy, at its best alignment and at the others. */
const alignedRate = 0.06
const otherRate = 0.15

const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
const server = await startPostgres({
  dataDir: join(folder, 'postgres'),
  durable: false,
  settings: { shared_buffers: '2GB', maintenance_work_mem: '512MB', max_wal_size: '8GB', autovacuum: 'off' },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(130)))
try {
  await run(server.url)
} finally {
  await cleanUp()
}

async function cleanUp(): Promise<void> {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function run(serverUrl: string): Promise<void> {
  const url = serverUrl.replace(/\/postgres$/, '/similarity')
  await onDatabase(serverUrl, (sql) => sql.unsafe('create database similarity'))
  await migrateDatabase(url)
  await onDatabase(url, async (sql) => {
    const sampled = await step(`load ${rows.toLocaleString('en')} pictures`, () => load(sql))
    const [size] =
      await sql`select pg_total_relation_size('picture_hash') / 1e6 as all, pg_relation_size('picture_hash') / 1e6 as heap`
    console.log(`picture_hash: ${Math.round(size!.all)} MB, of which rows ${Math.round(size!.heap)} MB`)
    await step('search', () => search(sql, sampled))
    await step('sequential scan', () => scan(sql, sampled.slice(0, Number(values['peer-searches']))))
  })
}

/** COPY first, indexes afterwards. Only the indexes that a search reads are built. */
async function load(sql: Sql): Promise<StoredPicture[]> {
  const indexes = await sql<{ indexname: string; indexdef: string }[]>`
    select indexname, indexdef from pg_indexes where tablename = 'picture_hash' and indexname like '%band%'`
  await sql.unsafe('alter table picture_hash drop constraint picture_hash_sha256_capture_sha256_fk')
  await sql.unsafe('alter table picture_hash drop constraint picture_hash_sha256_picture_pk')
  await sql.unsafe('alter table observation drop constraint observation_pkey')
  await sql.unsafe('drop index observation_by_cell, observation_by_leaf')
  for (const { indexname } of indexes) await sql.unsafe(`drop index ${indexname}`)
  const sampled = await copyPictures(sql, rows, searchCount)
  for (const { indexdef } of indexes) await sql.unsafe(indexdef)
  await sql.unsafe('alter table picture_hash add primary key (sha256, picture)')
  await sql.unsafe('alter table observation add primary key (sha256)')
  await sql.unsafe('vacuum (analyze, freeze) picture_hash')
  await sql.unsafe('vacuum (analyze, freeze) observation')
  return sampled
}

/** Copies of stored pictures alternate with unknown ones. The first round warms the caches and is not counted. */
async function search(sql: Sql, sampled: readonly StoredPicture[]): Promise<void> {
  const random = createRandom(1)
  const searches = sampled.flatMap((stored) => [
    { is: 'copy', sha256: bytesToHex(stored.sha256), hashes: variants(stored.hash, alignedRate) },
    { is: 'unknown', sha256: undefined, hashes: variants(randomPicture(random), otherRate) },
  ])
  function variants(hash: Uint8Array, rate: number): Uint8Array[] {
    const others = Array.from({ length: hashesOfPhotograph - 1 }, () => flipped(random, hash, otherRate))
    return [flipped(random, hash, rate), ...others]
  }
  const pid = await backendPid(sql)
  for (const isCounted of [false, true]) {
    const wall = { copy: [] as number[], unknown: [] as number[] }
    const cpu: number[] = []
    let [missed, falselyFound] = [0, 0]
    for (const { is, sha256, hashes } of searches) {
      const cost = await timed(pid, () =>
        sql.unsafe<{ sha256: Uint8Array }[]>(matchesSql, [hashesLiteral(hashes)], { prepare: true }),
      )
      if (cost.timedOut) throw new Error('a search ran into its time limit')
      wall[is as 'copy' | 'unknown'].push(cost.wallMs)
      if (cost.cpuMs !== undefined) cpu.push(cost.cpuMs)
      const found = (cost.rows ?? []) as { sha256: Uint8Array }[]
      if (sha256 && !found.some((row) => bytesToHex(row.sha256) === sha256)) missed += 1
      if (!sha256 && found.length > 0) falselyFound += 1
    }
    if (!isCounted) continue
    console.log(`copies, ${searchCount}: ${figures(wall.copy)}; not found ${missed}`)
    console.log(`unknown pictures, ${searchCount}: ${figures(wall.unknown)}; falsely found ${falselyFound}`)
    console.log(`backend CPU, both: ${figures(cpu)}`)
  }
}

/** The baseline: every row is compared, with one hash instead of 25. */
async function scan(sql: Sql, sampled: readonly StoredPicture[]): Promise<void> {
  const wall: number[] = []
  for (const { hash } of sampled) {
    const startedAt = performance.now()
    await sql.unsafe(
      `select sha256, bit_count(hash # $1::text::bit(256)) from picture_hash
       where bit_count(hash # $1::text::bit(256)) <= ${pictureDistanceMax} order by 2 limit 10`,
      [`x${bytesToHex(hash)}`],
    )
    wall.push(performance.now() - startedAt)
  }
  console.log(`sequential scan with one hash, ${wall.length}: ${figures(wall)}`)
}

function figures(ms: readonly number[]): string {
  const at = (share: number) => percentile(ms, share).toPrecision(3)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`
}
