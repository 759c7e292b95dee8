import { migrateDatabase } from '#lib/adapters/migrate'
import { loadDotEnv } from '#lib/cli/load-dot-env'
import { startupProblem } from '#lib/cli/startup-problem'

// `npm run migrate`: needs only DATABASE_URL (or, behind a pooler, DATABASE_SESSION_URL), so that it runs on machines without keys.
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
