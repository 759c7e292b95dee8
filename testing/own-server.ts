import { rmSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { openDatabase } from '#lib/adapters/db'
import { migrateDatabase } from '#lib/adapters/migrate'
import { freePort, type StopMode, startPostgres } from '#sandbox/postgres'
import type { TestDatabase } from '#testing/database'
import { makeServerFolder } from '#testing/server-folder'

/** A PostgreSQL server for one test file, with one migrated database. It can be stopped and started again at the same address. */
export type OwnServer = {
  database: TestDatabase
  stop: (mode: StopMode) => Promise<void>
  start: () => Promise<void>
}

/**
 * Starts a PostgreSQL server. It commits as in production, so a crash loses only what the product allows to be lost. Closing its database
 * stops it.
 *
 * @param options.folder holds the files of the server; by default a new folder, which is removed at the end
 */
export async function startOwnServer(
  options: { folder?: string; settings?: Record<string, string> } = {},
): Promise<OwnServer> {
  const folder = options.folder ?? makeServerFolder('server')
  const port = await freePort()
  const settings = { shared_buffers: '32MB', max_wal_size: '256MB', ...options.settings }
  const run = () => startPostgres({ dataDir: join(folder, 'postgres'), port, settings })
  let server = await run()
  const admin = postgres(server.url, { max: 1, onnotice: () => {} })
  await admin.unsafe('create database cairn')
  await admin.end()
  const url = server.url.replace(/\/postgres$/, '/cairn')
  await migrateDatabase(url)
  const database = openDatabase(url, { maxConnections: 10 })
  return {
    database: {
      ...database,
      url,
      close: async () => {
        await database.close()
        await server.stop()
        if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
      },
    },
    stop: (mode) => server.stop(mode),
    start: async () => {
      server = await run()
    },
  }
}
