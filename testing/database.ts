import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#lib/adapters/db'

export type TestDatabase = Database & { url: string }

/** A fresh, migrated database on the run's PostgreSQL. Call `close` in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
  // The default strategy writes every block of the copy to the write-ahead log, which takes more CPU time.
  await admin.unsafe(`create database ${name} template cairn_template strategy file_copy`)
  const url = serverUrl.replace(/\/postgres$/, `/${name}`)
  const database = openDatabase(url, { maxConnections: 10 })
  return {
    ...database,
    url,
    close: async () => {
      await database.close()
      await admin.unsafe(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
