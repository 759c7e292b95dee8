import { openSandboxClock } from '#lib/adapters/clock'
import { openDatabase } from '#lib/adapters/db'
import { confinementOf } from '#lib/adapters/media/confinement'
import { findDatabaseUrl } from '#lib/cli/database-url'
import { ingestHelp, parseIngestArguments } from '#lib/cli/ingest-arguments'
import { runIngest } from '#lib/cli/ingest-run'
import { loadDotEnv } from '#lib/cli/load-dot-env'
import { startupProblem } from '#lib/cli/startup-problem'
import { UsageError } from '#lib/cli/usage-error'

// `npm run ingest`: needs the database and nothing else; a worker anchors what it brings in.
loadDotEnv()
process.exitCode = await main()

async function main(): Promise<number> {
  try {
    const args = parseIngestArguments(process.argv.slice(2))
    if (args === 'help') {
      process.stdout.write(ingestHelp)
      return 0
    }
    await assertConfined(process.env)
    const database = openDatabase(findDatabaseUrl(process.env), { maxConnections: 3 })
    try {
      // The offset is zero outside the sandbox, so this is the service's time in every mode.
      const clock = await openSandboxClock(database.sql)
      return await runIngest({
        ctx: { ...database, clock },
        args,
        print: (text) => process.stdout.write(text),
        showProgress: Boolean(process.stdout.isTTY && process.stderr.isTTY),
      })
    } finally {
      await database.close()
    }
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

/** Files come from strangers, so they are read in the same sandbox as in workers. @throws UsageError */
async function assertConfined(variables: NodeJS.ProcessEnv): Promise<void> {
  const isSandbox = variables.CAIRN_MODE === 'sandbox' || !variables.DATABASE_URL
  const sandbox = variables.MEDIA_SANDBOX === 'weak' ? 'weak' : 'required'
  const mode = isSandbox ? 'sandbox' : 'production'
  const { isAllowed, says } = await confinementOf({ mode, media: { sandbox } })
  if (!isAllowed) throw new UsageError(`Files cannot be read safely here: ${says}`)
  if (says && !isSandbox) process.stderr.write(`${says}\n`)
}

function explainFailure(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nSee: npm run ingest -- --help`
  const { code } = error as Error & { code?: string }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'CONNECT_TIMEOUT')
    return 'The database does not answer. Is `npm start` running, or DATABASE_URL right?'
  return `Ingest failed, and what was reported as new before is in: ${startupProblem(error)}`
}
