import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sql } from '#lib/adapters/db'
import { cellAt } from '#lib/domain/geo/geohash'
import { createRandom, type Random } from './random.ts'

/** The dense parts of the data, which the workload queries. */
export type World = {
  cities: readonly City[]
  /** A tenth of all rows are in this cell. */
  hotCell: number
  /** Three percent of the rows are in this cell, all within one past hour. */
  burstCell: number
  burstAt: number
  /** Epoch seconds of the oldest and the newest row. */
  oldest: number
  newest: number
}
export type City = { latitude: number; longitude: number; landmarks: readonly [number, number][] }

const cityCount = 3000
const landmarksPerCity = 24
const kmPerDegree = 111.2
const seed = 20_260

/** 3000 cities with 24 landmarks each. Every size of the benchmark uses the same world. */
export function makeWorld(): World {
  const random = createRandom(seed)
  const cities: City[] = []
  for (let i = 0; i < cityCount; i++) {
    const latitude = random.between(-55, 65)
    const longitude = random.between(-179.5, 179.5)
    const landmarks = Array.from({ length: landmarksPerCity }, () => offset(random, latitude, longitude, 3))
    cities.push({ latitude, longitude, landmarks })
  }
  const [hot, burst] = [cities[0]!, cities[1]!]
  const newest = Date.UTC(2026, 0, 1) / 1000
  return {
    cities,
    hotCell: cellAt(hot.latitude, hot.longitude),
    burstCell: cellAt(burst.latitude, burst.longitude),
    burstAt: newest - 300 * 86_400,
    oldest: newest - 2 * 365 * 86_400,
    newest,
  }
}

/**
 * Fills `observation` by COPY: cities and landmarks with Zipf weights, 4 % noise over the globe, the hot cell, the burst cell. Rows arrive
 * in time order, except 3 % that are added later.
 */
export async function copyObservations(sql: Sql, world: World, rows: number): Promise<void> {
  const sink =
    await sql`copy observation (recency, cell, tree_id, leaf_hash, sha256) from stdin (format binary)`.writable()
  await pipeline(Readable.from(binaryRows(world, rows)), sink)
}

/** The trees the observations belong to, 4096 leaves each. */
export async function copyTrees(sql: Sql, rows: number): Promise<void> {
  await sql`
    insert into tree (tree_id, state, leaf_count, root, prev_root, leaf_spec, chain_id, schema_uid, attester, attest_uid, attest_tx)
    select n, 'final', ${leavesPerTree}, sha256(n::text::bytea), sha256((n - 1)::text::bytea), sha256('spec'), 8453,
      sha256('schema'), '0x', sha256(n::text::bytea), sha256(n::text::bytea)
    from generate_series(1, ${treeOf(rows - 1)}::int) n`
}

function treeOf(row: number): number {
  return 1 + Math.floor(row / leavesPerTree)
}

const leavesPerTree = 4096
const rowBytes = 2 + 5 * 4 + 8 + 4 + 4 + 32 + 32
const rowsPerChunk = 4096

function* binaryRows(world: World, rows: number): Generator<Buffer> {
  const header = Buffer.alloc(19)
  header.write('PGCOPY\n\xff\r\n\0', 'latin1')
  yield header
  const random = createRandom(seed + 1)
  const pickCity = zipf(world.cities.length, 1)
  const pickLandmark = zipf(landmarksPerCity, 1)
  for (let from = 0; from < rows; from += rowsPerChunk) {
    const count = Math.min(rowsPerChunk, rows - from)
    const chunk = Buffer.allocUnsafe(count * rowBytes)
    for (let i = 0; i < count; i++) {
      const age = 1 - (from + i) / rows
      let time = world.newest - Math.floor(age * (world.newest - world.oldest))
      if (random.unit() < 0.03) time = Math.floor(random.between(world.oldest, time))
      let cell: number
      const kind = random.unit()
      if (kind < 0.1) cell = world.hotCell
      else if (kind < 0.13) {
        cell = world.burstCell
        time = world.burstAt + random.below(3600)
      } else if (kind < 0.17) {
        cell = cellAt((Math.asin(random.between(-1, 1)) * 180) / Math.PI, random.between(-180, 180))
      } else {
        const city = world.cities[pickCity(random)]!
        const landmark = random.unit() < 0.5 ? city.landmarks[pickLandmark(random)] : undefined
        const [latitude, longitude] = landmark ?? offset(random, city.latitude, city.longitude, 5)
        cell = cellAt(latitude, longitude)
      }
      writeRow(chunk, i * rowBytes, random, { time, cell, treeId: treeOf(from + i) })
    }
    yield chunk
  }
  const trailer = Buffer.alloc(2)
  trailer.writeInt16BE(-1)
  yield trailer
}

function writeRow(
  chunk: Buffer,
  start: number,
  random: Random,
  row: { time: number; cell: number; treeId: number },
): void {
  let at = chunk.writeInt16BE(5, start)
  at = chunk.writeInt32BE(8, at)
  at = chunk.writeBigInt64BE(BigInt(-row.time), at)
  at = chunk.writeInt32BE(4, at)
  at = chunk.writeInt32BE(row.cell, at)
  at = chunk.writeInt32BE(4, at)
  at = chunk.writeInt32BE(row.treeId, at)
  for (let field = 0; field < 2; field++) {
    at = chunk.writeInt32BE(32, at)
    for (let word = 0; word < 8; word++) at = chunk.writeUInt32BE(random.bits(), at)
  }
}

/** A random offset from a place, with this standard deviation in kilometres. */
function offset(random: Random, latitude: number, longitude: number, km: number): [number, number] {
  const degrees = km / kmPerDegree
  const east = (random.gauss() * degrees) / Math.cos((latitude * Math.PI) / 180)
  return [latitude + random.gauss() * degrees, Math.max(-180, Math.min(180, longitude + east))]
}

/** Draws 0..count-1 with weights 1 / (rank + 1) ** exponent. */
function zipf(count: number, exponent: number): (random: Random) => number {
  const cumulative = new Float64Array(count)
  let total = 0
  for (let i = 0; i < count; i++) cumulative[i] = total += 1 / (i + 1) ** exponent
  return (random) => {
    const target = random.unit() * total
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (cumulative[middle]! > target) high = middle
      else low = middle + 1
    }
    return low
  }
}
