import 'server-only'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Sql } from '#lib/adapters/db'
import { countCells } from '#lib/domain/geo/area-size'
import type { CellRun } from '#lib/domain/geo/cell-runs'
import type { Claim } from '#lib/domain/geo/claim-confidence'
import { connectFilms } from '#lib/domain/geo/connect-films'
import { loadFilms } from '#lib/services/enterprise/load-films'
import { claimOfRow, type SourceRow, sourceColumns, sourceJoins } from '#lib/services/enterprise/sources'
import type { ObservationRow } from '#lib/services/observations/newest'

export type FeedItem = {
  position: number
  /** Whole epoch seconds. */
  publishedAtSeconds: number
  row: ObservationRow
  claim: Claim
  /** The wallet that names its node at the time of publication, never shown; `null` for the operator. */
  node: string | null
}

/** The last position in the feed. */
export async function readHead(sql: Sql): Promise<number> {
  const [head] = await sql<{ position: string }[]>`select position from feed_head`
  return Number(head!.position)
}

/** True if no entry after this position was deleted yet. Positions have no gaps, so the next one is enough to check. */
export async function isKept(sql: Sql, after: number): Promise<boolean> {
  const [found] = await sql<{ kept: boolean }[]>`
    select position = ${after}::bigint or
      (position > ${after}::bigint and exists (select 1 from feed where feed.position = ${after}::bigint + 1)) as kept
    from feed_head`
  return found!.kept
}

/** The oldest position that was not deleted yet, or the next one if the feed is empty. */
export async function oldestKept(sql: Sql): Promise<number> {
  const [found] = await sql<{ oldest: string }[]>`
    select coalesce((select min(position) from feed), (select position + 1 from feed_head)) as oldest`
  return Number(found!.oldest)
}

/**
 * The entries after a position in order, without those that were withdrawn since. Positions become visible in order, so no entry
 * can appear later between them.
 *
 * @param input.runs the cells to read; default: all
 */
export async function readFeed(args: {
  sql: Sql
  input: { after: number; upTo?: number; limit: number; runs?: readonly CellRun[] }
}): Promise<FeedItem[]> {
  const { sql, input } = args
  const { after, upTo = Number.MAX_SAFE_INTEGER, limit, runs } = input
  const [query, cells] = runs ? querySome(runs) : [anywhere, []]
  const range = [String(after), String(upTo), String(limit)]
  const rows = await sql.unsafe<Row[]>(query, [...range, ...cells], { prepare: true })
  const items = rows.map((row) => ({
    position: Number(row.position),
    publishedAtSeconds: row.published_seconds,
    row: {
      recency: Number(row.recency),
      cell: row.cell,
      treeId: row.tree_id,
      leafHash: row.leaf_hash,
      sha256: row.sha256,
    },
    claim: claimOfRow(row),
  }))
  const nodeOf = await readNodes(sql, items)
  return items.map((item) => ({ ...item, node: nodeOf(item) }))
}

/** A film has the node that it had when it was published, so that an event is the same when it is replayed. */
async function readNodes(
  sql: Sql,
  items: readonly Omit<FeedItem, 'node'>[],
): Promise<(item: Omit<FeedItem, 'node'>) => string | null> {
  const cells = items.flatMap(({ row, claim }) => (claim.wallets ? [row.cell] : []))
  const films = await loadFilms(sql, [...new Set(cells)])
  const nodes = new Map<string, string>()
  for (const known of films.values()) {
    const { whenPublished } = connectFilms(known)
    for (const [index, { observationId }] of known.entries()) nodes.set(observationId, whenPublished[index]!)
  }
  return ({ row, claim: { wallets } }) =>
    // It may have been withdrawn between two reads.
    wallets && (nodes.get(bytesToHex(row.sha256)) ?? wallets.contributor)
}

type Row = SourceRow & {
  position: string
  published_seconds: number
  recency: string
  cell: number
  tree_id: number
  leaf_hash: Uint8Array
  sha256: Uint8Array
}

/**
 * Skips withdrawn observations, which still have a position, before the limit applies: so a page that is not full is the last one.
 * Written as an expression so that the planner does not read all observations.
 */
const isObserved = '(select true from observation where observation.sha256 = feed.sha256)'

const whole = `
select seen.position, floor(extract(epoch from seen.published_at))::float8 as published_seconds, observation.recency, observation.cell, observation.tree_id,
  observation.leaf_hash, observation.sha256, ${sourceColumns}
from seen join observation on observation.sha256 = seen.sha256 ${sourceJoins}
order by seen.position`

const anywhere = `
with seen as materialized (
  select * from feed where position > $1::bigint and position <= $2::bigint and ${isObserved}
  order by position limit $3::int
) ${whole}`

/** The most cells that are read one by one. A polygon of 100 km² has more only near the poles. */
const maxSingleCells = 1_000

function querySome(runs: readonly CellRun[]): [query: string, cells: string[]] {
  if (countCells(runs) > maxSingleCells)
    return [inRuns, [`{${runs.map(([low]) => low).join()}}`, `{${runs.map(([, high]) => high).join()}}`]]
  const cells = runs.flatMap(([low, high]) =>
    Array.from({ length: high - low + 1 }, (_, index) => low + index),
  )
  return [inCells, [`{${cells.join()}}`]]
}

/**
 * Reads at most one page of each cell in the order of the index, so the cost does not depend on the number of later entries.
 * `offset 0` stops the planner from scanning the whole feed.
 */
const inCells = `
with seen as materialized (
  select f.* from unnest($4::int[]) as one (cell)
  cross join lateral (
    select * from feed
    where feed.cell = one.cell and position > $1::bigint and position <= $2::bigint and ${isObserved}
    order by position limit $3::int offset 0
  ) f
  order by f.position limit $3::int
) ${whole}`

/** Reads each run by the same index. A run has no order of positions there, so all later entries are read and sorted. */
const inRuns = `
with seen as materialized (
  select f.* from unnest($4::int[], $5::int[]) as run (low, high)
  cross join lateral (
    select * from feed
    where cell between run.low and run.high and position > $1::bigint and position <= $2::bigint and ${isObserved}
    offset 0
  ) f
  order by f.position limit $3::int
) ${whole}`
