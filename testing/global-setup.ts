import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '#lib/adapters/migrate'
import { startPostgres } from '#sandbox/postgres'
import { makeServerFolder, removeLeftovers } from '#testing/server-folder'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One PostgreSQL for the whole run with one migrated template; each test file copies the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { default: postgres } = await import('postgres')
  removeLeftovers()
  const folder = makeServerFolder('tests')
  const server = await startPostgres({
    dataDir: join(folder, 'postgres'),
    durable: false,
    settings: { max_wal_size: '512MB' },
  })
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  await sql.unsafe('create database cairn_template')
  await sql.end()
  await migrateDatabase(server.url.replace(/\/postgres$/, '/cairn_template'))
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
