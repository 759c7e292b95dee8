import 'server-only'
import type { Context } from '#lib/adapters/context'
import { inSnapshot, listReplicas, type Reader } from '#lib/adapters/db/replicas'
import { metrics } from '#lib/adapters/metrics/registry'
import { selectVersion } from '#lib/services/observations/read-published'

/** A promoted server that was never a replica since its start has no such time. */
const ageSql = `
  select extract(epoch from now() - coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time()))::float8 as age`

/**
 * Updates the metrics that show whether the replicas answer, and have what is published.
 *
 * @throws if the primary does not answer; none of these metrics is exported then
 */
export async function collectReplicas({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<void> {
  const replicas = listReplicas(ctx.sql)
  if (replicas.length === 0) return
  const { replicaUp, replicaBehind } = metrics()
  replicaUp.reset()
  replicaBehind.reset()
  const version = await selectVersion(ctx.sql)
  await Promise.all(
    replicas.map(async (replica) => {
      const found = await inSnapshot(replica.sql, readState).catch(() => undefined)
      replicaUp.set({ replica: replica.name }, found ? 1 : 0)
      if (found) replicaBehind.set({ replica: replica.name }, found.version === version ? 0 : found.age)
    }),
  )
}

async function readState(reader: Reader): Promise<{ version: string; age: number }> {
  const version = await selectVersion(reader)
  const [row] = await reader.unsafe<{ age: number }[]>(ageSql)
  return { version, age: row!.age }
}
