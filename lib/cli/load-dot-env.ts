import { existsSync } from 'node:fs'

/** A deployment may keep its settings in `.env`, as the web does; what the environment says wins. */
export function loadDotEnv(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
