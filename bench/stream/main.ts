import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { realClock } from '#lib/adapters/clock'
import { openDatabase } from '#lib/adapters/db'
import { migrateDatabase } from '#lib/adapters/migrate'
import { makeKey } from '#lib/services/api-keys/make-key'
import { startPostgres } from '../../sandbox/postgres.ts'
import { publishTestObservations } from '../../testing/observations.ts'

// `npm run bench:stream -- --listeners 500 --seconds 60 --every 100`
const { values } = parseArgs({
  options: {
    listeners: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '60' },
    /** Milliseconds between two observations. */
    every: { type: 'string', default: '100' },
  },
})
const [count, seconds, everyMs] = [values.listeners, values.seconds, values.every].map(Number) as [
  number,
  number,
  number,
]
const settleMs = 5_000
const polygon = 'POLYGON((2.291 48.857, 2.296 48.857, 2.296 48.859, 2.291 48.859, 2.291 48.857))'

const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: true })
try {
  await migrateDatabase(postgres.url)
  const database = openDatabase(postgres.url, { maxConnections: 4 })
  const { key } = await makeKey({
    ctx: { db: database.db, clock: realClock },
    input: { account: 'Bench', tier: 'scale', expiresAt: null },
  })
  const server = fork(join(import.meta.dirname, 'server.ts'), [postgres.url], {
    execArgv: ['--conditions=react-server'],
  })
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]

  /** By id: its index, and the start of its publication. */
  const begun = new Map<string, { index: number; at: number }>()
  const delaysMs: number[] = []
  let [received, outOfOrder, ended] = [0, 0, 0]
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      const path = `/enterprise/v1/spatial/stream?geometry=${encodeURIComponent(polygon)}`
      const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' }
      let [rest, next] = ['', 0]
      get({ host: '127.0.0.1', port, path, headers, agent }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`answered ${answer.statusCode}`))
        answer.setEncoding('utf8').on('data', (text: string) => {
          resolve()
          const blocks = (rest + text).split('\n\n')
          rest = blocks.pop()!
          for (const block of blocks) {
            const id = /"observation":"([0-9a-f]{64})"/.exec(block)?.[1]
            if (id === undefined) continue
            const { index, at } = begun.get(id)!
            delaysMs.push(performance.now() - at)
            received += 1
            if (index !== next) outOfOrder += 1
            next = index + 1
          }
        })
        answer.on('end', () => (ended += 1)).on('error', () => (ended += 1))
      }).on('error', reject)
    })
  const connecting = performance.now()
  for (let from = 0; from < count; from += 50)
    await Promise.all(Array.from({ length: Math.min(50, count - from) }, listen))
  const connectedMs = performance.now() - connecting

  const loadBefore = loadavg()[0]!
  const start = performance.now()
  let published = 0
  while (performance.now() - start < seconds * 1_000) {
    const at = performance.now()
    const index = published++
    await publishTestObservations(database, {
      treeId: index + 1,
      onIds: ([id]) => begun.set(id!, { index, at }),
    })
    await sleep(Math.max(0, start + published * everyMs - performance.now()))
  }
  await sleep(settleMs)
  server.send('usage')
  const [usage] = (await once(server, 'message')) as [{ cpuSeconds: number; rssMb: number }]
  delaysMs.sort((a, b) => a - b)
  const at = (share: number) => `${delaysMs[Math.floor((delaysMs.length - 1) * share)]!.toFixed(0)} ms`
  process.stdout.write(
    [
      `${count} listeners (connected in ${connectedMs.toFixed(0)} ms), ${published} observations in ${seconds} s`,
      `expected ${count * published}, received ${received}, out of order, lost or doubled ${outOfOrder}, streams ended ${ended}`,
      `from the begin of a publication to its arrival: p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, longest ${at(1)}`,
      `web process: ${usage.cpuSeconds.toFixed(1)} s of CPU, ${usage.rssMb.toFixed(0)} MB; load of the machine ${loadBefore.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after`,
      '',
    ].join('\n'),
  )
  process.exitCode = received === count * published && outOfOrder === 0 && ended === 0 ? 0 : 1
  agent.destroy()
  // The server has no state to save, and a graceful end would first finish its streams.
  server.kill('SIGKILL')
  await once(server, 'exit')
  await database.close()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
