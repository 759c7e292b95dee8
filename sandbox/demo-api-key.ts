import { openSandboxClock } from '#lib/adapters/clock'
import { openDatabase } from '#lib/adapters/db'
import { listKeys } from '#lib/services/api-keys/list-keys'
import { makeKey, prefixLength } from '#lib/services/api-keys/make-key'

/** Creates the enterprise API key that `sandbox.json` names, unless an earlier start did. */
export async function keepDemoApiKey(options: { databaseUrl: string; key: string }): Promise<void> {
  const { databaseUrl, key } = options
  const { db, sql, close } = openDatabase(databaseUrl, { maxConnections: 2 })
  try {
    const ctx = { db, clock: await openSandboxClock(sql) }
    const known = await listKeys({ ctx })
    if (known.some(({ prefix }) => prefix === key.slice(0, prefixLength))) return
    await makeKey({ ctx, input: { account: 'Sandbox', tier: 'scale', expiresAt: null, key } })
  } finally {
    await close()
  }
}
