import 'server-only'
import type { Context } from '#lib/adapters/context'
import { answerWithinMs, listCopies } from '#lib/adapters/db/copies'
import { versionSql } from '#lib/adapters/db/published-version'
import { inTime } from '#lib/adapters/in-time'
import { metrics } from '#lib/adapters/metrics/registry'

/**
 * Updates the metrics that show whether the replicas and shards answer, and have what is published.
 *
 * @throws if the primary is unreachable; these metrics are then left out of the export
 */
export async function collectReplicas({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<void> {
  const copies = listCopies(ctx.sql)
  if (copies.length === 0) return
  const { replicaUp, replicaBehind } = metrics()
  replicaUp.reset()
  replicaBehind.reset()
  const [head] = await ctx.sql.unsafe<{ published_version: string }[]>(versionSql)
  await Promise.all(
    copies.map(async ({ name, sql, versionSql, changedAtSql }) => {
      const asked = sql.unsafe<{ version: string | null; age: number }[]>(`
        select (${versionSql}) as version, extract(epoch from now() - (${changedAtSql}))::float8 as age`)
      const [state] = (await inTime(answerWithinMs, asked)) ?? []
      replicaUp.set({ replica: name }, state ? 1 : 0)
      if (!state) return
      const { version, age } = state
      replicaBehind.set({ replica: name }, version === head!.published_version ? 0 : age)
    }),
  )
}
