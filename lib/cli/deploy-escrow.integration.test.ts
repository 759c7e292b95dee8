import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getAddress, type Hex, parseEther } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bountyEscrowV2Abi } from '#contracts/bounty-escrow-v2'
import { demoKey } from '#lib/adapters/demo-keys'
import { parseDeployArguments, parseDeployerKey } from '#lib/cli/deploy-escrow-arguments'
import { runDeploy } from '#lib/cli/deploy-escrow-run'
import { UsageError } from '#lib/cli/usage-error'
import { type LocalChains, startChains } from '#sandbox/chains'
import { compiledCode } from '#sandbox/compiled-code'
import { openLocal } from '#sandbox/local-chain'

const root = join(import.meta.dirname, '../..')
const key: Hex = `0x${'5e'.repeat(32)}`
const deployer = privateKeyToAddress(key)
const operator = getAddress(`0x${'0b'.repeat(20)}`)

let chains: LocalChains
let owner: string
beforeAll(async () => {
  chains = await startChains()
  for (const { rpcUrl } of Object.values(chains.networks))
    await openLocal(rpcUrl).setBalance({ address: deployer, value: parseEther('1') })
  // Any contract counts as a multi-signature account.
  owner = chains.networks['eip155:8453'].eas!
})
afterAll(() => chains.stop())

const network = (chainId: 8453 | 5042) => chains.networks[`eip155:${chainId}`]
const options = (changes: Record<string, string | undefined> = {}) =>
  Object.entries({
    network: '8453',
    rpc: network(8453).rpcUrl,
    owner,
    operator,
    'daily-limit': '25000',
    ...changes,
  }).flatMap(([name, value]) =>
    value === undefined ? [] : value === '' ? [`--${name}`] : [`--${name}`, value],
  )

type Ran = { status: number; said: string }

/** The command without its process. */
async function run(given: string[], deployerKey: string = key): Promise<Ran> {
  const lines: string[] = []
  const say = (text: string) => {
    lines.push(text)
  }
  const status = await runDeploy({ given, deployerKey, print: say, complain: say })
  return { status, said: lines.join('\n') }
}

async function runProcess(args: string[], deployerKey: string = key): Promise<Ran> {
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', join(root, 'lib/cli/deploy-escrow.ts'), ...args],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        NODE_COMPILE_CACHE: compiledCode,
        DEPLOYER_KEY: deployerKey,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const said: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  const [status] = (await once(child, 'close')) as [number]
  return { status, said: Buffer.concat(said).toString() }
}

const nonce = () => openLocal(network(8453).rpcUrl).getTransactionCount({ address: deployer })

