import { rmSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { shardName } from '#lib/adapters/db/shards/shard-name'
import { migrateDatabase } from '#lib/adapters/migrate'
import { startPostgres } from '#sandbox/postgres'
import { makeServerFolder } from '#testing/server-folder'
import { until } from '#testing/until'

/** A migrated primary that logs changes logically, and a second server with an empty database for each shard. */
export type ShardedDatabase = {
  url: string
  primary: postgres.Sql
  shardUrls: readonly string[]
  /** Sends statements to each shard. */
  shards: readonly postgres.Sql[]
  /** The setting of a web, which may only read what docs/operations.md grants. */
  readerUrls: string
  /** Disables the subscription of a shard, until `resume`. */
  pause: (place: number) => Promise<void>
  resume: () => Promise<void>
  /** Waits until all shards have what the primary has published. */
  catchUp: () => Promise<void>
  /** Stops the server of the shards. */
  stopShards: () => Promise<void>
  close: () => Promise<void>
}

/** The statements of docs/operations.md, with a password: once for a server, and in each database. */
const reader = `create role cairn_reader login password 'reader'`
const grants = 'alter default privileges in schema public grant select on tables to cairn_reader'

export async function startShardedDatabase(count: number): Promise<ShardedDatabase> {
  const folder = makeServerFolder('shards')
  const start = (name: string, settings: Record<string, string>) =>
    startPostgres({
      dataDir: join(folder, name),
      durable: false,
      settings: { shared_buffers: '32MB', ...settings },
    })
  const connect = (url: string) => postgres(url, { max: 2, onnotice: () => {} })
  const createDatabases = async (server: string, names: readonly string[]) => {
    const admin = connect(server)
    for (const name of names) await admin.unsafe(`create database ${name}`)
    await admin.end()
    return names.map((name) => server.replace(/\/postgres$/, `/${name}`))
  }
  const server = await start('primary', { wal_level: 'logical', synchronous_commit: 'on' })
  const [url] = (await createDatabases(server.url, ['cairn'])) as [string]
  await migrateDatabase(url)
  const primary = connect(url)
  const ofShards = await start('shards', { wal_retrieve_retry_interval: '100ms' })
  const places = Array.from({ length: count }, (_, index) => `shard_${index + 1}`)
  const shardUrls = await createDatabases(ofShards.url, places)
  const shards = shardUrls.map(connect)
  await shards[0]!.unsafe(reader)
  for (const shard of shards) await shard.unsafe(grants)
  let isStopped = false
  const stopShards = async () => {
    if (isStopped) return
    isStopped = true
    await Promise.all(shards.map((shard) => shard.end({ timeout: 1 })))
    await ofShards.stop()
  }
  return {
    url,
    primary,
    shardUrls,
    shards,
    readerUrls: shardUrls
      .map((each) => Object.assign(new URL(each), { username: 'cairn_reader', password: 'reader' }).href)
      .join(),
    pause: async (place) => {
      const shard = shards[place - 1]!
      const name = shardName(place, count)
      await shard.unsafe(`alter subscription ${name} disable`)
      const isPaused = async () =>
        (await shard`select from pg_stat_subscription where subname = ${name} and pid is not null`).length ===
        0
      await until(isPaused, { what: 'the shard receives nothing' })
    },
    resume: async () => {
      for (const [index, shard] of shards.entries())
        await shard.unsafe(`alter subscription ${shardName(index + 1, count)} enable`)
    },
    catchUp: async () => {
      const version = async (of: postgres.Sql) =>
        (await of<{ is: string }[]>`select published_version as is from feed_head`)[0]?.is
      const areCurrent = async () => {
        const published = await version(primary)
        const theirs = await Promise.all(shards.map(version))
        return theirs.every((each) => each === published)
      }
      await until(areCurrent, { what: 'the shards have everything' })
    },
    stopShards,
    close: async () => {
      await primary.end({ timeout: 1 })
      await stopShards()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
