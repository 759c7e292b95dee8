import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createTestClient, http, publicActions, type TestClient } from 'viem'
import { freePort } from '#lib/sandbox/postgres'

export type Anvil = {
  rpcUrl: string
  /** For what only a test does to a chain: dropping transactions, reorganising, setting code and balances. */
  control: ReturnType<typeof controlOf>
  stop: () => Promise<void>
}

const startTimeoutMs = 15_000

/** A bare chain of its own, a block for each transaction. `safe` is 2 blocks behind the head, `finalized` 4. */
export async function startAnvil(options: { chainId: number }): Promise<Anvil> {
  const port = await freePort()
  const root = createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/package.json')
  const child = spawn(
    join(root, '../bin/anvil'),
    [
      ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(options.chainId)],
      ...['--accounts', '0', '--slots-in-an-epoch', '2', '--prune-history', '1000', '--silent'],
    ],
    { stdio: 'ignore' },
  )
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  const stop = async () => {
    child.kill('SIGKILL')
    await gone
  }
  const rpcUrl = `http://127.0.0.1:${port}`
  const control = controlOf(rpcUrl)
  const giveUpAt = Date.now() + startTimeoutMs
  for (;;) {
    const chainId = await control.getChainId().catch(() => undefined)
    if (chainId === options.chainId) return { rpcUrl, control, stop }
    if (Date.now() > giveUpAt || child.exitCode !== null) {
      await stop()
      throw new Error(`anvil did not answer on ${rpcUrl}`)
    }
    await new Promise((wake) => setTimeout(wake, 10))
  }
}

function controlOf(rpcUrl: string) {
  const client: TestClient = createTestClient({
    mode: 'anvil',
    transport: http(rpcUrl, { retryCount: 0 }),
    cacheTime: 0,
  })
  return client.extend(publicActions)
}
