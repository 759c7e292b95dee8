import 'server-only'
import type { Context } from '#lib/adapters/context'
import { answerWithinMs, listReplicas } from '#lib/adapters/db/replicas'
import { inTime } from '#lib/adapters/in-time'
import { metrics } from '#lib/adapters/metrics/registry'
import { versionSql } from '#lib/services/observations/read-published'

/** A promoted server that was no replica since its start has no time of a replay. */
const stateSql = `
  select (${versionSql}) as version,
    extract(epoch from now() - coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time()))::float8 as age`

/**
 * Updates the metrics that show whether the replicas answer, and have what is published.
 *
 * @throws if the primary is unreachable; these metrics are then left out of the export
 */
export async function collectReplicas({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<void> {
  const replicas = listReplicas(ctx.sql)
  if (replicas.length === 0) return
  const { replicaUp, replicaBehind } = metrics()
  replicaUp.reset()
  replicaBehind.reset()
  const [head] = await ctx.sql.unsafe<{ published_version: string }[]>(versionSql)
  await Promise.all(
    replicas.map(async ({ name, sql }) => {
      const asked = sql.unsafe<{ version: string; age: number }[]>(stateSql)
      const [state] = (await inTime(answerWithinMs, asked)) ?? []
      replicaUp.set({ replica: name }, state ? 1 : 0)
      if (!state) return
      const { version, age } = state
      replicaBehind.set({ replica: name }, version === head!.published_version ? 0 : age)
    }),
  )
}
