import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Completes the folder of the standalone server. Copies what browsers load, since the server serves no files of another folder
 * (https://nextjs.org/docs/app/api-reference/config/next-config-js/output). Removes the copies of settings that `next build` made:
 * the server would read them, and a setting removed from `.env` since would still apply.
 */
export function copyAssets(root = join(import.meta.dirname, '../../..')): void {
  const server = join(root, '.next/standalone')
  cpSync(join(root, 'public'), join(server, 'public'), { recursive: true })
  cpSync(join(root, '.next/static'), join(server, '.next/static'), { recursive: true })
  for (const settings of ['.env', '.env.production']) rmSync(join(server, settings), { force: true })
}

if (import.meta.main) copyAssets()