describe('npm run contracts:deploy', () => {
  test('a dry run says the address, which the deployment then has, and sends nothing', async () => {
    const before = await nonce()
    const dry = await run(options({ 'dry-run': '' }))
    expect(dry.status).toBe(0)
    expect(await nonce()).toBe(before)
    const address = /address {3}(0x\w{40})/.exec(dry.said)![1]!
    expect(dry.said).toMatch(/gas +\d{6,7}, at most 0\.\d+/)

    const real = await runProcess(options({ grace: '3600' }))
    expect(real.status).toBe(0)
    expect(real.said).toContain(`ESCROW_ADDRESS_8453=${address}`)
    const block = BigInt(/LEDGER_FROM_BLOCK_8453=(\d+)/.exec(real.said)![1]!)
    const client = openLocal(network(8453).rpcUrl)
    const escrow = { address: address as Hex, abi: bountyEscrowV2Abi } as const
    expect(await client.readContract({ ...escrow, functionName: 'owner' })).toBe(getAddress(owner))
    expect(await client.readContract({ ...escrow, functionName: 'TOKEN' })).toBe(network(8453).usdc)
    expect(await client.readContract({ ...escrow, functionName: 'GRACE' })).toBe(3_600)
    expect(await client.readContract({ ...escrow, functionName: 'isOperator', args: [operator] })).toBe(true)
    expect(await client.readContract({ ...escrow, functionName: 'dailyLimit' })).toBe(25_000_000_000n)
    expect(await client.readContract({ ...escrow, functionName: 'MAX_AMOUNT' })).toBe(5_000_000_000)
    expect(await client.getCode({ address: escrow.address, blockNumber: block - 1n })).toBeUndefined()
    expect(await client.getCode({ address: escrow.address, blockNumber: block })).toBeDefined()
    expect(real.said).not.toContain(key.slice(2))
  })

  test('Arc too, with its own token', async () => {
    const { rpcUrl, usdc } = network(5042)
    const { status, said } = await run(options({ network: '5042', rpc: rpcUrl, 'plain-owner': '' }))
    expect(status).toBe(0)
    expect(said).toContain('ESCROW_ADDRESS_5042=0x')
    expect(said).toContain(usdc)
  })

  test.each([
    ['an endpoint of another chain', () => ({ rpc: network(5042).rpcUrl }), /serves chain 5042/],
    [
      'an owner that is no contract',
      () => ({ owner: operator, operator: deployer }),
      /--owner: there is no contract/,
    ],
    ['a token that is none', () => ({ token: operator }), /could not be read as a token/],
    ['an endpoint that is silent', () => ({ rpc: 'http://127.0.0.1:9' }), /could not be finished/],
  ])('refuses %s and sends nothing', async (_, changes, expected) => {
    const before = await nonce()
    const { status, said } = await run(options(changes()))
    expect(status).toBe(1)
    expect(said).toMatch(expected)
    expect(await nonce()).toBe(before)
  })

  test.each([
    ['no key', options, { DEPLOYER_KEY: undefined }, /DEPLOYER_KEY is not set/],
    ['half a key', options, { DEPLOYER_KEY: '0x12345' }, /DEPLOYER_KEY: must be/],
    ['no operator', () => options({ operator: undefined }), undefined, /--operator is missing/],
    [
      'a wrong checksum',
      () => options({ operator: deployer.replace(/[A-F]/, (letter) => letter.toLowerCase()) }),
      undefined,
      /--operator: must be an address/,
    ],
    ['one account for both', () => options({ operator: owner }), undefined, /must differ from --owner/],
    ['an unknown network', () => options({ network: '1' }), undefined, /must be 8453 or 5042/],
    ['no daily limit', () => options({ 'daily-limit': undefined }), undefined, /--daily-limit is missing/],
    [
      'a limit below the largest bounty',
      () => options({ 'daily-limit': '4999' }),
      undefined,
      /--daily-limit: must be at least/,
    ],
    ['a grace of seconds', () => options({ grace: '3599' }), undefined, /--grace: must be/],
    ['a grace in words', () => options({ grace: '3 days' }), undefined, /--grace: must be/],
  ])('says what is wrong with %s', (_, args, env, expected) => {
    const read = () => {
      parseDeployArguments(args())
      parseDeployerKey(env ? env.DEPLOYER_KEY : key)
    }
    expect(read).toThrow(UsageError)
    expect(read).toThrow(expected)
  })

  test('ends with status 2 for wrong usage, and repeats no key', async () => {
    const { status, said } = await runProcess(options(), '0x12345')
    expect(status).toBe(2)
    expect(said).toMatch(/DEPLOYER_KEY: must be/)
    expect(said).not.toContain('0x12345')
  })

  test('demo wallets have no place on a chain that is not local', async () => {
    const before = await nonce()
    // A node that does not say what it is counts as a real one.
    const proxy = await startDisguise(network(8453).rpcUrl)
    try {
      const demoAddress = privateKeyToAddress(demoKey('escrow_operator'))
      const cases = [
        await run(options({ rpc: proxy.url }), demoKey('deployer')),
        await run(options({ rpc: proxy.url, operator: demoAddress })),
        await run(options({ rpc: proxy.url, owner: demoAddress, 'plain-owner': '' })),
      ]
      expect(cases.map(({ status, said }) => [status, /^(\S+): is a demo wallet/m.exec(said)?.[1]])).toEqual([
        [1, 'DEPLOYER_KEY'],
        [1, '--operator'],
        [1, '--owner'],
      ])
    } finally {
      await proxy.close()
    }
    expect(await nonce()).toBe(before)
  })
})

/** The same chain, but it says that it is a node of another kind. */
async function startDisguise(target: string): Promise<{ url: string; close: () => Promise<unknown> }> {
  const server = createServer(async (incoming, outgoing) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    outgoing.setHeader('content-type', 'application/json')
    outgoing.end((await answer.text()).replace(/anvil/gi, 'another'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
