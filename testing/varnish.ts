import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#sandbox/postgres'
import { until } from '#testing/until'

export const varnishRecipe = join(import.meta.dirname, '../deploy/proxy/varnish.vcl')

export type Varnish = {
  /** Origin of the cache. */
  url: string
  pid: number
  close: () => Promise<void>
}

/**
 * Starts Varnish with the configuration of deploy/ in front of one web.
 *
 * @param purgePort where it is told to drop answers: the service has to know it before Varnish starts
 */
export async function startVarnish(options: { webUrl: string; purgePort: number }): Promise<Varnish> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'cairn-varnish-'))
  const web = new URL(options.webUrl)
  const configuration = readFileSync(varnishRecipe, 'utf8').replaceAll(
    /\.port = "\d+"/g,
    `.port = "${web.port}"`,
  )
  const file = join(folder, 'cairn.vcl')
  writeFileSync(file, configuration)
  const listen = ['-a', `http=127.0.0.1:${port}`, '-a', `purge=127.0.0.1:${options.purgePort}`]
  const child: ChildProcess = spawn(
    'varnishd',
    ['-F', '-j', 'none', '-n', join(folder, 'work'), '-f', file, ...listen, '-s', 'malloc,64m'],
    { stdio: 'ignore' },
  )
  const url = `http://127.0.0.1:${port}`
  let hasExited = false
  child.once('exit', () => {
    hasExited = true
  })
  await until(
    async () => {
      if (hasExited) throw new Error('varnishd exited at its start')
      return fetch(`${url}/api/health`).then(
        ({ status }) => status < 500,
        () => false,
      )
    },
    { what: 'an answer through Varnish' },
  )
  return {
    url,
    pid: child.pid!,
    close: async () => {
      const exited = hasExited ? Promise.resolve() : once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
