import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  keccak256,
  multicall3Abi,
  parseAbiParameters,
  parseEventLogs,
  zeroAddress,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bountyEscrowAbi } from '#contracts/bounty-escrow'
import { sandboxUsdcAbi } from '#contracts/sandbox-usdc'
import { schemaRegistryAbi } from '#contracts/schema-registry'
import { easAbi } from '#lib/adapters/chain/eas'
import { authorizationTypes } from '#lib/adapters/chain/eip3009'
import { demoKey, demoRoles } from '#lib/adapters/demo-keys'
import { dropTransaction, mine, reorg, setAutomine, setBlacklisted } from '#sandbox/chain-controls'
import { type LocalChains, startChains } from '#sandbox/chains'
import { addressOf } from '#sandbox/deploy'
import { advanceChain, fundUsdc, openLocal } from '#sandbox/local-chain'
import { until } from '#testing/until'

const multicall3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
const stranger: Address = '0x00000000000000000000000000000000000057a6'

const expected = {
  'eip155:8453': {
    chainId: 8453,
    name: 'USD Coin',
    domainSeparator: '0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f',
  },
  'eip155:5042': {
    chainId: 5042,
    name: 'USDC',
    domainSeparator: /^0x940506929bba.*ccdf84$/,
  },
} as const

let chains: LocalChains
beforeAll(async () => {
  chains = await startChains()
})
afterAll(async () => {
  await chains.stop()
})

