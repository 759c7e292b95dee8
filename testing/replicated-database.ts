import { rmSync } from 'node:fs'
import postgres from 'postgres'
import { migrateDatabase } from '#lib/adapters/migrate'
import { startArchivingCluster } from '#testing/base-backup'
import { makeServerFolder } from '#testing/server-folder'
import { until } from '#testing/until'

/** A migrated database on a server of its own, with a streaming replica. */
export type ReplicatedDatabase = {
  url: string
  /** Connects to the replica as a user who may only read what docs/operations.md grants. */
  replicaUrl: string
  /** Sends statements to the primary. */
  primary: postgres.Sql
  /** Sends statements to the replica. */
  replica: postgres.Sql
  /** Lets the replica receive changes without applying them, until `resume`. */
  pause: () => Promise<void>
  resume: () => Promise<void>
  /** Waits until the replica has applied everything that the primary has committed. */
  catchUp: () => Promise<void>
  /** Makes the replica a server that takes writes and follows no more. */
  promote: () => Promise<void>
  stopReplica: () => Promise<void>
  close: () => Promise<void>
}

/** The statements of docs/operations.md, with a password. */
const reader = `
  create role cairn_reader login password 'reader';
  grant select on feed_head, observation, cell_presence, coverage, tree, capture to cairn_reader`

export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = makeServerFolder('replica')
  const cluster = await startArchivingCluster(folder, { synchronous_commit: 'on', shared_buffers: '32MB' })
  const at = (url: string) => url.replace(/\/postgres$/, '/cairn')
  const admin = postgres(cluster.url, { max: 1, onnotice: () => {} })
  await admin.unsafe('create database cairn')
  await admin.end()
  const url = at(cluster.url)
  await migrateDatabase(url)
  const primary = postgres(url, { max: 2, onnotice: () => {} })
  await primary.unsafe(reader)
  await cluster.takeBaseBackup()
  const standby = await cluster.startStandby(cluster.url)
  const replica = postgres(at(standby.url), { max: 2, onnotice: () => {} })
  const asReader = new URL(at(standby.url))
  Object.assign(asReader, { username: 'cairn_reader', password: 'reader' })
  let isStopped = false
  const stopReplica = async () => {
    if (isStopped) return
    isStopped = true
    await replica.end({ timeout: 1 })
    await standby.stop()
  }
  return {
    url,
    replicaUrl: asReader.href,
    primary,
    replica,
    pause: async () => {
      await replica`select pg_wal_replay_pause()`
      const isPaused = async () =>
        (await replica`select from pg_get_wal_replay_pause_state() as state where state = 'paused'`).length >
        0
      await until(isPaused, { what: 'the replica has paused' })
    },
    resume: async () => {
      await replica`select pg_wal_replay_resume()`
    },
    catchUp: async () => {
      const [{ position }] = await primary<
        [{ position: string }]
      >`select pg_current_wal_lsn()::text as position`
      const hasAll = async () =>
        (await replica`select where pg_last_wal_replay_lsn() >= ${position}::text::pg_lsn`).length > 0
      await until(hasAll, { what: 'the replica has everything' })
    },
    promote: standby.promote,
    stopReplica,
    close: async () => {
      await primary.end({ timeout: 1 })
      await stopReplica()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
