import 'server-only'
import { checkDeployment } from '#lib/adapters/boot-check'
import { errorText } from '#lib/adapters/chain/error-text'
import { openContext } from '#lib/adapters/context'
import { EnvError, readEnv } from '#lib/adapters/env'

const checkAgainMs = 5_000

/**
 * Ends the process with status 1 and a list of what is wrong, before it can touch money. A network that does not answer keeps
 * nothing from starting; it is checked as soon as it does, and then ends the process if it is the wrong one.
 */
export async function refuseUnsafeStart(service: string): Promise<void> {
  try {
    const silent = await check(service)
    if (silent.length === 0) return
    process.stderr.write(`Cairn starts without what it could not check:\n${lines(silent)}\n`)
    checkLater(service)
  } catch (error) {
    end(error instanceof EnvError ? error.message : `Cairn cannot start: ${errorText(error)}`)
  }
}

async function check(service: string): Promise<string[]> {
  const ctx = await openContext(readEnv(), { service, maxConnections: 2 })
  try {
    return await checkDeployment(ctx)
  } finally {
    await ctx.close()
  }
}

function checkLater(service: string): void {
  setTimeout(async () => {
    try {
      const silent = await check(service)
      if (silent.length > 0) checkLater(service)
      else process.stderr.write('Every network answers and is the one configured.\n')
    } catch (error) {
      if (error instanceof EnvError) end(error.message)
      // The database does not answer just now, which says nothing of the settings.
      checkLater(service)
    }
  }, checkAgainMs).unref()
}

function lines(items: readonly string[]): string {
  return items.map((item) => `  ${item}`).join('\n')
}

function end(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
