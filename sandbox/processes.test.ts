import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { supervise } from '#sandbox/processes'
import { isAlive } from '#testing/is-alive'
import { until } from '#testing/until'

const folder = mkdtempSync(join(tmpdir(), 'cairn-processes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(name: string, script: string) {
  const logFile = join(folder, `${name}.log`)
  const gaveUp: string[] = []
  const child = supervise({
    command: process.execPath,
    args: ['-e', script],
    cwd: folder,
    env: { GIVEN: 'yes' },
    logFile,
    onChange: () => {},
    onGiveUp: (tail) => gaveUp.push(tail),
  })
  return { child, gaveUp, log: () => readFileSync(logFile, 'utf8') }
}

test('a killed child is started again, a stopped one is not', async () => {
  const { child, log } = run('steady', 'console.log("up " + process.env.GIVEN); setInterval(() => {}, 1000)')
  await until(() => log().includes('up yes'), { what: 'the child runs' })
  const first = child.pid()!
  process.kill(first, 'SIGKILL')
  await until(() => log().split('up yes').length === 3, { what: 'the child runs again' })
  const second = child.pid()!
  expect(second).not.toBe(first)
  await child.stop()
  expect(isAlive(second)).toBe(false)
})

test('a child that dies at once is given up on, with its last words', async () => {
  const { child, gaveUp } = run('broken', 'console.log("cannot go on"); process.exit(3)')
  await until(() => gaveUp.length > 0, { what: 'it gives up' })
  expect(gaveUp[0]).toContain('cannot go on')
  await child.stop()
})

test('a child that others kill again and again is always started again', { tags: 'thorough' }, async () => {
  const { child, gaveUp, log } = run('hunted', 'console.log("up"); setInterval(() => {}, 1000)')
  for (let kills = 0; kills < 7; kills++) {
    await until(() => gaveUp.length > 0 || log().split('up').length === kills + 2, { what: 'the child runs' })
    expect(gaveUp).toEqual([])
    process.kill(child.pid()!, kills % 2 === 0 ? 'SIGKILL' : 'SIGTERM')
  }
  await until(() => log().split('up').length === 9, { what: 'the child runs again' })
  await child.stop()
})

test('nothing of our environment that configures Cairn reaches a child', async () => {
  process.env.RELAYER_KEY = 'left over'
  const { child, log } = run(
    'clean',
    'console.log("key:" + process.env.RELAYER_KEY + ";"); setInterval(() => {}, 1000)',
  )
  delete process.env.RELAYER_KEY
  await until(() => log().includes('key:undefined;'), { what: 'the child says what it sees' })
  await child.stop()
})
