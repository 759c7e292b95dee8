import { errorText } from '#lib/adapters/chain/error-text'
import { openContext } from '#lib/adapters/context'
import { readEnv } from '#lib/adapters/env'
import { watchCopy } from '#lib/services/freeze/watch-copy'

const everyMs = 60_000
/** The longest delay of the start. A chain that is still silent then is compared before the first payment on it. */
const patienceMs = 5_000

/**
 * Checks if the database is an older copy than the state of the chains: before the first answer, and then every minute. See
 * docs/decisions/2026-11-21-boot-frozen.md.
 */
export async function watchForOlderCopy(): Promise<void> {
  const ctx = await openContext(readEnv(), { service: 'web', maxConnections: 2 })
  const look = async () => {
    try {
      await watchCopy({ ctx })
    } catch (error) {
      ctx.log.warn({ error: errorText(error) }, 'could not check whether this database is an older copy')
    }
  }
  const again = () => void setTimeout(() => look().finally(again), everyMs).unref()
  await Promise.race([look().finally(again), new Promise((goOn) => setTimeout(goOn, patienceMs).unref())])
}
