import { setTimeout as sleep } from 'node:timers/promises'
import { openSandboxClock } from '#lib/adapters/clock'
import { openDatabase, type Sql } from '#lib/adapters/db'
import { arrayText } from '#lib/adapters/db/array-text'
import { fromHex } from '#lib/domain/proof/leaf'
import { demoCapturePath, demoCaptures, ingestDemoCaptures } from '#sandbox/demo-captures'

const attestTimeoutMs = 60_000

/**
 * Ingests the demo captures before the worker runs, so that it puts all of them in one tree on any machine. A later start finds them there.
 *
 * @param options.folder for the manifest of the declared places and times
 * @returns the ids of the captures
 */
export async function loadDemoCaptures(options: { folder: string; databaseUrl: string }): Promise<string[]> {
  const database = openDatabase(options.databaseUrl, { maxConnections: 2 })
  try {
    const clock = await openSandboxClock(database.sql)
    return await ingestDemoCaptures({ ctx: { ...database, clock }, input: { folder: options.folder } })
  } finally {
    await database.close()
  }
}

/**
 * Waits until the worker has attested the captures.
 *
 * @returns paths of the attested files
 */
export async function waitForDemoCaptures(options: {
  ids: readonly string[]
  databaseUrl: string
  signal: AbortSignal
}): Promise<string[]> {
  const { ids, signal } = options
  const { sql, close } = openDatabase(options.databaseUrl, { maxConnections: 1 })
  try {
    await waitUntilAttested(sql, ids.map(fromHex), signal)
    return demoCaptures.map(({ file }) => demoCapturePath(file))
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
    await sleep(100)
  }
}
