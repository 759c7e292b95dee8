// needs: linux
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { freePort } from '../sandbox/postgres.ts'
import { type Descendant, descendantsOf, isAlive } from '../testing/descendants.ts'
import { killWeb, startOwnWeb } from './own-web.ts'

/** The time that hosting platforms give a process after SIGTERM. */
const graceMs = 10_000

let web: ChildProcess
let processes: Descendant[] = []
test.afterEach(async () => {
  await killWeb(web)
  for (const { pid } of processes.filter(isAlive)) process.kill(pid, 'SIGKILL')
  processes = []
})

/** Announces a body and never sends it, like a phone that lost its connection. Without a limit the web would wait for it. */
async function sendEndlessRequest(port: number) {
  const endless = connect(port, '127.0.0.1')
  const seen = { heard: '', left: false }
  endless.on('error', () => {})
  endless.on('data', (data) => {
    seen.heard += data
  })
  endless.on('close', () => {
    seen.left = true
  })
  const head = ['POST /api/v1/bounties HTTP/1.1', 'host: localhost', 'content-type: application/json']
  endless.write([...head, 'content-length: 100', '', '{'].join('\r\n'))
  // It has arrived by the time that a later request is answered.
  await fetch(`http://127.0.0.1:${port}/api/health`)
  expect(seen).toEqual({ heard: '', left: false })
  return seen
}

test('a web that is told to end is gone within its time, though one request never ends', {
  tag: '@thorough',
}, async () => {
  const port = await freePort()
  web = await startOwnWeb(port)
  const seen = await sendEndlessRequest(port)
  const gone = once(web, 'exit', { signal: AbortSignal.timeout(graceMs) })
  web.kill('SIGTERM')
  expect(await gone).toEqual([143, null])
  await expect.poll(() => seen).toEqual({ heard: '', left: true })
})

for (const [signal, status] of [
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)
  test(`${signal} to \`npm run serve\` leaves no process within ten seconds, though one request never ends`, {
    tag: '@thorough',
  }, async () => {
    const port = await freePort()
    web = await startOwnWeb(port, 'npm')
    processes = descendantsOf(web.pid!)
    expect(processes.length).toBeGreaterThan(0)
    const seen = await sendEndlessRequest(port)
    const gone = once(web, 'exit', { signal: AbortSignal.timeout(graceMs) })
    web.kill(signal)
    expect(await gone).toEqual([status, null])
    expect(processes.filter(isAlive)).toEqual([])
    await expect.poll(() => seen).toEqual({ heard: '', left: true })
  })

test('Ctrl-C at `npm run serve` ends the web once what is under way is answered', {
  tag: '@thorough',
}, async () => {
  const port = await freePort()
  web = await startOwnWeb(port, 'npm')
  processes = descendantsOf(web.pid!)
  const gone = once(web, 'exit', { signal: AbortSignal.timeout(graceMs) })
  // A terminal signals the whole group, and npm forwards the signal.
  process.kill(-web.pid!, 'SIGINT')
  expect(await gone).toEqual([130, null])
  expect(processes.filter(isAlive)).toEqual([])
})
