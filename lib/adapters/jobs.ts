import 'server-only'
import { sql as sqlTag } from 'drizzle-orm'
import { type Db as BossDatabase, fromDrizzle, PgBoss } from 'pg-boss'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { openClient } from '#lib/adapters/db/driver/open-client'
import { watchJobs } from '#lib/adapters/watch-jobs'
import { notifyWorkers } from '#lib/adapters/worker-notifier'
import { type JobName, jobNames } from '#lib/domain/film/job-names'

/** Where the queues keep their tables, beside ours. */
const schema = 'pgboss'
const day = 86_400

export type JobData = { submissionId: string }

/**
 * When a worker dies, another takes its job after the heartbeat limit and the first retry delay: about twenty seconds. A waiting job is never dropped
 * for its age, because its film was submitted or its model paid for.
 */
const queueOptions = {
  retryDelay: 3,
  retryBackoff: true,
  retryDelayMax: 3_600,
  heartbeatSeconds: 15,
  expireInSeconds: 12 * 3_600,
  retentionSeconds: 3_650 * day,
  deleteAfterSeconds: 30 * day,
}

/**
 * Delays double from 3 s, so a check outlasts a quarter of an hour without a store. A model takes minutes, and a forecast is soon of
 * no use, so they get few.
 */
const retryLimits: Record<JobName, number> = { inspect: 8, preview: 8, forecast: 3, reconstruct: 3 }
/** The number of attempts at a model. */
export const modelAttempts = retryLimits.reconstruct + 1

/** The queues in a worker, with their maintenance: jobs of dead workers go to others, and finished jobs are deleted later. */
export type Jobs = { boss: PgBoss; stop: () => Promise<void> }

/**
 * Queues a job in the caller's transaction, so a rollback removes it. Changes nothing while a job of the same name waits or runs for
 * the submission. Checks and previews share the queue fairly between wallets (`placeOf`).
 *
 * Needs no open queues in this process: it creates a queue object for this call, on the caller's connection.
 */
export async function queueJob(args: { tx: Tx; name: JobName; submissionId: string }): Promise<void> {
  const { tx, name, submissionId } = args
  const boss = new PgBoss({
    db: fromDrizzle(tx, sqlTag),
    schema,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  try {
    const data: JobData = { submissionId }
    await boss.send(name, data, { singletonKey: submissionId, ...(await placeOf(tx, name, submissionId)) })
    await notifyWorkers(tx)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** The distance between the waiting films of one wallet, in seconds. Films of other wallets come in between. */
const spacingSeconds = 60
/** Priorities count seconds down from here (2026-01-01), so that they stay within 32 bits. */
const epochSeconds = 1_767_225_600

/** The wallet of a job, and its place in the queue: the highest priority goes first. */
type JobPlace = { priority?: number; group?: { id: string } }

/**
 * The place of a check is the time when it was queued, plus a minute for each waiting check of the same wallet, plus up to an hour
 * by the share of its CPU budget that the wallet has used. So a wallet with thirty films gets one checked, and then the first film
 * of another wallet is next. Every place is a time, so jobs that are queued much later come after it, and every job gets its turn.
 *
 * A preview or forecast has the place of its film's check, so that a started film is finished first. Models are made in the order in which they
 * were queued, because they are paid for.
 */
async function placeOf(tx: Tx, name: JobName, submissionId: string): Promise<JobPlace> {
  if (name === 'reconstruct') return {}
  const [row] = await tx.execute<{ wallet: string; inherited: number | null; seconds: number }>(sqlTag`
    select contributor as wallet,
      (select priority from pgboss.job where name = 'inspect' and singleton_key = submission_id
        order by created_on desc limit 1) as inherited,
      (extract(epoch from clock_timestamp()) - ${epochSeconds}
        + coalesce((select extract(epoch from greatest(spent_until - clock_timestamp(), interval '0')) / 24
            from wallet_budget where wallet = contributor and budget = 'cpu'), 0)
        + ${spacingSeconds} * (select count(*) from pgboss.job
            where name = 'inspect' and state < 'completed' and group_id = contributor))::integer as seconds
    from submission where submission_id = ${submissionId}`)
  if (!row) return {}
  const { wallet, inherited, seconds } = row
  const isLater = name !== 'inspect' && inherited !== null
  return { priority: isLater ? inherited : -seconds, group: { id: wallet } }
}

/** The state of the newest job of a name for a submission. A job that waits or runs comes before ended ones. */
export async function newestJob(args: {
  tx: Tx
  name: JobName
  submissionId: string
}): Promise<{ isLive: boolean; hasFailed: boolean; endedSecondsAgo: number | null } | undefined> {
  const [row] = await args.tx.execute<{ live: boolean; failed: boolean; ended_ago: number | null }>(sqlTag`
    select state < 'completed' as live, state = 'failed' as failed,
      extract(epoch from now() - completed_on)::float8 as ended_ago
    from pgboss.job where name = ${args.name} and singleton_key = ${args.submissionId}
    order by state < 'completed' desc, created_on desc limit 1`)
  return row && { isLive: row.live, hasFailed: row.failed, endedSecondsAgo: row.ended_ago }
}

/** Creates or upgrades the queues' tables; safe to run again. */
export async function installJobs(url: string): Promise<void> {
  const connection = openConnection(url)
  const boss = new PgBoss({ db: connection.database, schema, supervise: false, schedule: false })
  const errors: unknown[] = []
  boss.on('error', (error) => errors.push(error))
  try {
    await boss.start()
    for (const name of jobNames) {
      const options = { ...queueOptions, retryLimit: retryLimits[name] }
      // At most one job of this name waits or runs for a submission.
      await boss.createQueue(name, { ...options, policy: 'exclusive' })
      await boss.updateQueue(name, options)
    }
  } finally {
    await boss.stop({ graceful: false })
    await connection.close()
  }
  if (errors.length > 0) throw errors[0]
}

/**
 * Opens the queues with their maintenance, until `stop`. It also finishes upgrades: it builds the indexes that need to be built
 * without a lock.
 */
export async function openJobs(ctx: Pick<Context, 'env' | 'log'>): Promise<Jobs> {
  const connection = openConnection(ctx.env.databaseSessionUrl)
  const boss = new PgBoss({
    db: connection.database,
    schema,
    schedule: false,
    migrate: true,
    // `watchJobs` asks for it when there is something to do. Of several workers that ask at the same time one does it.
    supervise: false,
    monitorIntervalSeconds: 1,
  })
  const onError = (error: Error) => ctx.log.error({ error: error.message }, 'job queue failed')
  boss.on('error', onError)
  boss.on('warning', ({ message, data }) => ctx.log.warn({ data }, `job queue: ${message}`))
  let stopWatching = async () => {}
  const stop = async () => {
    await stopWatching()
    await boss.stop({ timeout: 5_000 })
    await connection.close()
  }
  try {
    await boss.start()
  } catch (error) {
    await stop()
    throw error
  }
  const { database } = connection
  stopWatching = watchJobs({ boss, database, heartbeatSeconds: queueOptions.heartbeatSeconds, onError })
  return { boss, stop }
}

/**
 * Connects the queue through our own database driver, so that a URL means the same to both. It has exactly one connection, because
 * the queue sends BEGIN and COMMIT as plain statements.
 */
function openConnection(url: string): { database: BossDatabase; close: () => Promise<void> } {
  const connection = openClient(url, {
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
    },
    close: () => connection.end({ timeout: 5 }),
  }
}

/** The queue passes JSON as text in most statements, and as a value in some. */
function asJson(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
