import { getAddress } from 'viem'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bountyEscrowAbi, bountyEscrowBytecode } from '#contracts/bounty-escrow'
import { checkDeployment } from '#lib/adapters/boot-check'
import { openChain } from '#lib/adapters/chain/client'
import { demoKey } from '#lib/adapters/demo-keys'
import { EnvError, parseEnv } from '#lib/adapters/env'
import { openLocal } from '#lib/sandbox/chain-controls'
import { type LocalChains, startChains } from '#lib/sandbox/chains'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'

const operator = privateKeyToAddress(demoKey('operator'))

let database: TestDatabase
let chains: LocalChains
beforeAll(async () => {
  ;[database, chains] = await Promise.all([createTestDatabase(), startChains({})])
})
afterAll(async () => {
  await chains.stop()
  await database.close()
})

async function problemsOf(changes: Record<string, string>): Promise<readonly string[]> {
  const { problems } = await check(changes)
  return problems
}

async function check(changes: Record<string, string>) {
  const env = parseEnv({
    DATABASE_URL: database.url,
    BASE_URL: 'https://cairn.example',
    SECRET_KEY: 's'.repeat(32),
    CRON_SECRET: 'c'.repeat(32),
    RPC_URLS_8453: chains.networks['eip155:8453'].rpcUrl,
    RPC_URLS_5042: chains.networks['eip155:5042'].rpcUrl,
    PAY_TO_8453: `0x${'11'.repeat(20)}`,
    PAY_TO_5042: `0x${'22'.repeat(20)}`,
    RELAYER_KEY: `0x${'33'.repeat(32)}`,
    ANCHOR_KEY: `0x${'44'.repeat(32)}`,
    ESCROW_ADDRESS_8453: chains.networks['eip155:8453'].escrow,
    ESCROW_ADDRESS_5042: chains.networks['eip155:5042'].escrow,
    TREASURY_ADDRESS: `0x${'66'.repeat(20)}`,
    MEDIA_DIR: 'media',
    ...changes,
  })
  const opened = new Map(env.networks.map((network) => [network.chainId, openChain(network)]))
  try {
    return { problems: [], silent: await checkDeployment({ env, sql: database.sql, chains: opened }) }
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError)
    return { problems: (error as EnvError).problems }
  }
}

describe('production starts', () => {
  test('on the chains and tokens that the configuration names', async () => {
    expect(await check({})).toEqual({ problems: [], silent: [] })
  })

  test('although a network does not answer: the others’ money must go on', async () => {
    expect(await check({ RPC_URLS_5042: 'http://127.0.0.1:9' })).toEqual({
      problems: [],
      silent: ['RPC_URLS_5042: no answer from Arc'],
    })
  })

  test('never with a demo key, while the sandbox may', async () => {
    const keys = {
      RELAYER_KEY: demoKey('relayer'),
      ANCHOR_KEY: demoKey('operator').toUpperCase().replace('0X', '0x'),
      TREASURY_KEY: demoKey('treasury'),
      TREASURY_ADDRESS: privateKeyToAddress(demoKey('treasury')),
      OPERATOR_KEY: demoKey('escrow_operator'),
      PAY_TO_5042: privateKeyToAddress(demoKey('revenue')).toLowerCase(),
    }
    const problems = await problemsOf(keys)
    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual(Object.keys(keys).sort())
    for (const key of Object.values(keys)) expect(problems.join()).not.toContain(key)
    expect(await problemsOf({ ...keys, CAIRN_MODE: 'sandbox' })).toEqual([])
  })

  test('never on another chain', async () => {
    expect(await problemsOf({ RPC_URLS_8453: chains.networks['eip155:5042'].rpcUrl })).toEqual([
      'RPC_URLS_8453: this is chain 5042, not 8453',
    ])
  })

  test('never on a token whose signatures differ from what we quote, or on none', async () => {
    expect(await problemsOf({ USDC_ADDRESS_5042: '0x00000000000000000000000000000000000000aa' })).toEqual([
      'USDC_ADDRESS_5042: there is no EIP-3009 token at this address on Arc',
    ])
  })

  test('never on an escrow that is none, or that holds another token', async () => {
    expect(await problemsOf({ ESCROW_ADDRESS_8453: `0x${'ee'.repeat(20)}` })).toEqual([
      'ESCROW_ADDRESS_8453: there is no escrow contract at this address on Base',
    ])
    // A contract, and none of ours.
    const { eas, escrow } = chains.networks['eip155:8453']
    expect(await problemsOf({ ESCROW_ADDRESS_8453: eas! })).toEqual([
      'ESCROW_ADDRESS_8453: there is no escrow contract at this address on Base',
    ])
    const client = openLocal(chains.networks['eip155:8453'].rpcUrl)
    const other = await client.deployContract({
      abi: bountyEscrowAbi,
      bytecode: bountyEscrowBytecode,
      args: [escrow, operator, operator, 0],
      account: privateKeyToAccount(demoKey('deployer')),
      chain: null,
    })
    const { contractAddress } = await client.waitForTransactionReceipt({ hash: other })
    expect(await problemsOf({ ESCROW_ADDRESS_8453: contractAddress! })).toEqual([
      `ESCROW_ADDRESS_8453: this escrow holds ${getAddress(escrow)}, not the USDC of Base`,
    ])
  })

  test('never with an operator key that the escrow does not know, and without one', async () => {
    const key = `0x${'77'.repeat(32)}` as const
    const address = privateKeyToAddress(key)
    expect(await problemsOf({ OPERATOR_KEY: key })).toEqual([
      `OPERATOR_KEY: ${address} is not an operator of the escrow on Base`,
      `OPERATOR_KEY: ${address} is not an operator of the escrow on Arc`,
    ])
    expect(await problemsOf({ OPERATOR_KEY: demoKey('escrow_operator'), CAIRN_MODE: 'sandbox' })).toEqual([])
  })

  test('never with something wrong on one network while another does not answer', async () => {
    const changes = { RPC_URLS_5042: 'http://127.0.0.1:9', ESCROW_ADDRESS_8453: `0x${'ee'.repeat(20)}` }
    expect(await problemsOf(changes)).toEqual([
      'ESCROW_ADDRESS_8453: there is no escrow contract at this address on Base',
    ])
  })

  test('never on a database whose clock was moved', async () => {
    await database.sql`update service_clock set offset_seconds = 60`
    expect(await problemsOf({})).toEqual(['DATABASE_URL: this is a sandbox database, its clock was moved'])
    await database.sql`update service_clock set offset_seconds = 0`
  })
})
