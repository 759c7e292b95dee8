import 'server-only'
import { sql } from 'drizzle-orm'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Db } from '#lib/adapters/db'
import type { JobData, JobName, Jobs } from '#lib/adapters/jobs'

/** A third of what the queue allows, so that two may be lost. */
const touchEveryMs = 5_000
const endTries = 3
const endPauseMs = 1_000

/** A job that this process has taken. It stays taken while the process lives and the database hears of it. */
export type TakenJob = {
  name: JobName
  submissionId: string
  /** Who handed the film in, lower case; `undefined` for a model, which somebody else paid for. */
  wallet: string | undefined
  /** Counts from 1, and anew for what was given back. */
  attempt: number
  /** Aborts when the queue has given the job to another. */
  lost: AbortSignal
  /** Ends it, for good. */
  done: () => Promise<void>
  /** Tried again later, until the queue's limit is reached. */
  failed: (error: unknown) => Promise<void>
  /** As if it had never been taken: whoever comes first goes on at once. Should this be cut short, it is a lost job. */
  giveBack: () => Promise<void>
}

/**
 * The next job of some queues that is due, or `undefined`: the one with the highest priority, and of equals the oldest. One of its
 * three ends must be called.
 *
 * @param args.except wallets whose jobs are left for later
 */
export async function takeJob(args: {
  jobs: Jobs
  db: Db
  names: readonly JobName[]
  except?: readonly string[]
}): Promise<TakenJob | undefined> {
  const { jobs, db, names, except = [] } = args
  const { boss } = jobs
  const ignoreGroups = [...except]
  const [next] =
    names.length === 1
      ? [{ name: names[0]! }]
      : await db.execute<{ name: JobName }>(sql`
          select name from pgboss.job
          where name in (${sql.join([...names], sql`, `)}) and state < 'active' and not blocked and start_after <= now()
            ${except.length > 0 ? sql`and (group_id is null or group_id not in (${sql.join([...except], sql`, `)}))` : sql``}
          order by priority desc, created_on limit 1`)
  if (!next) return undefined
  const options = { batchSize: 1, includeMetadata: true, ignoreGroups } as const
  const [job] = await boss.fetch<JobData>(next.name, options)
  return job && hold(boss, next.name, job)
}

function hold(boss: PgBoss, name: JobName, job: JobWithMetadata<JobData>): TakenJob {
  const { id, retryCount, priority, groupId } = job
  // Names this attempt: what comes of it too late changes nothing.
  const attempt = { id, retryCount }
  const lost = new AbortController()
  let isTouching = false
  const touch = async () => {
    if (isTouching) return
    isTouching = true
    try {
      // The library answers more than it says.
      const { affected } = (await boss.touch(name, attempt)) as { affected: number }
      if (affected === 0) lost.abort(new Error('the job was given to another worker'))
    } catch {
      // A database that does not answer says nothing about the job. When it does again, so will this.
    } finally {
      isTouching = false
    }
  }
  const timer = setInterval(touch, touchEveryMs)
  const end = async (act: () => Promise<unknown>) => {
    clearInterval(timer)
    await insist(act)
  }
  return {
    name,
    submissionId: job.data.submissionId,
    wallet: groupId ?? undefined,
    attempt: retryCount + 1,
    lost: lost.signal,
    done: () => end(() => boss.complete(name, attempt)),
    failed: (error) =>
      end(() =>
        boss.fail(name, attempt, { message: error instanceof Error ? error.message : String(error) }),
      ),
    giveBack: () =>
      end(async () => {
        await boss.deleteJob(name, attempt)
        const group = groupId ? { group: { id: groupId } } : {}
        await boss.send(name, job.data, { singletonKey: job.data.submissionId, priority, ...group })
      }),
  }
}

/** What cannot be said now is found out by the silence of the heartbeat. */
async function insist(act: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await act()
      return
    } catch (error) {
      if (tries === endTries) throw error
      await new Promise((wake) => setTimeout(wake, endPauseMs))
    }
  }
}
