import { type ChildProcess, execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../sandbox/postgres.ts'
import { expect, test } from './answers.ts'
import { killWeb, sandboxSettings, startOwnWeb } from './own-web.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const settings = sandboxSettings()
const root = join(import.meta.dirname, '..')
/** A cell in the ocean, where no other test films. */
const geohash = 's001zs'
const polygon = 'POLYGON((0.3 0.3, 0.36 0.3, 0.36 0.36, 0.3 0.36, 0.3 0.3))'
/** The time that hosting platforms give a process from SIGTERM to SIGKILL. */
const graceMs = 10_000

let web: ChildProcess | undefined
test.afterEach(() => killWeb(web))

test('a listener gets each observation once and in order, over the death and the end of web processes', {
  tag: '@thorough',
}, async () => {
  const port = await freePort()
  const own = `http://127.0.0.1:${port}`
  const manifest = test.info().outputPath('captures.ndjson')
  await mkdir(dirname(manifest), { recursive: true })
  const published: string[] = []
  const capture = async (count: number) => {
    const ids = Array.from({ length: count }, () => randomBytes(32).toString('hex'))
    const lines = ids.map((sha256) =>
      JSON.stringify({ sha256, geohash, captured_at: '2026-05-01T12:00:00Z' }),
    )
    await writeFile(manifest, `${lines.join('\n')}\n`)
    const args = ['--conditions=react-server', 'lib/cli/ingest.ts', '--manifest', manifest]
    await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, ...settings } })
    published.push(...ids)
  }
  const heard: string[] = []
  const wholeOf = () => expect.poll(() => heard.length).toBe(published.length)

  web = await startOwnWeb(port)
  const first = await listen(own, heard)
  const beginning = first.lastEventId
  await capture(3)
  await wholeOf()

  // Killed without warning: what is published meanwhile is delivered after it returns.
  web.kill('SIGKILL')
  await first.over
  expect(first.isWhole).toBe(false)
  const missed = capture(2)
  web = await startOwnWeb(port)
  const second = await listen(own, heard, first.lastEventId)
  await missed
  await wholeOf()

  // After SIGTERM, listeners are disconnected at once with a retry time, and the process ends within its time.
  const gone = once(web, 'exit', { signal: AbortSignal.timeout(graceMs) })
  web.kill('SIGTERM')
  await second.over
  expect(second.isWhole).toBe(true)
  expect(second.last).toMatch(/reconnect with Last-Event-ID\nretry: \d+$/)
  await gone
  await capture(2)

  // Reconnects to another process, which was running all the time.
  const third = await listen(facts.base_url, heard, second.lastEventId)
  await wholeOf()
  third.leave()

  // A replay from the start gives the order of publication.
  const again: string[] = []
  const fresh = await listen(facts.base_url, again, beginning)
  await expect.poll(() => again.length).toBe(published.length)
  fresh.leave()
  expect(heard).toEqual(again)
  expect(heard.toSorted()).toEqual(published.toSorted())
})

type Listening = {
  lastEventId: string | undefined
  /** The last event. */
  last: string
  /** True if the stream ended regularly and was not cut off. */
  isWhole: boolean
  over: Promise<void>
  leave: () => void
}

/** Listens as a browser does: an id counts once its block is complete. Resolves when the first id has arrived. */
async function listen(base: string, heard: string[], lastEventId?: string): Promise<Listening> {
  const stop = new AbortController()
  const answer = await fetch(`${base}/enterprise/v1/spatial/stream?geometry=${encodeURIComponent(polygon)}`, {
    headers: {
      authorization: `Bearer ${facts.enterprise_api_key}`,
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: stop.signal,
  })
  expect(answer.status).toBe(200)
  let begun = () => {}
  const beginning = new Promise<void>((resolve) => {
    begun = resolve
  })
  const listening: Listening = {
    lastEventId,
    last: '',
    isWhole: false,
    over: Promise.resolve(),
    leave: () => stop.abort(),
  }
  const read = async () => {
    let text = ''
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        listening.last = block
        listening.lastEventId = /^id: (.+)$/m.exec(block)?.[1] ?? listening.lastEventId
        const id = /"observation":"([0-9a-f]{64})"/.exec(block)?.[1]
        if (id !== undefined) heard.push(id)
      }
      begun()
    }
    listening.isWhole = true
  }
  listening.over = read().catch(() => {})
  await beginning
  return listening
}
