// needs: bash curl jq python3
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { interruptAnswers } from './interrupt-answers.ts'
import { expect, test } from './journey.ts'
import { chainOf, type Network, networks, usdcOf } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

// Runs the programs in docs/examples as readers would, over connections that lose answers, and in processes that die.

const facts = sandboxFacts()
const examples = join(import.meta.dirname, '../docs/examples')
const berlin = facts.samples.find((path) => path.includes('berlin'))!
const observationId = createHash('sha256').update(readFileSync(berlin)).digest('hex')

const languages = [
  { name: 'curl', run: ['bash'], query: 'curl/query.sh', bounty: 'curl/bounty.sh' },
  {
    name: 'TypeScript',
    run: [process.execPath],
    query: 'typescript/query.ts',
    bounty: 'typescript/bounty.ts',
  },
  { name: 'Python', run: ['python3'], query: 'python/query.py', bounty: 'python/bounty.py' },
] as const

let folder: string
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-examples-'))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Wallet = { key: string; address: `0x${string}` }

/** A separate wallet for each example, so that all its spending is seen. */
async function fundedWallet(): Promise<Wallet> {
  const key = generatePrivateKey()
  const address = privateKeyToAddress(key)
  const answer = await fetch(`${facts.base_url}/api/sandbox/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  })
  expect(answer.status).toBe(200)
  return { key, address }
}

function start(
  language: (typeof languages)[number],
  file: 'query' | 'bounty',
  args: readonly string[],
  env: Record<string, string>,
): { child: ChildProcess; ended: Promise<{ code: number | null; output: string; errors: string }> } {
  const [program, ...rest] = [...language.run, join(examples, language[file]), ...args]
  const settings = { PATH: process.env.PATH, HOME: folder, PYTHONDONTWRITEBYTECODE: '1', ...env }
  const child = spawn(program!, rest, {
    cwd: folder,
    env: settings as unknown as NodeJS.ProcessEnv,
    detached: true,
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  child.stderr.on('data', (text) => {
    errors += text
  })
  const ended = new Promise<{ code: number | null; output: string; errors: string }>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done({ code, output, errors }))
  })
  return { child, ended }
}

const point = ['13.4094', '52.5208', '2020-01-01']

for (const network of networks) {
  test(`each query pays 0.01 USDC once on ${network}, also if the first answers are interrupted`, {
    tag: '@thorough',
  }, async () => {
    await Promise.all(
      languages.map(async (language) => {
        const wallet = await fundedWallet()
        const before = await usdcOf(network, wallet.address)
        const line = await interruptAnswers({ to: facts.base_url })
        const { ended } = start(language, 'query', point, {
          CAIRN_URL: line.url,
          WALLET_KEY: wallet.key,
          NETWORK: network,
        })
        const { code, output, errors } = await ended
        await line.close()
        expect(code, `${language.name}: ${errors}`).toBe(0)
        expect(output, language.name).toContain(observationId)
        const [, transaction] =
          new RegExp(`^Paid 0\\.01 USDC on ${network} in (0x[0-9a-f]{64})$`, 'm').exec(output) ?? []
        const receipt = await chainOf(network).getTransactionReceipt({
          hash: transaction as `0x${string}`,
        })
        expect(receipt.status, language.name).toBe('success')
        expect(line.signatures.size, language.name).toBe(1)
        expect(await usdcOf(network, wallet.address), language.name).toBe(before - 10_000n)
      }),
    )
  })
}

test('no example signs for more than it may, or in a token it does not know', {
  tag: '@thorough',
}, async () => {
  const wallet = { key: generatePrivateKey() }
  await Promise.all(
    languages.map(async (language) => {
      const line = await interruptAnswers({ to: facts.base_url })
      const settings = { CAIRN_URL: line.url, WALLET_KEY: wallet.key }
      const capped = await start(language, 'query', point, { ...settings, MAX_USDC: '0.001' }).ended
      expect(capped.code, language.name).not.toBe(0)
      expect(capped.errors, language.name).toContain('nothing signed: it costs 0.01 USDC, MAX_USDC is 0.001')
      const elsewhere = await start(language, 'query', point, { ...settings, NETWORK: 'eip155:1' }).ended
      expect(elsewhere.code, language.name).not.toBe(0)
      expect(elsewhere.errors, language.name).toContain('nothing signed: no offer in USDC on eip155:1')
      await line.close()
      expect(line.signatures.size, language.name).toBe(0)
    }),
  )
})

test('no example pays for an answer that its price calls empty, unless it is told to', {
  tag: '@thorough',
}, async () => {
  const swapped = [point[1]!, point[0]!, point[2]!]
  await Promise.all(
    languages.map(async (language) => {
      const wallet = await fundedWallet()
      const line = await interruptAnswers({ to: facts.base_url })
      const settings = { CAIRN_URL: line.url, WALLET_KEY: wallet.key }
      const stopped = await start(language, 'query', swapped, settings).ended
      expect(stopped.code, language.name).not.toBe(0)
      expect(stopped.errors, language.name).toContain('13.4094° N, 52.5208° E')
      expect(stopped.errors, language.name).toContain('nothing signed: correct the request')
      expect(line.signatures.size, language.name).toBe(0)
      const told = await start(language, 'query', swapped, { ...settings, PAY_ANYWAY: '1' }).ended
      await line.close()
      expect(told.output, language.name).toContain('0 observations')
      expect(line.signatures.size, language.name).toBe(1)
    }),
  )
})

test('each bounty is paid once and run to its end, though its process is killed before it hears an answer', {
  tag: '@thorough',
}, async () => {
  const contributor = facts.wallets.contributor.address
  const ends: Record<(typeof languages)[number]['name'], { network: Network; accepts: boolean }> = {
    curl: { network: 'eip155:8453', accepts: false },
    TypeScript: { network: 'eip155:5042', accepts: false },
    Python: { network: 'eip155:5042', accepts: true },
  }
  const paidBefore = await usdcOf('eip155:5042', contributor)
  await Promise.all(
    languages.map(async (language) => {
      const { network, accepts } = ends[language.name]
      const wallet = await fundedWallet()
      const before = await usdcOf(network, wallet.address)
      const file = join(folder, `${language.name}.json`)
      const args = accepts ? [] : ['--cancel']
      let child: ChildProcess | undefined
      const line = await interruptAnswers({
        to: facts.base_url,
        // The whole group, because the shell's curl would survive it.
        onInterrupted: () => void process.kill(-child!.pid!, 'SIGKILL'),
      })
      const settings = {
        CAIRN_URL: line.url,
        WALLET_KEY: wallet.key,
        NETWORK: network,
        BOUNTY_FILE: file,
      }
      const first = start(language, 'bounty', args, settings)
      child = first.child
      await first.ended
      expect(child.signalCode, language.name).toBe('SIGKILL')
      expect(statSync(file).mode & 0o777, language.name).toBe(0o600)
      expect(await usdcOf(network, wallet.address), language.name).toBe(before - 50_000_000n)

      const second = start(language, 'bounty', args, settings)
      if (accepts) {
        const kept = () => JSON.parse(readFileSync(file, 'utf8')) as { bounty_id?: string }
        await expect.poll(() => kept().bounty_id ?? '').toMatch(/^bty_/)
        const bountyId = kept().bounty_id!
        const status = async () =>
          (await (await fetch(`${facts.base_url}/api/board/bounties/${bountyId}`)).json()) as object
        await expect.poll(status).toMatchObject({ status: 'open' })
        const handIn = join(import.meta.dirname, 'submit.ts')
        const arguments_ = ['--conditions=react-server', handIn, bountyId, contributor, 'pass']
        await promisify(execFile)(process.execPath, arguments_)
      }
      const { code, output, errors } = await second.ended
      await line.close()
      expect(code, `${language.name}: ${errors}`).toBe(0)
      expect(output, language.name).toContain(
        accepts ? 'The bounty is accepted' : 'The whole amount is back, in 0x',
      )
      expect(line.signatures.size, language.name).toBe(1)
      expect(statSync(file).mode & 0o777, language.name).toBe(0o600)
      expect(await usdcOf(network, wallet.address), language.name).toBe(
        accepts ? before - 50_000_000n : before,
      )
    }),
  )
  expect(await usdcOf('eip155:5042', contributor)).toBe(paidBefore + 50_000_000n)
})
