// @module-tag thorough
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runShards } from '#lib/cli/shards-run'
import { type ShardedDatabase, startShardedDatabase } from '#testing/sharded-database'
import { until } from '#testing/until'

let database: ShardedDatabase
const run = (variables: Record<string, string>, given: string[] = []) =>
  runShards({ given, variables, print: () => {} })
const shards = (...given: string[]) =>
  run({ DATABASE_URL: database.url, OBSERVATIONS_SHARD_URLS: database.shardUrls.join() }, given)

beforeAll(async () => {
  database = await startShardedDatabase(2)
  expect(await shards()).toBe(0)
})
afterAll(() => database?.close())

test('the command changes nothing when it is repeated', async () => {
  expect(await shards()).toBe(0)
  expect(await database.primary`select from pg_publication`).toHaveLength(2)
})

describe('the command refuses', () => {
  test('a database that has another part, or tables of something else, and changes nothing there', async () => {
    const [shard] = database.shards as [ShardedDatabase['primary']]
    const attempt = (url: string) => run({ DATABASE_URL: database.url, OBSERVATIONS_SHARD_URLS: url })
    await expect(attempt(database.shardUrls[0]!)).rejects.toThrow(
      'The database of shard 1 is cairn_shard_1_of_2 already. Give shard 1 of 1 an empty database.',
    )
    await shard`create database other`
    const url = database.shardUrls[0]!.replace(/shard_1$/, 'other')
    const other = postgres(url, { max: 1, onnotice: () => {} })
    await other`create table diary (day date)`
    await expect(attempt(url)).rejects.toThrow('The database of shard 1 has a table diary.')
    await other`alter table diary rename to observation`
    await expect(attempt(url)).rejects.toThrow('The database of shard 1 has a table observation.')
    expect(await other`select day from observation`).toEqual([])
    await other.end()
    await shard`drop database other`
  })

  test('a shard of another primary, also to remove it, and one that was removed in part', async () => {
    const [shard] = database.shards as [ShardedDatabase['primary']]
    const [{ slot }] = await shard<
      [{ slot: string }]
    >`select subslotname as slot from pg_subscription where subname like '%1_of_2'`
    const setSlot = async (name: string) => {
      await shard.unsafe('alter subscription cairn_shard_1_of_2 disable')
      await until(
        async () =>
          (await database.primary`select from pg_replication_slots where slot_name = ${slot} and active`)
            .length === 0,
        { what: 'the slot is free' },
      )
      await shard.unsafe(`alter subscription cairn_shard_1_of_2 set (slot_name = ${name})`)
    }
    await setSlot('cairn_shard_1_of_2_of_another')
    await expect(shards()).rejects.toThrow('Shard 1 follows another database than this primary.')
    await expect(shards('remove')).rejects.toThrow('Nothing was removed.')
    expect(await database.primary`select from pg_replication_slots`).toHaveLength(2)
    await setSlot(slot)
    await expect(shards()).rejects.toThrow('Shard 1 no longer receives changes')
    await shard.unsafe('alter subscription cairn_shard_1_of_2 enable')
    expect(await shards()).toBe(0)
  })

  test('an address of the primary that the shards cannot use, without its password', async () => {
    const [shard] = database.shards as [ShardedDatabase['primary']]
    await shard`create database third`
    const url = database.shardUrls[0]!.replace(/shard_1$/, 'third')
    const attempt = (primaryUrl: string) =>
      run({ DATABASE_URL: database.url, OBSERVATIONS_SHARD_URLS: url, OBSERVATIONS_PRIMARY_URL: primaryUrl })
    await expect(attempt('postgres://cairn:se%cret@127.0.0.1:9/cairn')).rejects.toThrow(/^(?!.*se%cret)/s)
    await expect(attempt('localhost')).rejects.toThrow('OBSERVATIONS_PRIMARY_URL must be a URL')
    const { password } = new URL(database.url)
    const elsewhere = database.url.replace(/cairn$/, 'postgres')
    await expect(attempt(elsewhere)).rejects.toThrow('The shard reached another server than the primary')
    await expect(attempt(elsewhere)).rejects.not.toThrow(password)
    expect(await database.primary`select from pg_replication_slots`).toHaveLength(2)
    await shard`drop database third`
    await database.primary`drop publication cairn_shard_1_of_1`
  })

  test('the server of the primary, a primary that logs too little, and wrong usage', async () => {
    await expect(run({ DATABASE_URL: database.url, OBSERVATIONS_SHARD_URLS: database.url })).rejects.toThrow(
      'Shard 1 is on the server of the primary.',
    )
    await expect(
      run({ DATABASE_URL: database.shardUrls[0]!, OBSERVATIONS_SHARD_URLS: database.url }),
    ).rejects.toThrow("The primary's wal_level is replica")
    await expect(run({})).rejects.toThrow('DATABASE_URL is not set')
    await expect(run({ DATABASE_URL: database.url })).rejects.toThrow('OBSERVATIONS_SHARD_URLS is not set')
    await expect(
      run({ DATABASE_URL: database.url, OBSERVATIONS_SHARD_URLS: 'http://a:secret@b' }),
    ).rejects.toThrow(/^OBSERVATIONS_SHARD_URLS: must be URLs that start with postgres/)
    await expect(run({ DATABASE_URL: database.url }, ['grow'])).rejects.toThrow(
      'grow: there is only "remove"',
    )
  })
})
