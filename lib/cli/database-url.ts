import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { UsageError } from '#lib/cli/usage-error'

/** The database of this command: DATABASE_URL, else that of the sandbox started here. @throws UsageError */
export function findDatabaseUrl(variables: NodeJS.ProcessEnv): string {
  if (variables.DATABASE_URL) return variables.DATABASE_URL
  const file = join(variables.CAIRN_HOME ?? '.cairn', 'sandbox.env')
  const url = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')).DATABASE_URL : undefined
  if (!url)
    throw new UsageError(
      'No database: run `npm start` first and leave it running, or set DATABASE_URL to a PostgreSQL database.',
    )
  return url
}
