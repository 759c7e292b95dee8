import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Loads the settings of the sandbox that was started in this folder, if no database is set. */
export function loadSandboxEnv(): void {
  const file = join(process.env.CAIRN_HOME ?? '.cairn', 'sandbox.env')
  if (!process.env.DATABASE_URL && existsSync(file)) process.loadEnvFile(file)
}
