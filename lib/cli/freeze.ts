import { openContext } from '#lib/adapters/context'
import { EnvError, readEnv } from '#lib/adapters/env'
import { freezeHelp, parseFreezeArguments } from '#lib/cli/freeze-arguments'
import { runFreeze } from '#lib/cli/freeze-run'
import { loadDotEnv } from '#lib/cli/load-dot-env'
import { loadSandboxEnv } from '#lib/cli/load-sandbox-env'
import { startupProblem } from '#lib/cli/startup-problem'
import { UsageError } from '#lib/cli/usage-error'

// `npm run freeze`: what operators do about a frozen service when the console cannot be used. Needs no key.
process.exitCode = await main()
// A pending call to a chain must not delay the end of the process.
process.exit()

async function main(): Promise<number> {
  try {
    const args = parseFreezeArguments(process.argv.slice(2))
    if (args === 'help') {
      process.stdout.write(freezeHelp)
      return 0
    }
    loadDotEnv()
    loadSandboxEnv()
    const ctx = await openContext(readEnv({ relayer: false }), { service: 'freeze', maxConnections: 6 })
    try {
      const { status, text } = await runFreeze({ ctx, args })
      process.stdout.write(text)
      return status
    } finally {
      await ctx.close()
    }
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`)
    return 2
  }
}

function explainFailure(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nSee: npm run freeze -- --help`
  // The settings' own message names variables and no values.
  return `COULD NOT BE DONE: ${error instanceof EnvError ? error.message : startupProblem(error)}`
}
