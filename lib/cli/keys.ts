import { openSandboxClock } from '#lib/adapters/clock'
import { openDatabase } from '#lib/adapters/db'
import { findDatabaseUrl } from '#lib/cli/database-url'
import { keysHelp, parseKeysArguments } from '#lib/cli/keys-arguments'
import { runKeys } from '#lib/cli/keys-run'
import { loadDotEnv } from '#lib/cli/load-dot-env'
import { startupProblem } from '#lib/cli/startup-problem'
import { UsageError } from '#lib/cli/usage-error'

// `npm run keys`: needs the database and nothing else.
loadDotEnv()
process.exitCode = await main()

async function main(): Promise<number> {
  try {
    const args = parseKeysArguments(process.argv.slice(2))
    if (args === 'help') {
      process.stdout.write(keysHelp)
      return 0
    }
    const { db, sql, close } = openDatabase(findDatabaseUrl(process.env), { maxConnections: 2 })
    try {
      // The offset is zero outside the sandbox, so this is the service's time in every mode.
      const clock = await openSandboxClock(sql)
      await runKeys({ ctx: { db, clock }, args, print: (text) => process.stdout.write(text) })
    } finally {
      await close()
    }
    return 0
  } catch (error) {
    const isUsage = error instanceof UsageError
    process.stderr.write(`${startupProblem(error)}\n${isUsage ? 'See: npm run keys -- --help\n' : ''}`)
    return isUsage ? 2 : 1
  }
}
