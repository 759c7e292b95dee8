import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from '#sandbox/postgres'

const folder = mkdtempSync(join(tmpdir(), 'cairn-postgres-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1 })
  try {
    return await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}

test('only loopback and only its own password get in; a second start keeps the data, also when the first server was left behind', async () => {
  const dataDir = join(folder, 'kept')
  const first = await startPostgres({ dataDir })
  expect(await query(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  const guessed = first.url.replace(/postgres:[0-9a-f]+@/, 'postgres:guess@')
  await expect(query(guessed, 'select 1')).rejects.toThrow(/password authentication failed/)
  await query(first.url, 'create table kept as select 42 as answer')
  // Nobody stops the first server, as after a run that was killed.
  const second = await startPostgres({ dataDir })
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await second.stop()
  await expect(query(second.url, 'select 1')).rejects.toThrow()
  await first.stop()
})
