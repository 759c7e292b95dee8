import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDeployment } from '#lib/adapters/boot-check'
import { openChain } from '#lib/adapters/chain/client'
import { demoKey } from '#lib/adapters/demo-keys'
import { EnvError, parseEnv } from '#lib/adapters/env'
import { type LocalChains, startChains } from '#lib/sandbox/chains'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'

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
    ...changes,
  })
  const opened = new Map(env.networks.map((network) => [network.chainId, openChain(network)]))
  try {
    await checkDeployment({ env, sql: database.sql, chains: opened })
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError)
    return (error as EnvError).problems
  }
}

describe('production starts', () => {
  test('on the chains and tokens that the configuration names', async () => {
    expect(await problemsOf({})).toEqual([])
  })

  test('never with a demo key, while the sandbox may', async () => {
    const keys = {
      RELAYER_KEY: demoKey('relayer'),
      ANCHOR_KEY: demoKey('operator').toUpperCase().replace('0X', '0x'),
    }
    const problems = await problemsOf(keys)
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['RELAYER_KEY', 'ANCHOR_KEY'])
    expect(problems.join()).not.toContain(keys.RELAYER_KEY)
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

  test('never when a chain does not answer', async () => {
    expect(await problemsOf({ RPC_URLS_5042: 'http://127.0.0.1:9' })).toEqual([
      'RPC_URLS_5042: no answer from Arc',
    ])
  })

  test('never on a database whose clock was moved', async () => {
    await database.sql`update service_clock set offset_seconds = 60`
    expect(await problemsOf({})).toEqual(['DATABASE_URL: this is a sandbox database, its clock was moved'])
    await database.sql`update service_clock set offset_seconds = 0`
  })
})
