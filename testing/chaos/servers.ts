import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { migrateDatabase } from '#lib/adapters/migrate'
import { startPostgres } from '#sandbox/postgres'

/** A PostgreSQL of this run with a migrated template, thrown away afterwards. */
export async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-chaos-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const server = await startPostgres({
      dataDir: join(folder, 'postgres'),
      durable: false,
      settings: { max_connections: '600' },
    })
    const sql = postgres(server.url, { max: 1, onnotice: () => {} })
    await sql.unsafe('create database cairn_template')
    await sql.end()
    await migrateDatabase(server.url.replace(/\/postgres$/, '/cairn_template'))
    return {
      url: server.url,
      stop: async () => {
        await server.stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
