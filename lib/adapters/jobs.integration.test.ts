import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askJob, installJobs, openJobs } from '#lib/adapters/jobs'
import { createLogger } from '#lib/adapters/log'
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
      await askJob({ tx, name: 'reconstruct', submissionId })
      expect(await jobsOf(submissionId)).toEqual([])
    })
    expect(await jobsOf(submissionId)).toHaveLength(1)
  })

  test('is gone when its transaction rolls back', async () => {
    const submissionId = randomUUID()
    const failing = database.db.transaction(async (tx) => {
      await askJob({ tx, name: 'reconstruct', submissionId })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await jobsOf(submissionId)).toEqual([])
  })

  test('requested twice gives one job: in sequence, in one transaction and at once', async () => {
    const submissionId = randomUUID()
    const ask = () => database.db.transaction((tx) => askJob({ tx, name: 'reconstruct', submissionId }))
    await database.db.transaction(async (tx) => {
      await askJob({ tx, name: 'reconstruct', submissionId })
      await askJob({ tx, name: 'reconstruct', submissionId })
    })
    await ask()
    await Promise.all([ask(), ask(), ask()])
    expect(await jobsOf(submissionId)).toHaveLength(1)
  })

  test('reaches a worker that starts later, and again one that starts after that was lost', async () => {
    const submissionId = randomUUID()
    await database.db.transaction((tx) => askJob({ tx, name: 'reconstruct', submissionId }))

    const first = await open()
    const [taken] = await first.boss
      .fetch<{ submissionId: string }>('reconstruct', {
        batchSize: 100,
      })
      .then((jobs) => jobs.filter((job) => job.data.submissionId === submissionId))
    expect(taken?.data).toEqual({ submissionId })
    await first.stop()
    // Lost without a word: its heartbeat stays away.
    await database.sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where id = ${taken!.id}`

    const second = await open()
    try {
      await until(async () => (await jobsOf(submissionId))[0]?.state === 'retry', {
        what: 'the lost job waits again',
      })
      // While it waits for its next try, asking again is still one job.
      await database.db.transaction((tx) => askJob({ tx, name: 'reconstruct', submissionId }))
      expect(await jobsOf(submissionId)).toHaveLength(1)
    } finally {
      await second.stop()
    }
  })

  test('is independent of jobs of other names for the same submission, and can be requested again once it is done', async () => {
    const submissionId = randomUUID()
    const ask = () => database.db.transaction((tx) => askJob({ tx, name: 'reconstruct', submissionId }))
    await ask()
    await database.db.transaction((tx) => askJob({ tx, name: 'preview', submissionId }))
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

describe('the queue', () => {
  test('is installed again without a change, also by several at once', async () => {
    const submissionId = randomUUID()
    await database.db.transaction((tx) => askJob({ tx, name: 'reconstruct', submissionId }))
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
        await database.db.transaction((tx) => askJob({ tx, name: 'reconstruct', submissionId }))
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
      await database.sql`alter table pgboss.queue rename to hidden`
      await until(() => said.length > 0, { what: 'an error in the log' })
      expect(said[0]).toBe('job queue failed')
    } finally {
      await database.sql`alter table pgboss.hidden rename to queue`
      await jobs.stop()
    }
  })
})
