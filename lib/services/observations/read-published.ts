import 'server-only'
import { batcherPerPool } from '#lib/adapters/batcher-per-pool'
import type { Sql } from '#lib/adapters/db'
import { chooseReplica, noteBehind, type Reader, readFromReplica } from '#lib/adapters/db/replicas'
import { metrics } from '#lib/adapters/metrics/registry'
import { CairnError } from '#lib/domain/errors'

/** Changes with every change of what is published: drizzle/sql/published-version.sql. */
const versionSql = 'select published_version from feed_head'

/**
 * Reads published observations, from a replica if one has them all. The answer is what the primary showed at a moment after the call:
 * a replica answers only if its snapshot has the published version that the primary had then. If no replica has it, or the replica fails,
 * the primary answers, at once: one that is behind usually has the change within milliseconds, or not for long.
 *
 * A version is random. So a replica that follows another server, a promoted one or one of before a restore has none that the primary has,
 * unless it has the same observations.
 *
 * @param sql the pool of the primary
 * @param read reads only from `observation`, `cell_presence`, `coverage`, `withdrawn_capture` and final trees, which have a version. It
 * may be called twice, and must store nothing: its result may not count
 */
export async function readPublished<Result>(
  sql: Sql,
  read: (reader: Reader) => Promise<Result>,
): Promise<Result> {
  const replica = chooseReplica(sql)
  if (replica) {
    // At the same time, because nothing but equal versions counts.
    const [version, found] = await Promise.all([
      readVersion(sql, undefined),
      readFromReplica(replica, (reader) => readWithVersion(reader, read)),
    ])
    if (found?.version === version) {
      metrics().publishedReads.inc({ server: replica.name })
      if (found.refusal) throw found.refusal
      return found.result as Result
    }
    if (found) noteBehind(replica)
  }
  metrics().publishedReads.inc({ server: 'primary' })
  return read(sql)
}

type Versioned<Result> = { version: string } & (
  | { result: Result; refusal?: undefined }
  | { result?: undefined; refusal: CairnError }
)

/** A refusal is part of an answer: it counts only if the version does. */
async function readWithVersion<Result>(
  reader: Reader,
  read: (reader: Reader) => Promise<Result>,
): Promise<Versioned<Result>> {
  const refused = (refusal: unknown) => {
    if (refusal instanceof CairnError) return { refusal }
    throw refusal
  }
  const [version, answer] = await Promise.all([
    selectVersion(reader),
    read(reader).then((result) => ({ result }), refused),
  ])
  return { version, ...answer }
}

/** The version that the primary has. Concurrent reads share a statement that begins after all of them. */
const readVersion = batcherPerPool<undefined, string>({
  maxItems: 1_000,
  run: async (sql, items) => {
    const version = await selectVersion(sql)
    return items.map(() => version)
  },
})

export async function selectVersion(reader: Reader): Promise<string> {
  const [head] = await reader.unsafe<{ published_version: string }[]>(versionSql, [], { prepare: true })
  return head!.published_version
}
