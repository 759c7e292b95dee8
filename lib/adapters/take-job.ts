import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Db } from '#lib/adapters/db'
import type { JobData, Jobs } from '#lib/adapters/jobs'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import type { JobName } from '#lib/domain/film/job-names'
import { errorMessage } from '#lib/domain/text/error-message'

/** A third of the queue's limit for heartbeats, so that two may fail. */
const touchEveryMs = 5_000
const endTries = 3
const endPauseMs = 1_000

/** A job that this process has taken. It stays taken while its heartbeat reaches the database. */
export type TakenJob = {
  name: JobName
  submissionId: string
  /** The contributor's wallet, in lower case; `undefined` for a model, which the poster paid for. */
  wallet: string | undefined
  /** Counts from 1, and again from 1 after the job was given back. */
  attempt: number
  /** Aborts when the queue has given the job to another worker. */
  takenOver: AbortSignal
  /** Ends the job as completed. */
  done: () => Promise<void>
  /** Ends this attempt. The job is tried again later, up to the queue's limit of attempts. */
  failed: (error: unknown) => Promise<void>
  /** Returns the job as if it had never been taken. If the process dies meanwhile, `resolveMissingJobs` queues it again. */
  giveBack: () => Promise<void>
}

/** No job is due. `dueInMs`: when one will be, unless more are queued; `undefined` if none waits. */
export type NoJob = { dueInMs: number | undefined }

/**
 * Takes the next job of some queues that is due: the one with the highest priority, and among equal ones the oldest. The caller must call
 * one of its three ends.
 *
 * @param args.except wallets whose jobs are left for later
 */
export async function takeJob(args: {
  jobs: Jobs
  db: Db
  names: readonly JobName[]
  except?: readonly string[]
}): Promise<TakenJob | NoJob> {
  const { jobs, db, names, except = [] } = args
  const { boss } = jobs
  const [next] = await db.execute<{ name: JobName; in_ms: number }>(sql`
    select name, (extract(epoch from start_after - now()) * 1000)::float8 as in_ms from pgboss.job
    where name in (${sql.join([...names], sql`, `)}) and state < 'active' and not blocked
      ${except.length > 0 ? sql`and (group_id is null or group_id not in (${sql.join([...except], sql`, `)}))` : sql``}
    order by greatest(start_after, now()), priority desc, created_on limit 1`)
  if (!next || next.in_ms > 0) return { dueInMs: next?.in_ms }
  const ignoreGroups = [...except]
  const options = { batchSize: 1, includeMetadata: true, ignoreGroups } as const
  const [job] = await boss.fetch<JobData>(next.name, options)
  // If there is no job, another worker was first.
  return job ? hold(boss, db, next.name, job) : { dueInMs: 0 }
}

function hold(boss: PgBoss, db: Db, name: JobName, job: JobWithMetadata<JobData>): TakenJob {
  const { id, retryCount, priority, groupId } = job
  // Identifies this attempt, so that its late result changes nothing.
  const attempt = { id, retryCount }
  const takenOver = new AbortController()
  let isTouching = false
  const touch = async () => {
    if (isTouching) return
    isTouching = true
    try {
      // The result is missing from the library's types.
      const { affected } = (await boss.touch(name, attempt)) as { affected: number }
      if (affected === 0) takenOver.abort(new Error('the job was given to another worker'))
    } catch {
      // The state of the job is unknown until the database answers. The next heartbeat asks again.
    } finally {
      isTouching = false
    }
  }
  const timer = setInterval(touch, touchEveryMs)
  const end = async (act: () => Promise<unknown>) => {
    clearInterval(timer)
    await withRetries(act)
  }
  return {
    name,
    submissionId: job.data.submissionId,
    wallet: groupId ?? undefined,
    attempt: retryCount + 1,
    takenOver: takenOver.signal,
    done: () => end(() => boss.complete(name, attempt)),
    failed: (error) => end(() => boss.fail(name, attempt, { message: errorMessage(error) })),
    giveBack: () =>
      end(async () => {
        await boss.deleteJob(name, attempt)
        const group = groupId ? { group: { id: groupId } } : {}
        await boss.send(name, job.data, { singletonKey: job.data.submissionId, priority, ...group })
        await notifyWorkers(db)
      }),
  }
}

/** Tries a few times. If all tries fail, the queue notices the missing heartbeat. */
async function withRetries(act: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await act()
      return
    } catch (error) {
      if (tries === endTries) throw error
      await sleep(endPauseMs)
    }
  }
}