describe.each(['eip155:8453', 'eip155:5042'] as const)('the local %s', (id) => {
  const open = () => ({ ...chains.networks[id], client: openLocal(chains.networks[id].rpcUrl) })
  const read = <T>(functionName: string, args: unknown[] = []) => {
    const { client, usdc } = open()
    return client.readContract({
      address: usdc,
      abi: sandboxUsdcAbi,
      functionName,
      args,
    } as never) as Promise<T>
  }

  test('is the chain and the token that wallets expect to sign for', async () => {
    expect(await open().client.getChainId()).toBe(expected[id].chainId)
    expect(await read('DOMAIN_SEPARATOR')).toMatch(expected[id].domainSeparator)
    expect(await Promise.all(['name', 'version', 'symbol', 'decimals'].map((name) => read(name)))).toEqual([
      expected[id].name,
      '2',
      'USDC',
      6,
    ])
  })

  test('gives gas to every demo wallet, and USDC to those that pay or are paid', async () => {
    const { client } = open()
    for (const role of demoRoles) {
      expect(await client.getBalance({ address: addressOf(role) })).toBeGreaterThan(10n ** 18n)
    }
    for (const role of ['agent', 'poster', 'contributor', 'operator'] as const) {
      expect(await read('balanceOf', [addressOf(role)])).toBe(10_000_000_000n)
    }
    expect(await read('balanceOf', [addressOf('treasury')])).toBe(0n)
  })

  test('answers several calls as one through Multicall3', async () => {
    const { client, usdc } = open()
    const call = { address: usdc, abi: erc20Abi } as const
    const answers = await client.multicall({
      contracts: [
        { ...call, functionName: 'decimals' },
        { ...call, functionName: 'balanceOf', args: [addressOf('agent')] },
      ],
      multicallAddress: multicall3,
      allowFailure: false,
    })
    expect(answers[0]).toBe(6)
    expect(answers[1]).toBeGreaterThan(0n)
  })

  test('has an escrow of its USDC that the operator runs', async () => {
    const { client, escrow, usdc } = open()
    const call = { address: escrow, abi: bountyEscrowAbi } as const
    expect(await client.readContract({ ...call, functionName: 'TOKEN' })).toBe(usdc)
    expect(await client.readContract({ ...call, functionName: 'GRACE' })).toBe(259_200)
    expect(
      await client.readContract({
        ...call,
        functionName: 'isOperator',
        args: [addressOf('escrow_operator')],
      }),
    ).toBe(true)
  })

  test('settles a payment authorization once, alone and in a batch', async () => {
    const { client, usdc } = open()
    const agent = privateKeyToAccount(demoKey('agent'))
    const to = addressOf('treasury')
    const authorize = async (nonce: `0x${string}`, value: bigint) => {
      const authorization = { from: agent.address, to, value, validAfter: 0n, validBefore: 2n ** 40n, nonce }
      const signature = await agent.signTypedData({
        domain: {
          name: expected[id].name,
          version: '2',
          chainId: expected[id].chainId,
          verifyingContract: usdc,
        },
        types: authorizationTypes,
        primaryType: 'TransferWithAuthorization',
        message: authorization,
      })
      const args = [agent.address, to, value, 0n, 2n ** 40n, nonce, signature] as const
      return { abi: sandboxUsdcAbi, functionName: 'transferWithAuthorization', args } as const
    }
    const relayer = privateKeyToAccount(demoKey('relayer'))
    const before = await read<bigint>('balanceOf', [to])
    const single = await authorize(`0x${'01'.repeat(32)}`, 10_000n)
    const hash = await client.writeContract({ ...single, address: usdc, account: relayer, chain: null })
    const receipt = await client.waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    expect(parseEventLogs({ abi: sandboxUsdcAbi, logs: receipt.logs }).map((log) => log.eventName)).toEqual([
      'AuthorizationUsed',
      'Transfer',
    ])
    await expect(client.simulateContract({ ...single, address: usdc, account: relayer })).rejects.toThrow(
      'FiatTokenV2: authorization is used or canceled',
    )

    const batch = await Promise.all([
      authorize(`0x${'02'.repeat(32)}`, 5_000n),
      authorize(`0x${'01'.repeat(32)}`, 10_000n),
      authorize(`0x${'03'.repeat(32)}`, 7_000n),
    ])
    const aggregate = await client.writeContract({
      address: multicall3,
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [batch.map((call) => ({ target: usdc, allowFailure: true, callData: encodeFunctionData(call) }))],
      account: relayer,
      chain: null,
    })
    const done = await client.waitForTransactionReceipt({ hash: aggregate })
    expect(
      parseEventLogs({ abi: sandboxUsdcAbi, logs: done.logs, eventName: 'AuthorizationUsed' }),
    ).toHaveLength(2)
    expect(await read('balanceOf', [to])).toBe(before + 22_000n)
  })

  test('mints only for the deployer, also when several callers mint at once', async () => {
    const { client, usdc, rpcUrl } = open()
    await expect(
      client.simulateContract({
        address: usdc,
        abi: sandboxUsdcAbi,
        functionName: 'mint',
        args: [stranger, 1n],
        account: addressOf('escrow_operator'),
      }),
    ).rejects.toThrow('FiatToken: caller is not a minter')
    const before = await read<bigint>('balanceOf', [stranger])
    await Promise.all(Array.from({ length: 20 }, () => fundUsdc(rpcUrl, usdc, stranger, 3n)))
    expect(await read('balanceOf', [stranger])).toBe(before + 60n)
  })

  test('can do what goes wrong on real chains', async () => {
    const { client, rpcUrl, usdc } = open()
    const relayer = privateKeyToAccount(demoKey('relayer'))
    const send = () => client.sendTransaction({ account: relayer, chain: null, to: stranger, value: 1n })
    const mined = (hash: `0x${string}`) =>
      client.getTransactionReceipt({ hash }).then(
        () => true,
        () => false,
      )
    await setAutomine(rpcUrl, false)
    const kept = await send()
    expect(await mined(kept)).toBe(false)
    await mine(rpcUrl)
    expect(await mined(kept)).toBe(true)
    const dropped = await send()
    await dropTransaction(rpcUrl, dropped)
    await mine(rpcUrl)
    expect(await mined(dropped)).toBe(false)
    await setAutomine(rpcUrl, true)

    // Sending does not wait for the block that it makes.
    const undone = await send()
    await client.waitForTransactionReceipt({ hash: undone })
    await reorg(rpcUrl, 1)
    expect(await mined(undone)).toBe(false)

    await setBlacklisted(rpcUrl, usdc, stranger, true)
    await expect(fundUsdc(rpcUrl, usdc, stranger, 1n)).rejects.toThrow('reverted')
    await setBlacklisted(rpcUrl, usdc, stranger, false)
    await fundUsdc(rpcUrl, usdc, stranger, 1n)
  })
})

