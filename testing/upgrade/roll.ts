import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Member, startMember } from '#testing/load/fleet'
import type { Disturbed } from '#testing/load/load-run'

const root = join(import.meta.dirname, '../..')
/** How long the old version, and both versions together, serve before the next step. */
const steadyMs = 30_000
/** Between two processes. */
const pauseMs = 5_000
const upTimeoutMs = 180_000
/** As our recipes for deployments say. */
export const stopSeconds = 50

/**
 * Upgrades the service as docs/operations.md says: migrates while the old version serves, then replaces worker by worker and web by web,
 * each when the one before is healthy.
 */
export function startUpgrade({ service, figures, say }: Disturbed): { stop: () => Promise<void> } {
  const stop = new AbortController()
  const { signal } = stop
  const step = async (what: string, run: () => Promise<void>) => {
    signal.throwIfAborted()
    say(what)
    const from = figures.now()
    await run()
    figures.windows.push({ what, from, to: figures.now() })
    await sleep(pauseMs, undefined, { signal })
  }
  const replaceAll = async (members: Member[]) => {
    for (const [at, old] of members.entries())
      await step(`replace ${old.name}`, async () => {
        const from = figures.now()
        await old.stop()
        const took = figures.now() - from
        figures.longest(`${old.name} ended after SIGTERM, ms`, took)
        // It was killed, or cut off what ran.
        if (old.port !== undefined && took >= stopSeconds * 1_000)
          figures.violate(`${old.name} did not end within ${stopSeconds} s`)
        const { name, port } = old
        const { variables, home } = service
        members[at] = startMember({
          name: `new ${name}`,
          variables,
          logs: home.logs,
          figures,
          stopSeconds,
          ...(port === undefined ? {} : { port }),
        })
        await untilUp(members[at])
      })
  }
  const running = (async () => {
    await sleep(steadyMs, undefined, { signal })
    await step('migrate', () => migrate(service.variables.DATABASE_URL!))
    await sleep(steadyMs, undefined, { signal })
    await replaceAll(service.workers)
    await replaceAll(service.webs)
    figures.count('upgrade finished')
    say('every process runs the new version')
  })().catch((error: Error) => figures.violate(`the upgrade did not finish: ${error.message}`))
  return {
    stop: async () => {
      stop.abort(new Error('the load ended first; give it more minutes'))
      await running
    },
  }
}

async function migrate(databaseUrl: string): Promise<void> {
  const child = spawn('npm', ['run', 'migrate'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`npm run migrate failed: ${Buffer.concat(said)}`)
}

async function untilUp(member: Member): Promise<void> {
  const giveUpAt = performance.now() + upTimeoutMs
  while (!member.isUp()) {
    if (performance.now() > giveUpAt)
      throw new Error(`${member.name} is not up after ${upTimeoutMs / 1_000} s`)
    await sleep(100)
  }
}
