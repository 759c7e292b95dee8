import 'server-only'
import type { Db as BossDatabase, PgBoss } from 'pg-boss'
import { workerChannel } from '#lib/adapters/worker-notifier'

/** Deletes old jobs, and warns of long queues and of tables that grow. */
const maintainEveryMs = 300_000
const pauseMs = 1_000
const maxPauseMs = 10_000
/** Two heartbeats: after an outage of the database all of them are missing, and the workers that live send theirs. */
const afterOutageMs = 10_000

/**
 * Queues the jobs of dead workers again, as soon as their heartbeat or their time is over, and maintains the queues. Costs one statement for each
 * heartbeat limit, in place of the dozen every ten seconds of pg-boss's own supervision.
 *
 * A job that is taken after one look cannot miss its heartbeat limit before the next look, which is at most that limit later.
 *
 * @param args.onError called with what went wrong; the next look is some seconds later
 * @returns ends it, after the look under way
 */
export function watchJobs(args: {
  boss: PgBoss
  database: BossDatabase
  heartbeatSeconds: number
  onError: (error: Error) => void
}): () => Promise<void> {
  const { boss, database, heartbeatSeconds, onError } = args
  const stop = new AbortController()
  const { signal } = stop
  let maintainAt = performance.now() + maintainEveryMs
  let failures = 0

  /** Looks once for jobs of dead workers. @returns the milliseconds to wait before the next look */
  const look = async (): Promise<number> => {
    const untilOverdueMs = await untilNextOverdue(database)
    const isOverdue = untilOverdueMs <= 0
    if (isOverdue && failures > 0) return afterOutageMs
    if (isOverdue || performance.now() >= maintainAt) {
      await boss.supervise()
      maintainAt = performance.now() + maintainEveryMs
    }
    if (!isOverdue) return Math.min(untilOverdueMs, heartbeatSeconds * 1_000)
    // They are due soon, and waiting workers do not know about them yet.
    await database.executeSql('select pg_notify($1, $2)', [workerChannel, ''])
    return pauseMs
  }
  const watch = async () => {
    while (!signal.aborted) {
      let waitMs: number
      try {
        waitMs = await look()
        failures = 0
      } catch (error) {
        failures += 1
        waitMs = Math.min(failures * pauseMs, maxPauseMs)
        if (!signal.aborted) onError(error instanceof Error ? error : new Error(String(error)))
      }
      await pause(waitMs, signal)
    }
  }
  const watching = watch()
  return async () => {
    stop.abort()
    await watching
  }
}

/** Milliseconds until the first running job has been without a heartbeat for too long, or has run for too long; infinite if none runs. */
async function untilNextOverdue(database: BossDatabase): Promise<number> {
  // The condition on `policy`, which all our queues have, lets an index find the few jobs that run.
  const { rows } = await database.executeSql(`
    select (extract(epoch from min(least(
      heartbeat_on + heartbeat_seconds * interval '1 second', started_on + expire_seconds * interval '1 second'
    )) - now()) * 1000)::float8 as ms
    from pgboss.job where state = 'active' and policy = 'exclusive'`)
  return (rows as { ms: number | null }[])[0]?.ms ?? Number.POSITIVE_INFINITY
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) return done()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
