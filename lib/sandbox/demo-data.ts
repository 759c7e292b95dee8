import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openSandboxClock } from '#lib/adapters/clock'
import { openDatabase, type Sql } from '#lib/adapters/db'
import { arrayText } from '#lib/adapters/open-client'
import { fromHex } from '#lib/domain/leaf'
import { writeDemoCaptures } from '#lib/sandbox/demo-captures'
import type { Home } from '#lib/sandbox/home'
import { ingestFile } from '#lib/services/captures/ingest-file'

const attestTimeoutMs = 60_000

/**
 * Makes the demo photographs, ingests them and waits until the worker has attested them. A later start finds all of that
 * done.
 *
 * @returns paths of the attested files
 */
export async function loadDemoData(options: {
  home: Home
  databaseUrl: string
  signal: AbortSignal
}): Promise<string[]> {
  const { home, signal } = options
  const { sql, close } = openDatabase(options.databaseUrl, { maxConnections: 2 })
  try {
    const clock = await openSandboxClock(sql)
    const files = existsSync(home.demo)
      ? readdirSync(home.demo).map((name) => join(home.demo, name))
      : writeDemoCaptures(home.demo, clock.now())
    const ids: Uint8Array[] = []
    for (const path of files) {
      const result = await ingestFile({ ctx: { sql, clock }, input: { path } })
      if (result.status === 'refused')
        throw new Error(`the demo file ${path} was refused: ${result.refusals.join(', ')}`)
      ids.push(fromHex(result.observationId))
    }
    await waitUntilAttested(sql, ids, signal)
    return files
  } finally {
    await close()
  }
}

async function waitUntilAttested(sql: Sql, ids: Uint8Array[], signal: AbortSignal): Promise<void> {
  const giveUpAt = Date.now() + attestTimeoutMs
  for (;;) {
    signal.throwIfAborted()
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from observation where sha256 = any(${arrayText(ids)}::text::bytea[])`
    if (row?.count === ids.length) return
    if (Date.now() > giveUpAt) {
      throw new Error(
        `only ${row?.count} of ${ids.length} demo captures were attested in ${attestTimeoutMs / 1000} s`,
      )
    }
    await new Promise((wake) => setTimeout(wake, 100))
  }
}
