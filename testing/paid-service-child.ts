import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { until } from '#testing/until'

/** The paid endpoints in a process of their own, so that a test can kill it as a machine would. */
export type PaidServiceChild = { url: string; pid: number; kill: () => void }

/** @param aheadSeconds the clock of its machine against the right time */
export async function startPaidServiceChild(
  settings: Record<string, string>,
  aheadSeconds = 0,
): Promise<PaidServiceChild> {
  const main = join(import.meta.dirname, 'paid-service-main.ts')
  const child = spawn(
    process.execPath,
    [...shifted(aheadSeconds), '--conditions=react-server', main, JSON.stringify(settings)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const kill = () => void child.kill('SIGKILL')
  try {
    const url = await until(() => /http:\/\/\S+/.exec(output)?.[0], { what: 'the child' })
    return { url, pid: child.pid!, kill }
  } catch (error) {
    kill()
    throw error
  }
}

/** Arguments of Node that move the system time, for all code of the process. */
function shifted(aheadSeconds: number): string[] {
  if (aheadSeconds === 0) return []
  const program = `
    const now = Date.now
    globalThis.Date = class extends Date {
      constructor(...given) {
        super(...(given.length === 0 ? [now() + ${aheadSeconds * 1_000}] : given))
      }
      static now() {
        return now() + ${aheadSeconds * 1_000}
      }
    }`
  return ['--import', `data:text/javascript,${encodeURIComponent(program)}`]
}
