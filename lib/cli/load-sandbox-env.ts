import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where no database is named, a command is about the sandbox started in this folder, and takes its settings. */
export function loadSandboxEnv(): void {
  const file = join(process.env.CAIRN_HOME ?? '.cairn', 'sandbox.env')
  if (!process.env.DATABASE_URL && existsSync(file)) process.loadEnvFile(file)
}
