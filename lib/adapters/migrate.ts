import 'server-only'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { installJobs } from '#lib/adapters/jobs'
import { openClient } from '#lib/adapters/open-client'

const migrationLock = 7_221_001

/** Brings a database to the current schema, the job queue's included; safe to call from several processes at once. */
export async function migrateDatabase(url: string): Promise<void> {
  const sql = openClient(url, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(${migrationLock})`
    const migrationsFolder = fileURLToPath(new URL('../../drizzle/migrations', import.meta.url))
    await migrate(drizzle(sql), { migrationsFolder })
    await installJobs(url)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
