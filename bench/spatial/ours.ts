import { openDatabase } from '#lib/adapters/db'
import type { Env } from '#lib/adapters/env'
import { newestParameters, newestSql } from '#lib/services/observations/newest'
import { queryObservations } from '#lib/services/observations/query-observations'
import { backendPid, type Cost, explained, percentile, timed } from './measure.ts'
import type { BenchQuery } from './workload.ts'

export type OursResult = Cost & {
  ids: string[] /** The whole verb, including trees and JSON. */
  verbMs: number
}

export const env = {
  baseUrl: 'https://cairn.example',
  anchor: { chainId: 8453, easExplorerUrl: 'https://base.easscan.org' },
} as Env

/**
 * Runs each query several times, in rounds, and uses the median of each figure. All databases run each query in turn, so that a slowdown of
 * the machine affects all of them.
 *
 * @returns by database, then by query
 */
export async function runOurs(
  urls: readonly string[],
  queries: readonly BenchQuery[],
  rounds: number,
): Promise<OursResult[][]> {
  const asked = await Promise.all(urls.map((url) => open(url, queries)))
  // The first round warms caches and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const index of queries.keys()) {
      for (const { ask } of asked) await ask(index, round > 0)
    }
  }
  return Promise.all(asked.map(({ finish }) => finish()))
}

async function open(url: string, queries: readonly BenchQuery[]) {
  const database = openDatabase(url, { maxConnections: 1 })
  const { sql } = database
  const pid = await backendPid(sql)
  await sql.unsafe(`prepare newest (int[], int[], bigint, bigint, int) as ${newestSql}`)
  const seen = queries.map(() => ({
    wall: [] as number[],
    cpu: [] as number[],
    execution: [] as number[],
    verb: [] as number[],
    buffers: 0,
    ids: [] as string[],
  }))
  return {
    ask: async (index: number, counted: boolean): Promise<void> => {
      const { query } = queries[index]!
      const figures = seen[index]!
      const parameters = newestParameters(query)
      const cost = await timed(pid, () => sql.unsafe(newestSql, parameters, { prepare: true }))
      const plan = await explained(sql, `newest('${parameters.join(`','`)}')`)
      const startedAt = performance.now()
      const answer = await queryObservations({ ctx: { sql, env }, input: query })
      const verbMs = performance.now() - startedAt
      if (!counted || cost.timedOut || !plan) return
      figures.wall.push(cost.wallMs)
      if (cost.cpuMs !== undefined) figures.cpu.push(cost.cpuMs)
      figures.execution.push(plan.executionMs)
      figures.verb.push(verbMs)
      figures.buffers = plan.buffers
      figures.ids = answer.observations.map((item) => item.observation_id)
    },
    finish: async (): Promise<OursResult[]> => {
      await database.close()
      return seen.map((figures) => ({
        timedOut: figures.wall.length === 0,
        wallMs: percentile(figures.wall, 0.5),
        cpuMs: figures.cpu.length > 0 ? percentile(figures.cpu, 0.5) : undefined,
        executionMs: percentile(figures.execution, 0.5),
        verbMs: percentile(figures.verb, 0.5),
        buffers: figures.buffers,
        ids: figures.ids,
      }))
    },
  }
}
