import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '#lib/adapters/db'
import { createLogger } from '#lib/adapters/log'
import { migrateDatabase } from '#lib/adapters/migrate'
import { comparePlace } from '#lib/services/freeze/compare-keys'
import { compareIncarnation, trustIncarnation } from '#lib/services/freeze/incarnation'
import { startPostgres } from '#sandbox/postgres'
import { makeServerFolder } from '#testing/server-folder'

/* Real copies of a real cluster, to test which of them the database itself can reveal. */
const folder = makeServerFolder('copies')
const dataDir = join(folder, 'first')
const log = createLogger({ level: 'silent', service: 'test' })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = (url: string, name: string) => url.replace(/\/postgres$/, `/${name}`)

async function withCluster(dir: string, run: (admin: Database, url: string) => Promise<void>): Promise<void> {
  const server = await startPostgres({ dataDir: dir, durable: false })
  const admin = openDatabase(server.url, { maxConnections: 2 })
  try {
    await run(admin, server.url)
  } finally {
    await admin.close()
    await server.stop()
  }
}

async function differences(url: string): Promise<string[]> {
  const database = openDatabase(url, { maxConnections: 2 })
  try {
    return await compareIncarnation({ ctx: database })
  } finally {
    await database.close()
  }
}

test('a database created from a template within the cluster is another incarnation, and freezes the service', async () => {
  const serverUrl = inject('postgresUrl')
  const admin = postgres(serverUrl, { max: 1 })
  const [original, copy] = [`original_${process.pid}`, `copied_${process.pid}`]
  await admin.unsafe(`create database ${original} template cairn_template`)
  // The first check marks this database as the trusted one.
  expect(await differences(at(serverUrl, original))).toEqual([])
  await admin.unsafe(`create database ${copy} template ${original}`)
  const copied = openDatabase(at(serverUrl, copy), { maxConnections: 2 })
  const ctx = { ...copied, log }
  expect(await comparePlace({ ctx })).toBe(true)
  const [freeze] = await copied.sql`select cause, reason from service_freeze where ended_at is null`
  expect(freeze).toMatchObject({ cause: 'copy', reason: expect.stringContaining('another database') })
  await copied.close()
  expect(await differences(at(serverUrl, original))).toEqual([])
  for (const name of [original, copy]) await admin.unsafe(`drop database ${name}`)
  await admin.end()
})

describe('of a cluster of its own', { tags: 'thorough' }, () => {
  beforeAll(async () => {
    await withCluster(dataDir, async (database, url) => {
      await database.sql.unsafe('create database cairn')
      await migrateDatabase(at(url, 'cairn'))
      const first = openDatabase(at(url, 'cairn'), { maxConnections: 2 })
      // The first check marks this database as the trusted one.
      expect(await compareIncarnation({ ctx: first })).toEqual([])
      expect(await compareIncarnation({ ctx: first })).toEqual([])
      await first.close()
    })
  })

  test('the same files after a restart are the same incarnation, and so is a copy of them, which only the chains reveal', async () => {
    await withCluster(dataDir, async (_, url) => expect(await differences(at(url, 'cairn'))).toEqual([]))
    const copy = join(folder, 'copy')
    cpSync(dataDir, copy, { recursive: true, preserveTimestamps: true })
    writeFileSync(`${copy}.secret`, readFileSync(`${dataDir}.secret`))
    await withCluster(copy, async (_, url) => expect(await differences(at(url, 'cairn'))).toEqual([]))
  })

  test('rows that were dumped and loaded into new tables are another incarnation, and freeze the service', async () => {
    const name = `restored_${process.pid}`
    const serverUrl = inject('postgresUrl')
    const admin = postgres(serverUrl, { max: 1 })
    await admin.unsafe(`create database ${name} template cairn_template`)
    let row: Record<string, unknown> = {}
    await withCluster(dataDir, async (_, url) => {
      const from = postgres(at(url, 'cairn'), { max: 1 })
      ;[row] =
        (await from`select one, system_identifier, timeline, database_oid, table_oid from service_incarnation`) as unknown as [
          Record<string, unknown>,
        ]
      await from.end()
    })
    const restored = openDatabase(at(serverUrl, name), { maxConnections: 2 })
    await restored.sql`insert into service_incarnation ${restored.sql(row as Record<string, string>)}`
    const ctx = { ...restored, log }
    expect(await comparePlace({ ctx })).toBe(true)
    const [freeze] = await restored.sql`select cause, reason from service_freeze where ended_at is null`
    expect(freeze).toMatchObject({ cause: 'copy' })
    expect(freeze!.reason).toContain('another PostgreSQL cluster')
    // After the comparison with the chains it is trusted at its new place.
    await restored.db.transaction((tx) => trustIncarnation({ ctx, tx }))
    expect(await compareIncarnation({ ctx })).toEqual([])
    await restored.close()
    await admin.unsafe(`drop database ${name} with (force)`)
    await admin.end()
  })

  test('recovery or promotion begins another timeline, which is detected', async () => {
    writeFileSync(join(dataDir, 'standby.signal'), '')
    await withCluster(dataDir, async (admin, url) => {
      await admin.sql`select pg_promote()`
      const [difference] = await differences(at(url, 'cairn'))
      expect(difference).toContain('timeline')
    })
  })
})
