import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { freePort } from '../lib/sandbox/postgres.ts'
import { killWeb, startOwnWeb } from './own-web.ts'

/** What platforms give a process that was told to end. */
const graceMs = 10_000

let web: ChildProcess
test.afterEach(() => killWeb(web))

test('a web that is told to end is gone within its time, though one request never ends', async () => {
  const port = await freePort()
  web = await startOwnWeb(port)
  // A body that is announced and does not come, as of a phone that has left: by itself it would be waited for.
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
  // It has come in by the time a later one is answered.
  await fetch(`http://127.0.0.1:${port}/api/health`)
  expect(seen).toEqual({ heard: '', left: false })

  const gone = once(web, 'exit', { signal: AbortSignal.timeout(graceMs) })
  web.kill('SIGTERM')
  expect(await gone).toEqual([143, null])
  await expect.poll(() => seen).toEqual({ heard: '', left: true })
})
