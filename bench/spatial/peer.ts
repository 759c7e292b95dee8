import postgres from 'postgres'
import type { Sql } from '#lib/adapters/db'
import { backendPid, type Cost, explained, timed } from './measure.ts'
import type { BenchQuery } from './workload.ts'

/** The cost of the faster form, and that of the query in plain SQL. */
export type PeerResult = Cost & { ids: string[] | undefined; asWritten: Cost }

export const peerTimeoutMs = 2000
/** Pages are read from an EXPLAIN of every n-th query, because each may take seconds. */
const explainEvery = 5

/**
 * The usual design: a bounding box per observation under GiST, together with the time if btree_gist is available, and a btree on time as an
 * alternative for the planner.
 */
export async function buildPeer(sql: Sql): Promise<string> {
  await sql.unsafe(`
    create table peer_observation as
    select to_timestamp(-recency) as captured_at,
      box(
        point((cell & 32767) * (360.0 / 32768) - 180, (cell >> 15) * (180.0 / 32768) - 90),
        point(((cell & 32767) + 1) * (360.0 / 32768) - 180, ((cell >> 15) + 1) * (180.0 / 32768) - 90)
      ) as area, tree_id, leaf_hash, sha256
    from observation`)
  const [extension] = await sql`select 1 from pg_available_extensions where name = 'btree_gist'`
  if (extension) await sql.unsafe('create extension btree_gist')
  const columns = extension ? 'area, captured_at' : 'area'
  await sql.unsafe(`create index peer_area on peer_observation using gist (${columns})`)
  await sql.unsafe('create index peer_time on peer_observation (captured_at)')
  await sql.unsafe('vacuum analyze peer_observation')
  return `gist (${columns}), btree (captured_at)`
}

/**
 * Runs each query in two forms: in plain SQL, and with its order hidden from the planner, so that it uses the index on area instead of the
 * one on time. The faster one counts: PostgreSQL has few statistics of boxes and often chooses the slower plan, and this compares designs,
 * not plans. Each form runs once to warm up and once for the figure, with custom plans.
 */
export async function runPeer(
  url: string,
  queries: readonly BenchQuery[],
  progress: (done: number) => void,
): Promise<PeerResult[]> {
  const sql = postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: {
      statement_timeout: peerTimeoutMs,
      plan_cache_mode: 'force_custom_plan',
      jit: 'off',
    } as object,
  })
  const pid = await backendPid(sql)
  for (const boxes of [1, 2]) {
    const types = [...Array(boxes).fill('box'), 'timestamptz', 'timestamptz', 'int'].join()
    for (const form of forms)
      await sql.unsafe(`prepare ${form}_${boxes} (${types}) as ${peerSql(boxes, form)}`)
  }
  const results: PeerResult[] = []
  for (const [index, { query, boxes }] of queries.entries()) {
    progress(index)
    const parameters = [
      ...boxes.map(([west, south, east, north]) => `((${west},${south}),(${east},${north}))`),
      new Date(query.fromMs).toISOString(),
      new Date(query.toMs).toISOString(),
      String(query.limit),
    ]
    let best: Omit<PeerResult, 'asWritten'> | undefined
    let asWritten: Cost | undefined
    for (const form of forms) {
      const text = peerSql(boxes.length, form)
      const run = () => timed(pid, () => sql.unsafe(text, parameters, { prepare: true }))
      const warm = await run()
      const { rows, ...cost } = warm.timedOut ? warm : await run()
      if (form === 'as_written') asWritten = cost
      if (best && !best.timedOut && (cost.timedOut || cost.wallMs >= best.wallMs)) continue
      const plan =
        index % explainEvery === 0 && !cost.timedOut
          ? await explained(sql, `${form}_${boxes.length}('${parameters.join(`','`)}')`)
          : undefined
      best = { ...cost, ...plan, ids: rows?.map((row) => Buffer.from(row.sha256).toString('hex')) }
    }
    results.push({ ...best!, asWritten: asWritten! })
  }
  await sql.end()
  return results
}

const forms = ['by_area', 'as_written'] as const

function peerSql(boxes: number, form: (typeof forms)[number]): string {
  const areas = Array.from({ length: boxes }, (_, i) => `area && $${i + 1}::box`).join(' or ')
  const [from, to, limit] = [boxes + 1, boxes + 2, boxes + 3]
  const time = form === 'as_written' ? 'captured_at' : `captured_at + interval '0'`
  return `select captured_at, area, tree_id, leaf_hash, sha256 from peer_observation
    where (${areas}) and captured_at between $${from}::timestamptz and $${to}::timestamptz
    order by ${time} desc, sha256 limit $${limit}::int`
}
