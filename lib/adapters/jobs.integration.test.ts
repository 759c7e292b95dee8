import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { installJobs, type Jobs, openJobs, queueJob } from '#lib/adapters/jobs'
import { createLogger } from '#lib/adapters/log'
import { takeJob } from '#lib/adapters/take-job'
import { workerChannel } from '#lib/adapters/worker-notifier'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { until } from '#testing/until'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const open = () =>
  openJobs({
    env: { databaseSessionUrl: database.url } as never,
    log: createLogger({ level: 'silent', service: 'test' }),
  })

async function jobsOf(submissionId: string): Promise<readonly { id: string; state: string }[]> {
  return database.sql<{ id: string; state: string }[]>`
    select id, state::text from pgboss.job
    where name = 'reconstruct' and data ->> 'submissionId' = ${submissionId}`
}

describe('a job asked for', () => {
  test('is there when its transaction commits, and not before', async () => {
    const submissionId = randomUUID()
    await database.db.transaction(async (tx) => {
      await queueJob({ tx, name: 'reconstruct', submissionId })
      expect(await jobsOf(submissionId)).toEqual([])
    })
    expect(await jobsOf(submissionId)).toHaveLength(1)
  })

  test('is gone when its transaction rolls back', async () => {
    const submissionId = randomUUID()
    const failing = database.db.transaction(async (tx) => {
      await queueJob({ tx, name: 'reconstruct', submissionId })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await jobsOf(submissionId)).toEqual([])
  })

  test('requested twice gives one job: in sequence, in one transaction and at once', async () => {
    const submissionId = randomUUID()
    const ask = () => database.db.transaction((tx) => queueJob({ tx, name: 'reconstruct', submissionId }))
    await database.db.transaction(async (tx) => {
      await queueJob({ tx, name: 'reconstruct', submissionId })
      await queueJob({ tx, name: 'reconstruct', submissionId })
    })
    await ask()
    await Promise.all([ask(), ask(), ask()])
    expect(await jobsOf(submissionId)).toHaveLength(1)
  })

  test('reaches a worker that starts later, and another one after that worker died', async () => {
    const submissionId = randomUUID()
    await database.db.transaction((tx) => queueJob({ tx, name: 'reconstruct', submissionId }))

    const first = await open()
    const [taken] = await first.boss
      .fetch<{ submissionId: string }>('reconstruct', {
        batchSize: 100,
      })
      .then((jobs) => jobs.filter((job) => job.data.submissionId === submissionId))
    expect(taken?.data).toEqual({ submissionId })
    await first.stop()
    // The worker died: it sends no more heartbeats.
    await database.sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where id = ${taken!.id}`

    let announced = 0
    const subscription = await database.sql.listen(workerChannel, () => void announced++)
    const second = await open()
    try {
      await until(async () => (await jobsOf(submissionId))[0]?.state === 'retry', {
        what: 'the job of the dead worker waits again',
      })
      await until(() => announced > 0, { what: 'workers are told that it waits' })
      await subscription.unlisten()
      // While it waits for its next try, asking again is still one job.
      await database.db.transaction((tx) => queueJob({ tx, name: 'reconstruct', submissionId }))
      expect(await jobsOf(submissionId)).toHaveLength(1)
    } finally {
      await second.stop()
    }
  })

  test('is independent of jobs of other names for the same submission, and can be requested again once it is done', async () => {
    const submissionId = randomUUID()
    const ask = () => database.db.transaction((tx) => queueJob({ tx, name: 'reconstruct', submissionId }))
    await ask()
    await database.db.transaction((tx) => queueJob({ tx, name: 'preview', submissionId }))
    const jobs = await open()
    try {
      const [first] = await jobsOf(submissionId)
      await jobs.boss.fetch('reconstruct', { batchSize: 100 })
      await ask()
      expect(await jobsOf(submissionId)).toHaveLength(1)
      await jobs.boss.complete('reconstruct', first!.id)
      await ask()
      expect((await jobsOf(submissionId)).map(({ state }) => state).sort()).toEqual(['completed', 'created'])
    } finally {
      await jobs.stop()
    }
  })
})

test('if no job is due, the time of the next one is returned, without the jobs of excluded wallets', async () => {
  const jobs = await open()
  try {
    await database.sql`delete from pgboss.job`
    const next = (except: string[] = []) =>
      takeJob({ jobs, db: database.db, names: ['forecast', 'preview'], except })
    expect(await next()).toEqual({ dueInMs: undefined })
    const send = (name: string, startAfter: number, wallet: string) =>
      jobs.boss.send(name, {}, { singletonKey: randomUUID(), startAfter, group: { id: wallet } })
    await send('preview', 3_600, 'a')
    await send('forecast', 7_200, 'b')
    const within = (hours: number) => ({ dueInMs: expect.closeTo(hours * 3_600_000, -5) })
    expect(await next()).toEqual(within(1))
    expect(await next(['a'])).toEqual(within(2))
    await send('forecast', 0, 'a')
    expect(await next(['a'])).toEqual(within(2))
    const due = await next()
    expect(due).toMatchObject({ name: 'forecast', wallet: 'a' })
    if (!('dueInMs' in due)) await due.done()
  } finally {
    await jobs.stop()
  }
})

test.each([
  ['ahead', 3],
  ['behind', -3],
])(
  'a worker whose clock is hours %s leaves the jobs of living workers, and takes those of dead ones',
  {
    tags: 'thorough',
  },
  async (_, hours) => {
    await database.sql`delete from pgboss.job`
    const submissionId = randomUUID()
    await database.db.transaction((tx) => queueJob({ tx, name: 'reconstruct', submissionId }))
    const take = (jobs: Jobs) => takeJob({ jobs, db: database.db, names: ['reconstruct'] })
    const first = await open()
    const held = await take(first)
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.now() + hours * 3_600_000 })
    const second = await open()
    try {
      await second.boss.supervise()
      expect(await jobsOf(submissionId)).toMatchObject([{ state: 'active' }])
      expect(await take(second)).toEqual({ dueInMs: undefined })
      if ('dueInMs' in held) throw new Error('no job was taken')
      expect(held.takenOver.aborted).toBe(false)
      const endHeartbeats = async () => {
        await database.sql`
          update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`
        await second.boss.supervise()
        return (await jobsOf(submissionId))[0]?.state === 'retry'
      }
      await until(endHeartbeats, { what: 'the job without heartbeats waits again' })
      await held.failed(new Error('too late'))
      expect(await jobsOf(submissionId)).toMatchObject([{ state: 'retry' }])
    } finally {
      vi.useRealTimers()
      await first.stop()
      await second.stop()
    }
  },
)

describe('the queue', () => {
  test('is installed again without a change, also by several at once', async () => {
    const submissionId = randomUUID()
    await database.db.transaction((tx) => queueJob({ tx, name: 'reconstruct', submissionId }))
    await Promise.all([installJobs(database.url), installJobs(database.url)])
    expect(await jobsOf(submissionId)).toHaveLength(1)
  })

  test('leaves no connection behind', async () => {
    const jobs = await open()
    await jobs.stop()
    await installJobs(database.url)
    await until(
      async () => {
        const [row] = await database.sql<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name = 'cairn jobs'`
        return row?.count === 0
      },
      { what: 'no connection' },
    )
  })

  test('continues when the database cuts its connections', { tags: 'thorough' }, async () => {
    const errors: unknown[] = []
    const log = { error: (data: unknown) => errors.push(data), warn: () => {} }
    const jobs = await openJobs({ env: { databaseSessionUrl: database.url }, log } as never)
    const done = new Set<string>()
    try {
      await jobs.boss.work<{ submissionId: string }>(
        'reconstruct',
        { batchSize: 2, pollingIntervalSeconds: 1 },
        async (batch) => {
          for (const job of batch) done.add(job.data.submissionId)
        },
      )
      for (let round = 0; round < 3; round++) {
        await database.sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'cairn jobs'`
        const submissionId = randomUUID()
        await database.db.transaction((tx) => queueJob({ tx, name: 'reconstruct', submissionId }))
        await until(() => done.has(submissionId), { what: `job ${round} is done` })
      }
    } finally {
      await jobs.stop()
    }
  })

  test('logs what went wrong, and continues', { tags: 'thorough' }, async () => {
    const said: string[] = []
    const log = { error: (_: unknown, text: string) => said.push(text), warn: () => {} }
    const jobs = await openJobs({ env: { databaseSessionUrl: database.url }, log } as never)
    try {
      await database.sql`alter table pgboss.job rename to hidden`
      await until(() => said.length > 0, { what: 'an error in the log' })
      expect(said[0]).toBe('job queue failed')
    } finally {
      await database.sql`alter table pgboss.hidden rename to job`
      await jobs.stop()
    }
  })
})