test('EAS on Base registers a schema and keeps an attestation, and Arc has none', async () => {
  const { rpcUrl, eas, schemaRegistry } = chains.networks['eip155:8453']
  const client = openLocal(rpcUrl)
  const anchor = privateKeyToAccount(demoKey('anchor'))
  const schema = 'bytes32 root,uint64 treeId'
  const write = async (request: object) => {
    const hash = await client.writeContract({ ...request, account: anchor, chain: null } as never)
    return client.waitForTransactionReceipt({ hash })
  }
  const registered = await write({
    address: schemaRegistry,
    abi: schemaRegistryAbi,
    functionName: 'register',
    args: [schema, zeroAddress, false],
  })
  const uid = parseEventLogs({ abi: schemaRegistryAbi, logs: registered.logs, eventName: 'Registered' })[0]!
    .args.uid
  expect(uid).toBe(keccak256(encodePacked(['string', 'address', 'bool'], [schema, zeroAddress, false])))

  const data = encodeAbiParameters(parseAbiParameters('bytes32, uint64'), [`0x${'ab'.repeat(32)}`, 7n])
  const message = {
    recipient: zeroAddress,
    expirationTime: 0n,
    revocable: false,
    refUID: zeroHash,
    data,
    value: 0n,
  }
  const attested = await write({
    address: eas,
    abi: easAbi,
    functionName: 'attest',
    args: [{ schema: uid, data: message }],
  })
  const event = parseEventLogs({ abi: easAbi, logs: attested.logs, eventName: 'Attested' })[0]!
  const kept = await client.readContract({
    address: eas!,
    abi: easAbi,
    functionName: 'getAttestation',
    args: [event.args.uid],
  })
  expect(kept).toMatchObject({ schema: uid, attester: anchor.address, data })
  expect(chains.networks['eip155:5042']).toMatchObject({ eas: null, schemaRegistry: null })
})

test('a block is final at once, or only under as many blocks as were asked for', async () => {
  const deep = await startChains({ only: [5042], finalityDepth: 2 })
  try {
    const depths = async (rpcUrl: string) => {
      const client = openLocal(rpcUrl)
      await mine(rpcUrl, 6)
      const [head, safe, final] = await Promise.all(
        (['latest', 'safe', 'finalized'] as const).map((blockTag) => client.getBlock({ blockTag })),
      )
      return [head!.number! - safe!.number!, head!.number! - final!.number!]
    }
    expect(await depths(deep.networks['eip155:5042'].rpcUrl)).toEqual([2n, 4n])
    expect(await depths(chains.networks['eip155:5042'].rpcUrl)).toEqual([0n, 0n])
  } finally {
    await deep.stop()
  }
})

