import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** The commands for operators, and the files that they run. */
const commands = Object.entries(scripts).flatMap(([name, script]): [string, string][] => {
  const [, file] = /\bnode (?:--\S+ )*(lib\/cli\/[\w-]+\.ts)$/.exec(script) ?? []
  return file ? [[name, file]] : []
})
/** Without settings: neither `.env` nor a sandbox is there. */
const folder = mkdtempSync(join(tmpdir(), 'cairn-help-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the commands of operators are known', () => {
  expect(commands.map(([name]) => name)).toEqual([
    ...['serve', 'worker', 'migrate', 'shards', 'ingest', 'model:retry', 'keys', 'freeze', 'audit:money'],
    'contracts:deploy',
  ])
})

test.each(commands)(
  'npm run %s -- --help prints its usage, without any setting',
  async (name, file) => {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--conditions=react-server', join(root, file), '--help'],
      { cwd: folder, env: { PATH: process.env.PATH, NODE_ENV: 'production' } },
    )
    expect(stderr).toBe('')
    expect(stdout).toContain(`npm run ${name}`)
  },
  60_000,
)
