// needs: bash curl python3
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { curlCode, pythonCode, typescriptCode } from '../lib/client/query-code.ts'
import { interruptAnswers } from './interrupt-answers.ts'
import { expect, test } from './journey.ts'
import { networks, usdcOf } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

// The code that the explorer generates for a query, copied and run unchanged.
const facts = sandboxFacts()
const root = join(import.meta.dirname, '..')
const body = {
  aoi: { type: 'Point', coordinates: [13.4094, 52.5208] },
  radius_m: 800,
  from: '2020-01-01T00:00:00Z',
}
const languages = [
  { name: 'curl', write: curlCode, run: ['bash'], folder: 'docs/examples/python' },
  {
    name: 'TypeScript',
    write: typescriptCode,
    run: [process.execPath, '--input-type=module-typescript', '-'],
    folder: '.',
  },
  { name: 'Python', write: pythonCode, run: ['python3', '-'], folder: 'docs/examples/python' },
] as const

for (const [index, { name, write, run, folder }] of languages.entries()) {
  const network = networks[index % networks.length]!
  test(`the ${name} code pays once on ${network} on a line that loses answers, and prints what is known`, {
    tag: '@thorough',
  }, async () => {
    const before = await usdcOf(network, facts.wallets.agent.address)
    const line = await interruptAnswers({ to: facts.base_url })
    const code = write(body, {
      baseUrl: line.url,
      network,
      usdc: facts.networks[network]!.usdc,
      maxAtomic: '10000',
    })
    const [program, ...rest] = run
    const running = promisify(execFile)(program, rest, {
      cwd: join(root, folder),
      env: { ...process.env, WALLET_KEY: facts.wallets.agent.private_key, PYTHONDONTWRITEBYTECODE: '1' },
    })
    running.child.stdin!.end(code)
    const { stdout } = await running.finally(line.close)
    expect(line.signatures.size).toBe(1)
    expect(stdout).toContain('u33d')
    expect(before - (await usdcOf(network, facts.wallets.agent.address))).toBe(10_000n)
  })
}
