import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('a clean build gives the generated files, byte for byte', { tags: 'thorough', timeout: 60_000 }, () => {
  const output = execFileSync(process.execPath, ['contracts/tools/build.mjs', '--check'], {
    encoding: 'utf8',
    stdio: 'pipe',
  })
  expect(output).toBe('')
})
