import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('next.config.ts writes no file: the sources are hashed before it is loaded, and the next start would build again', () => {
  execFileSync(
    process.execPath,
    [
      '--permission',
      `--allow-fs-read=${root}/*`,
      '--conditions=react-server',
      '--eval',
      "await import('./next.config.ts')",
    ],
    { cwd: root, stdio: 'pipe' },
  )
})
