import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['contracts/tools/foundry.mjs', ...args], { encoding: 'utf8' })

test('the exit status of a Foundry program is ours', () => {
  expect(run('forge', '--version')).toMatchObject({ status: 0, stdout: expect.stringContaining('forge') })
  expect(run('forge', 'test', '--no-such-option').status).toBe(2)
})

test('a program that is not there is named, with what to do', () => {
  const missing = run('no-such-tool')
  expect(missing.status).toBe(127)
  expect(missing.stderr).toContain('install Foundry')
})
