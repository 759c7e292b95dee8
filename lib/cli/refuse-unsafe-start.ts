import 'server-only'
import { checkStreets } from '#lib/adapters/basemap/check-streets'
import { checkDeployment } from '#lib/adapters/boot-check'
import { type Context, openContext } from '#lib/adapters/context'
import { EnvError, readEnv } from '#lib/adapters/env'
import { findKeysWithoutGas } from '#lib/adapters/find-keys-without-gas'
import { startupProblem } from '#lib/cli/startup-problem'

const checkAgainMs = 5_000

/**
 * Ends the process with status 1 and a list of problems, before it can touch money. The service starts even
 * if a network does not respond: the network is checked as soon as it responds, and the process ends if it is the wrong one.
 */
export async function refuseUnsafeStart(service: string): Promise<void> {
  try {
    const silent = await checkAll(service)
    if (silent.length === 0) return
    process.stderr.write(`Cairn starts, but these could not be checked:\n${lines(silent)}\n`)
    checkLater(service)
  } catch (error) {
    end(error instanceof EnvError ? error.message : `Cairn cannot start: ${startupProblem(error)}`)
  }
}

/** The lines about keys without gas that were printed, so that a later check does not repeat them. */
const printed = new Set<string>()

/** Checks the settings, and prints which keys own no gas. @returns what could not be checked */
async function checkAll(service: string): Promise<string[]> {
  const ctx = await openContext(readEnv(), { service, maxConnections: 2 })
  try {
    const [silent, withoutGas] = await Promise.all([check(ctx, service), findKeysWithoutGas(ctx)])
    const news = withoutGas.filter((line) => !printed.has(line))
    for (const line of news) printed.add(line)
    if (news.length > 0)
      process.stderr.write(`Cairn cannot send transactions with these keys yet:\n${lines(news)}\n`)
    return silent
  } finally {
    await ctx.close()
  }
}

async function check(ctx: Context, service: string): Promise<string[]> {
  // Workers draw no maps, and the archive may be on the web server's machine only.
  const streets = service === 'web' ? await checkStreets(ctx.env) : []
  return [...(await checkDeployment(ctx)), ...streets]
}

function checkLater(service: string): void {
  setTimeout(async () => {
    try {
      const silent = await checkAll(service)
      if (silent.length > 0) checkLater(service)
      else process.stderr.write('Everything could be checked now, and is as configured.\n')
    } catch (error) {
      if (error instanceof EnvError) end(error.message)
      // The database does not respond. This tells nothing about the settings.
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
