import { migrateDatabase } from '#lib/adapters/migrate'
import { loadDotEnv } from '#lib/cli/load-dot-env'

// `npm run migrate`: needs only DATABASE_URL (or, behind a pooler, DATABASE_SESSION_URL), so that it runs on machines without keys.
loadDotEnv()
const url = process.env.DATABASE_SESSION_URL || process.env.DATABASE_URL
if (!url) {
  console.error('DATABASE_URL is not set: it names the PostgreSQL database to migrate.')
  process.exit(2)
}
try {
  await migrateDatabase(url)
  console.log('The database is at the current schema.')
} catch (error) {
  console.error(`The migration failed: ${(error as Error).message}`)
  process.exit(1)
}
