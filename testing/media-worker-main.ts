// The media part of the worker in a process of its own, to be killed by a test: `node media-worker-main.ts '{…settings}'`.
import { openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { openJobs } from '#lib/adapters/jobs'
import { mediaSteps } from '#lib/worker/media-steps'
import { runWorker } from '#lib/worker/run-worker'

const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
const ctx = await openContext(parseEnv(JSON.parse(process.argv[2]!)), { service: 'worker' })
const jobs = await openJobs(ctx)
await runWorker({ ctx, signal: stop.signal, steps: mediaSteps(ctx, jobs) }).finally(jobs.stop)
await ctx.close()
process.exit()
