import { openDatabase } from '#lib/adapters/db'
import { createLogger } from '#lib/adapters/log'
import { findDatabaseUrl } from '#lib/cli/database-url'
import { loadDotEnv } from '#lib/cli/load-dot-env'
import { startupProblem } from '#lib/cli/startup-problem'
import { CairnError } from '#lib/domain/errors'
import { retryReconstruction } from '#lib/services/media/retry-reconstruction'

// `npm run model:retry`: needs the database and nothing else; a worker makes the model.
const help = `npm run model:retry -- SUBMISSION_ID

Queues the 3D model of an accepted submission again that failed.
Exit status: 0 queued, 1 not queued, 2 wrong usage.
`

loadDotEnv()
process.exitCode = await main(process.argv.slice(2))

async function main(given: string[]): Promise<number> {
  const [submissionId] = given
  if (submissionId === undefined || given.length > 1 || submissionId.startsWith('-')) {
    const asked = given.includes('--help')
    process[asked ? 'stdout' : 'stderr'].write(help)
    return asked ? 0 : 2
  }
  try {
    const database = openDatabase(findDatabaseUrl(process.env), { maxConnections: 1 })
    const log = createLogger({ level: 'silent', service: 'retry-model' })
    try {
      await retryReconstruction({ ctx: { db: database.db, log }, input: { submissionId } })
    } finally {
      await database.close()
    }
    process.stdout.write('The model is queued again.\n')
    return 0
  } catch (error) {
    const text = error instanceof CairnError ? error.message : `Not queued: ${startupProblem(error)}`
    process.stderr.write(`${text}\n`)
    return 1
  }
}
