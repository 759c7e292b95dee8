import { openDatabase } from '#lib/adapters/db'
import { runShards } from '#lib/cli/shards-run'
import { queryObservations } from '#lib/services/observations/query-observations'
import { answeredBy } from '../../testing/replica-reads.ts'
import { percentile } from './measure.ts'
import { env, type OursResult, runOurs } from './ours.ts'
import type { BenchQuery } from './workload.ts'

/**
 * Compares shards of a database with one server that has as many rows as a shard, and with the database itself.
 *
 * @param given.quarterUrl a database with the rows of one shard
 * @param given.shardUrls empty databases on another server
 * @param given.vacuum prepares a shard, as the other databases are
 */
export async function runSharded(given: {
  wholeUrl: string
  quarterUrl: string
  shardUrls: readonly string[]
  queries: readonly BenchQuery[]
  rounds: number
  vacuum: (url: string) => Promise<unknown>
}): Promise<void> {
  const { wholeUrl, quarterUrl, shardUrls, queries, rounds } = given
  await runShards({
    given: [],
    variables: { DATABASE_URL: wholeUrl, OBSERVATIONS_SHARD_URLS: shardUrls.join() },
    print: (text) => process.stderr.write(`  ${text}`),
  })
  for (const url of shardUrls) await given.vacuum(url)
  const [quarter, whole, ...shards] = await runOurs([quarterUrl, wholeUrl, ...shardUrls], queries, rounds)
  // A query ends with its slowest shard.
  const slowest = queries.map((_, index) => Math.max(...shards.map((each) => each[index]!.executionMs!)))
  const verbs = await timeAnswers({ wholeUrl, shardUrls, queries, rounds, expected: whole! })
  const row = (title: string, execution: readonly number[], verb: readonly number[]) =>
    console.log(`| ${title} | ${spread(execution)} | ${spread(verb)} |`)
  const executions = (of: readonly OursResult[]) => of.map((result) => result.executionMs!)
  console.log(`\n### ${shardUrls.length} shards\n`)
  console.log('| | execution p50 / p99 / max ms | whole verb p50 / p99 / max ms |\n|---|---|---|')
  row(
    'one server with the rows of a shard',
    executions(quarter!),
    quarter!.map(({ verbMs }) => verbMs),
  )
  row(
    'one server with all rows',
    executions(whole!),
    whole!.map(({ verbMs }) => verbMs),
  )
  row('the slowest shard, and all together', slowest, verbs)
  const { table, index, rows } = await sizeOf(shardUrls[0]!)
  console.log(
    `\nA row of a shard: ${(table / rows).toFixed(0)} bytes in the table, ${(index / rows).toFixed(0)} in the index.`,
  )
  const ratio = percentile(slowest, 0.99) / percentile(executions(quarter!), 0.99)
  console.log(
    `\np99 of the slowest shard: ${ratio.toFixed(2)} times that of one server with the rows of a shard.`,
  )
  console.log(`All ${queries.length} answers equal those of one server, id by id.`)
}

/** Times whole answers from the shards. @throws if an answer differs from that of one server, or if the shards did not give it */
async function timeAnswers(given: {
  wholeUrl: string
  shardUrls: readonly string[]
  queries: readonly BenchQuery[]
  rounds: number
  expected: readonly OursResult[]
}): Promise<number[]> {
  const { wholeUrl, shardUrls, queries, rounds, expected } = given
  const { sql, close } = openDatabase(wholeUrl, { maxConnections: 3, shardUrls })
  const answered = () => answeredBy('shards')
  const ask = (index: number) => queryObservations({ ctx: { sql, env }, input: queries[index]!.query })
  try {
    while ((await answered()) === 0) await ask(0)
    const times = queries.map(() => [] as number[])
    for (let round = 0; round <= rounds; round++) {
      for (const index of queries.keys()) {
        const before = await answered()
        const startedAt = performance.now()
        const { observations } = await ask(index)
        const tookMs = performance.now() - startedAt
        if ((await answered()) === before) throw new Error(`query ${index} was answered by the primary`)
        if (observations.map((each) => each.observation_id).join() !== expected[index]!.ids.join())
          throw new Error(`query ${index} has another answer`)
        if (round > 0) times[index]!.push(tookMs)
      }
    }
    return times.map((each) => percentile(each, 0.5))
  } finally {
    await close()
  }
}

async function sizeOf(url: string): Promise<{ table: number; index: number; rows: number }> {
  const { sql, close } = openDatabase(url, { maxConnections: 1 })
  const [size] = await sql<{ table: number; index: number; rows: number }[]>`
    select pg_table_size('observation')::float8 as table, pg_indexes_size('observation')::float8 as index, count(*)::float8 as rows
    from observation`
  await close()
  return size!
}

const spread = (values: readonly number[]) =>
  [0.5, 0.99, 1].map((share) => percentile(values, share).toPrecision(3)).join(' / ')
