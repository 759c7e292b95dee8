import 'server-only'
import type { Context } from '#lib/adapters/context'
import { answerWithinMs, listCopies, type ReadCopy } from '#lib/adapters/db/copies'
import { versionSql } from '#lib/adapters/db/published-version'
import { inTime } from '#lib/adapters/in-time'
import { metrics } from '#lib/adapters/metrics/registry'

/** The version of a copy that lacked changes when it was last looked at, and since when it has had that version. */
const lacking = new WeakMap<ReadCopy, { version: string | null; sinceMs: number }>()

/**
 * Updates the metrics that show whether the replicas and shards answer, and for how long they have been behind without receiving
 * anything.
 *
 * @throws if the primary does not answer; none of these metrics is exported then
 */
export async function collectReplicas({ ctx }: { ctx: Pick<Context, 'sql'> }): Promise<void> {
  const copies = listCopies(ctx.sql)
  if (copies.length === 0) return
  const { replicaUp, replicaBehind } = metrics()
  replicaUp.reset()
  replicaBehind.reset()
  const [head] = await ctx.sql.unsafe<{ published_version: string }[]>(versionSql)
  await Promise.all(
    copies.map(async (copy) => {
      const asked = copy.sql.unsafe<{ version: string | null }[]>(`select (${copy.versionSql}) as version`)
      const [state] = (await inTime(answerWithinMs, asked)) ?? []
      replicaUp.set({ replica: copy.name }, state ? 1 : 0)
      if (!state) return
      const isCurrent = state.version === head!.published_version
      replicaBehind.set({ replica: copy.name }, isCurrent ? 0 : secondsWithout(copy, state.version))
    }),
  )
}

/** For how long a copy that lacks changes has had its version. A copy that receives changes is not stuck, even if it always lacks the last ones. */
function secondsWithout(copy: ReadCopy, version: string | null): number {
  const nowMs = performance.now()
  const known = lacking.get(copy)
  const sinceMs = known && known.version === version ? known.sinceMs : nowMs
  lacking.set(copy, { version, sinceMs })
  return (nowMs - sinceMs) / 1_000
}
