import { openContext } from '#lib/adapters/context'
import { EnvError, readEnv } from '#lib/adapters/env'
import { runFreeze } from '#lib/cli/freeze-run'
import { loadDotEnv } from '#lib/cli/load-dot-env'
import { loadSandboxEnv } from '#lib/cli/load-sandbox-env'
import { startupProblem } from '#lib/cli/startup-problem'

// `npm run freeze`: what operators do about a frozen service when the console cannot be used. Needs no key.
loadDotEnv()
loadSandboxEnv()
process.exitCode = await main()
// A pending call to a chain must not delay the end of the process.
process.exit()

async function main(): Promise<number> {
  try {
    const ctx = await openContext(readEnv({ relayer: false }), { service: 'freeze', maxConnections: 6 })
    try {
      const { status, text } = await runFreeze({ ctx, given: process.argv.slice(2) })
      process.stdout.write(text)
      return status
    } finally {
      await ctx.close()
    }
  } catch (error) {
    // The settings' own message names variables and no values.
    process.stderr.write(
      `COULD NOT BE DONE: ${error instanceof EnvError ? error.message : startupProblem(error)}\n`,
    )
    return 2
  }
}
