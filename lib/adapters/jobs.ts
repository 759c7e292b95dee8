import 'server-only'
import { sql as sqlTag } from 'drizzle-orm'
import { type Db as BossDatabase, fromDrizzle, PgBoss } from 'pg-boss'
import postgres from 'postgres'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'

/** Where the queue keeps its tables, beside ours. */
const schema = 'pgboss'
const reconstruct = 'reconstruct'
const day = 86_400

/** A job that waits is never dropped for its age: what it is for was accepted and paid. */
const queueOptions = {
  notify: true,
  retryLimit: 5,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 3_600,
  heartbeatSeconds: 30,
  expireInSeconds: 12 * 3_600,
  retentionSeconds: 3_650 * day,
  deleteAfterSeconds: 30 * day,
}

export type ReconstructionJob = { submissionId: string }

/** The queue as a worker keeps it: dead jobs given to others, finished ones removed after their time. */
export type Jobs = { boss: PgBoss; stop: () => Promise<void> }

/**
 * Asks for the 3D model of an accepted submission within the caller's transaction: a rollback takes the job with it. While
 * one for the submission waits or runs, asking again changes nothing.
 *
 * Needs nothing running in this process: the queue's object lives for this call, on this connection.
 */
export async function askReconstruction({
  tx,
  submissionId,
}: {
  tx: Tx
  submissionId: string
}): Promise<void> {
  const boss = new PgBoss({
    db: fromDrizzle(tx, sqlTag),
    schema,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  try {
    const job: ReconstructionJob = { submissionId }
    await boss.send(reconstruct, job, { singletonKey: submissionId })
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Creates or upgrades the queue's tables; safe to run again. */
export async function installJobs(url: string): Promise<void> {
  const connection = openConnection(url)
  const boss = new PgBoss({ db: connection.database, schema, supervise: false, schedule: false })
  const errors: unknown[] = []
  boss.on('error', (error) => errors.push(error))
  try {
    await boss.start()
    // Of one submission's jobs at most one waits or runs.
    await boss.createQueue(reconstruct, { ...queueOptions, policy: 'exclusive' })
    await boss.updateQueue(reconstruct, queueOptions)
  } finally {
    await boss.stop({ graceful: false })
    await connection.close()
  }
  if (errors.length > 0) throw errors[0]
}

/**
 * Keeps the queue until `stop`, which lets running jobs end for a while. It also finishes what an upgrade leaves to be done
 * while running: indexes built without a lock.
 */
export async function openJobs(ctx: Pick<Context, 'env' | 'log'>): Promise<Jobs> {
  const connection = openConnection(ctx.env.databaseUrl)
  const boss = new PgBoss({
    db: connection.database,
    schema,
    schedule: false,
    migrate: true,
    // Both this and the queue's own `notify` are needed for a job to be heard of at once.
    useListenNotify: true,
    // A job whose worker died waits for the heartbeat and for this, a minute by default.
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5,
  })
  boss.on('error', (error) => ctx.log.error({ error: error.message }, 'job queue failed'))
  boss.on('warning', ({ message, data }) => ctx.log.warn({ data }, `job queue: ${message}`))
  const stop = async () => {
    await boss.stop({ timeout: 5_000 })
    await connection.close()
  }
  try {
    await boss.start()
  } catch (error) {
    await stop()
    throw error
  }
  return { boss, stop }
}

/**
 * The queue on our own driver, so that one URL means the same to both. A connection of its own, and just one, because the
 * queue sends BEGIN and COMMIT as plain statements; listening has another.
 */
function openConnection(url: string): { database: BossDatabase; close: () => Promise<void> } {
  const connection = postgres(url, {
    max: 1,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: 'cairn jobs' },
    types: { json: { to: 114, from: [114, 3802], serialize: asJson, parse: JSON.parse } },
  })
  return {
    database: {
      executeSql: async (text, values) => {
        const result: unknown[] = await connection.unsafe(text, values as never[] | undefined)
        // Several statements give a list of results.
        return { rows: result.some(Array.isArray) ? result.flat() : result }
      },
      listen: async (channel, onNotification, onReconnect) => {
        const { unlisten } = await connection.listen(channel, onNotification, onReconnect)
        return { close: unlisten }
      },
    },
    close: () => connection.end({ timeout: 5 }),
  }
}

/** The queue gives JSON mostly as text, sometimes as it is. */
function asJson(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
