import { openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { openFacilitator } from '#lib/adapters/facilitator/open'
import { streamRoute } from '#lib/http/api/stream-route'
import { streamObservations } from '#lib/operations/enterprise'
import { startFrameworkServer } from '../../testing/framework-server.ts'
import { unchainedSettings } from '../../testing/unchained-settings.ts'

// One web process: the handler of the service, served as the framework does. Sends its port and, on request, its resource usage: for
// `collect`, after garbage collection (with `--expose-gc`).
const opened = await openContext(parseEnv(unchainedSettings(process.argv[2]!)), { service: 'bench' })
const ctx = { ...opened, facilitator: openFacilitator(opened) }
const { url } = await startFrameworkServer(streamRoute(streamObservations, async () => ctx))
process.send!({ port: Number(new URL(url).port) })
process.on('message', (message) => {
  if (message === 'collect') globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  process.send!({ cpuSeconds: (user + system) / 1e6, rssMb: process.memoryUsage.rss() / 2 ** 20 })
})
