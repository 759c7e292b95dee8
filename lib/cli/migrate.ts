import { migrateDatabase } from '#lib/adapters/migrate'
import { loadDotEnv } from '#lib/cli/load-dot-env'
import { printHelpIfAsked } from '#lib/cli/print-help'
import { startupProblem } from '#lib/cli/startup-problem'

// `npm run migrate`: needs only DATABASE_URL (or, behind a pooler, DATABASE_SESSION_URL), so that it runs on machines without keys.
printHelpIfAsked(`Brings the database to the schema of this version, the tables of the job queue included.

Usage:  npm run migrate

The database is DATABASE_SESSION_URL or DATABASE_URL; no other setting is needed. Run it once before each deployment, while
the previous version runs. It is safe to run twice, and refuses a database with migrations that this version does not have.
Exit status: 0 done, 1 the migration failed, 2 no database is named.
`)

loadDotEnv()
const url = process.env.DATABASE_SESSION_URL || process.env.DATABASE_URL
if (!url) {
  console.error('DATABASE_URL is not set: it names the PostgreSQL database to migrate.')
  process.exit(2)
}
try {
  await migrateDatabase(url)
  console.log('The database has the schema of this version.')
} catch (error) {
  console.error(`The migration failed: ${startupProblem(error)}`)
  process.exit(1)
}
