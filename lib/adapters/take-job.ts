import 'server-only'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { JobData, JobName, Jobs } from '#lib/adapters/jobs'

/** A third of what the queue allows, so that two may be lost. */
const touchEveryMs = 5_000
const endTries = 3
const endPauseMs = 1_000

/** A job that this process has taken. It stays taken while the process lives and the database hears of it. */
export type TakenJob = {
  name: JobName
  submissionId: string
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

/** The next job of a queue that is due, or `undefined`. One of its three ends must be called. */
export async function takeJob({ boss }: Jobs, name: JobName): Promise<TakenJob | undefined> {
  const [job] = await boss.fetch<JobData>(name, { batchSize: 1, includeMetadata: true })
  return job && hold(boss, name, job)
}

function hold(boss: PgBoss, name: JobName, job: JobWithMetadata<JobData>): TakenJob {
  const { id, retryCount } = job
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
        await boss.send(name, job.data, { singletonKey: job.data.submissionId })
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
