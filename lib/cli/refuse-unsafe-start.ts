import 'server-only'
import { checkDeployment } from '#lib/adapters/boot-check'
import { openContext } from '#lib/adapters/context'
import { EnvError, readEnv } from '#lib/adapters/env'

/** Ends the process with status 1 and a list of what is wrong, before it can touch money. */
export async function refuseUnsafeStart(service: string): Promise<void> {
  try {
    const ctx = await openContext(readEnv(), { service, maxConnections: 2 })
    try {
      await checkDeployment(ctx)
    } finally {
      await ctx.close()
    }
  } catch (error) {
    const text =
      error instanceof EnvError
        ? error.message
        : `Cairn cannot start: ${String((error as Error).message).split('\n')[0]}`
    process.stderr.write(`${text}\n`)
    process.exit(1)
  }
}
