import { setTimeout as sleep } from 'node:timers/promises'
import { openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import { streamRoute } from '#lib/http/api/stream-route'
import { streamObservations } from '#lib/operations/enterprise'
import { startFrameworkServer } from '../../testing/framework-server.ts'
import { unchainedSettings } from '../../testing/unchained-settings.ts'

// One web process: the handler of the service, served as the framework does. Sends its port, and on request what it used: for `collect`,
// after garbage collections (with `--expose-gc`), with pauses since V8 frees buffers in another thread.
const opened = await openContext(parseEnv(unchainedSettings(process.argv[2]!)), { service: 'bench' })
const ctx = { ...opened, facilitator: openFacilitator(opened) }
const { url } = await startFrameworkServer(streamRoute(streamObservations, async () => ctx))
process.send!({ port: Number(new URL(url).port) })
process.on('message', async (message) => {
  if (message === 'collect')
    for (let times = 0; times < 4; times++) {
      globalThis.gc?.()
      await sleep(1_000)
    }
  const { user, system } = process.cpuUsage()
  process.send!({ cpuSeconds: (user + system) / 1e6, rssMb: process.memoryUsage.rss() / 2 ** 20 })
})