describe('chains kept in a folder', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-chains-'))
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  test('are found again with their money, receipts and time, and nothing is deployed twice', async () => {
    const first = await startChains({ folder })
    const before = first.networks['eip155:8453']
    await fundUsdc(before.rpcUrl, before.usdc, stranger, 42n)
    await advanceChain(before.rpcUrl, 864_000)
    const head = await openLocal(before.rpcUrl).getBlock()
    const receipts = await receiptsOf(before.rpcUrl)
    expect(receipts.length).toBeGreaterThan(5)
    await first.stop()

    const second = await startChains({ folder })
    try {
      const after = second.networks['eip155:8453']
      expect({ ...after, rpcUrl: '' }).toEqual({ ...before, rpcUrl: '' })
      const client = openLocal(after.rpcUrl)
      expect(await client.getBlock()).toMatchObject({ number: head.number, hash: head.hash })
      expect(await receiptsOf(after.rpcUrl)).toEqual(receipts)
      await mine(after.rpcUrl)
      const realNow = BigInt(Math.floor(Date.now() / 1_000))
      const ahead = (await client.getBlock()).timestamp - realNow
      expect(ahead).toBeGreaterThanOrEqual(863_990n)
      expect(ahead).toBeLessThanOrEqual(864_010n)
    } finally {
      await second.stop()
    }
  })

  test('end with the process that started them, even when it is killed, and lose nothing', async () => {
    const program = `
      import { startChains } from '#sandbox/chains'
      import { fundUsdc } from '#sandbox/local-chain'
      const { networks } = await startChains({ folder: ${JSON.stringify(folder)} })
      const { rpcUrl, usdc } = networks['eip155:8453']
      await fundUsdc(rpcUrl, usdc, '${stranger}', 1000n)
      process.stdout.write(rpcUrl)`
    const child = spawn(
      process.execPath,
      ['--conditions=react-server', '--input-type=module', '-e', program],
      { cwd: process.cwd(), stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const rpcUrl = await new Promise<string>((done) =>
      child.stdout.once('data', (text) => done(String(text))),
    )
    child.kill('SIGKILL')
    const again = await startChains({ folder })
    try {
      await expect(openLocal(rpcUrl).getChainId()).rejects.toThrow()
      const { rpcUrl: newUrl, usdc } = again.networks['eip155:8453']
      const call = {
        address: usdc,
        abi: sandboxUsdcAbi,
        functionName: 'balanceOf',
        args: [stranger],
      } as const
      expect(await openLocal(newUrl).readContract(call)).toBe(1_042n)
    } finally {
      await again.stop()
    }
  })

  test('survive a state file that was cut off while anvil wrote it', async () => {
    const whole = readFileSync(join(folder, '8453.json'), 'utf8')
    writeFileSync(join(folder, '8453.exit.json'), whole.slice(0, whole.length / 2))
    const again = await startChains({ folder, only: [8453] })
    const { rpcUrl, usdc } = again.networks['eip155:8453']
    const call = { address: usdc, abi: sandboxUsdcAbi, functionName: 'balanceOf', args: [stranger] } as const
    expect(await openLocal(rpcUrl).readContract(call)).toBe(1_042n)
    await again.stop()
  })

  test('survive anvil being killed, but for the last moment', async () => {
    const first = await startChains({ folder, only: [8453] })
    const { rpcUrl, usdc } = first.networks['eip155:8453']
    await fundUsdc(rpcUrl, usdc, stranger, 7n)
    const head = Number(await openLocal(rpcUrl).getBlockNumber())
    const savedBlock = () =>
      JSON.parse(readFileSync(join(folder, '8453.json'), 'utf8')).best_block_number as number
    await until(() => savedBlock() === head, { what: 'the last block is saved' })
    process.kill(-Number(readFileSync(join(folder, '8453.pid'), 'utf8')), 'SIGKILL')
    await first.stop()

    const second = await startChains({ folder, only: [8453] })
    const call = { address: usdc, abi: sandboxUsdcAbi, functionName: 'balanceOf', args: [stranger] } as const
    expect(await openLocal(second.networks['eip155:8453'].rpcUrl).readContract(call)).toBe(1_049n)
    await second.stop()
  })

  async function receiptsOf(rpcUrl: string) {
    const client = openLocal(rpcUrl)
    const head = await client.getBlockNumber()
    const hashes: `0x${string}`[] = []
    for (let number = 1n; number <= head; number++) {
      hashes.push(...(await client.getBlock({ blockNumber: number })).transactions)
    }
    return Promise.all(hashes.map((hash) => client.getTransactionReceipt({ hash })))
  }
})
