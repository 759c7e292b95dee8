import { getAddress } from 'viem'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bountyEscrowAbi, bountyEscrowBytecode } from '#contracts/bounty-escrow'
import { checkDeployment } from '#lib/adapters/boot-check'
import { openChain } from '#lib/adapters/chain/client'
import { demoKey } from '#lib/adapters/demo-keys'
import { EnvError, parseEnv } from '#lib/adapters/env'
import { type LocalChains, startChains } from '#sandbox/chains'
import { openLocal } from '#sandbox/local-chain'
import { createTestDatabase, type TestDatabase } from '#testing/database'

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
    SECRET_KEY: '4e1b7c0a9d2f8356ab41ce70d95f2836',
    CRON_SECRET: 'b83f06d2c7594ae1f20d68b5937ac41e',
    RPC_URLS_8453: chains.networks['eip155:8453'].rpcUrl,
    RPC_URLS_5042: chains.networks['eip155:5042'].rpcUrl,
    PAY_TO_8453: `0x${'11'.repeat(20)}`,
    PAY_TO_5042: `0x${'22'.repeat(20)}`,
    RELAYER_KEY: '0x8f2a559490cc21a83bd3ba4e0f1a3f8f8b0c7d5e6a49382716054f3e2d1c0ba9',
    ANCHOR_KEY: '0x1d9c04e7b62f8a35e0c4719fd8236ba50f7e913c4a8d2b6605c3e8f7192d4ba6',
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

describe('the boot check', () => {
  test('refuses a pool that is larger than the server allows, unless a pooler is between them', async () => {
    const [problem, ...others] = await problemsOf({ DATABASE_CONNECTIONS: '500' })
    expect(problem).toMatch(
      /^DATABASE_CONNECTIONS: this process may open 523 connections to PostgreSQL, which allows \d+ for all/,
    )
    expect(others).toEqual([])
    const pooled = {
      DATABASE_CONNECTIONS: '500',
      DATABASE_SESSION_URL: `${database.url}?a-pooler-is-at=DATABASE_URL`,
    }
    expect(await problemsOf(pooled)).toEqual([])
  })

  test('accepts the configured chains and tokens', async () => {
    expect(await check({})).toEqual({ problems: [], silent: [] })
  })

  test('only reports a network that does not respond, so that refunds on the others continue', async () => {
    expect(await check({ RPC_URLS_5042: 'http://127.0.0.1:9' })).toEqual({
      problems: [],
      silent: ['RPC_URLS_5042: no answer from Arc'],
    })
  })

  test('refuses an endpoint of another chain', async () => {
    expect(await problemsOf({ RPC_URLS_8453: chains.networks['eip155:5042'].rpcUrl })).toEqual([
      'RPC_URLS_8453: this is chain 5042, not 8453',
    ])
  })

  test('refuses an address without an EIP-3009 token', async () => {
    expect(await problemsOf({ USDC_ADDRESS_5042: '0x00000000000000000000000000000000000000aa' })).toEqual([
      'USDC_ADDRESS_5042: there is no EIP-3009 token at this address on Arc',
    ])
  })

  test('refuses an address without an escrow, and an escrow of another token', async () => {
    expect(await problemsOf({ ESCROW_ADDRESS_8453: `0x${'ee'.repeat(20)}` })).toEqual([
      'ESCROW_ADDRESS_8453: there is no escrow contract at this address on Base',
    ])
    // A contract, but not an escrow.
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

  test('refuses a key that is not an operator of the escrow', async () => {
    const key = '0x5b07d3f1e8c92a46b1d05f7e3c8a9264f0e7d1b5a3c6982f40e1d7b8c5a39f62'
    const address = privateKeyToAddress(key)
    expect(await problemsOf({ OPERATOR_KEY: key })).toEqual([
      `OPERATOR_KEY: ${address} is not an operator of the escrow on Base`,
      `OPERATOR_KEY: ${address} is not an operator of the escrow on Arc`,
    ])
    expect(await problemsOf({ OPERATOR_KEY: demoKey('escrow_operator'), CAIRN_MODE: 'sandbox' })).toEqual([])
  })

  test('reports a problem of one network while another does not respond', async () => {
    const changes = { RPC_URLS_5042: 'http://127.0.0.1:9', ESCROW_ADDRESS_8453: `0x${'ee'.repeat(20)}` }
    expect(await problemsOf(changes)).toEqual([
      'ESCROW_ADDRESS_8453: there is no escrow contract at this address on Base',
    ])
  })

  test('refuses a database whose clock was moved', async () => {
    await database.sql`update service_clock set offset_seconds = 60`
    expect(await problemsOf({})).toEqual(['DATABASE_URL: this is a sandbox database, its clock was moved'])
    await database.sql`update service_clock set offset_seconds = 0`
  })
})
