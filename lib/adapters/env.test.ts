import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { demoKey } from '#lib/adapters/demo-keys'
import { EnvError, parseEnv } from '#lib/adapters/env'

const complete = {
  DATABASE_URL: 'postgres://cairn@localhost/cairn',
  BASE_URL: 'https://cairn.example/',
  SECRET_KEY: 's'.repeat(32),
  CRON_SECRET: 'c'.repeat(32),
  RPC_URLS_8453: 'https://one.example, https://two.example',
  RPC_URLS_5042: 'https://arc.example',
  PAY_TO_8453: `0x${'11'.repeat(20)}`,
  PAY_TO_5042: `0x${'22'.repeat(20)}`,
  RELAYER_KEY: `0x${'33'.repeat(32)}`,
  ESCROW_ADDRESS_8453: `0x${'44'.repeat(20)}`,
  ESCROW_ADDRESS_5042: `0x${'55'.repeat(20)}`,
  TREASURY_ADDRESS: `0x${'66'.repeat(20)}`,
  MEDIA_DIR: 'media',
}

function problemsOf(variables: Record<string, string | undefined>): readonly string[] {
  try {
    parseEnv(variables)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError)
    return (error as EnvError).problems
  }
}

describe('the settings', () => {
  test('are production unless they say sandbox', () => {
    expect(parseEnv(complete).mode).toBe('production')
    expect(parseEnv({ ...complete, CAIRN_MODE: 'sandbox' }).mode).toBe('sandbox')
  })

  test('limit what a wallet may use, and let it upload at least one film of the largest size', () => {
    expect(parseEnv({ ...complete, UPLOAD_MAX_BYTES: '1000000' }).walletLimits).toEqual({
      filmsPerBounty: 5,
      bytesPerDay: 5_000_000,
      cpuSecondsPerDay: 3_600,
      failedPaymentsPerDay: 100,
      signInsPerDay: 100,
    })
    const bytes = (perDay: string) => ({
      ...complete,
      ...{ UPLOAD_MAX_BYTES: '1000000', WALLET_BYTES_PER_DAY: perDay },
    })
    expect(parseEnv(bytes('0')).walletLimits.bytesPerDay).toBe(0)
    expect(parseEnv(bytes('1000000')).walletLimits.bytesPerDay).toBe(1_000_000)
    expect(problemsOf(bytes('999999'))).toEqual([expect.stringMatching(/^WALLET_BYTES_PER_DAY: is less/)])
  })

  test('carry the addresses, names and prices of the contract by default', () => {
    const env = parseEnv(complete)
    expect(env.baseUrl).toBe('https://cairn.example')
    expect(env.price).toEqual({ spatialQueryAtomic: 10_000n, observationAtomic: 5_000n })
    expect(env.networks.map(({ id, usdc, rpcUrls }) => ({ id, usdc, rpcUrls }))).toEqual([
      {
        id: 'eip155:8453',
        usdc: {
          address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          domainName: 'USD Coin',
          domainVersion: '2',
        },
        rpcUrls: ['https://one.example', 'https://two.example'],
      },
      {
        id: 'eip155:5042',
        usdc: {
          address: '0x3600000000000000000000000000000000000000',
          domainName: 'USDC',
          domainVersion: '2',
        },
        rpcUrls: ['https://arc.example'],
      },
    ])
  })

  test.each([
    'DATABASE_URL',
    'BASE_URL',
    'SECRET_KEY',
    'RPC_URLS_8453',
    'PAY_TO_5042',
    'RELAYER_KEY',
    'TREASURY_ADDRESS',
    'ESCROW_ADDRESS_8453',
    'ESCROW_ADDRESS_5042',
  ])('without %s are refused, and it is named', (name) => {
    expect(problemsOf({ ...complete, [name]: undefined }).join('\n')).toContain(name)
    expect(problemsOf({ ...complete, [name]: '' }).join('\n')).toContain(name)
  })

  test('need no relayer key with a remote facilitator', () => {
    const env = parseEnv({
      ...complete,
      RELAYER_KEY: undefined,
      FACILITATOR_URL: 'https://facilitator.example',
    })
    expect(env.facilitatorUrl).toBe('https://facilitator.example')
  })

  test('of one network ask nothing about the other', () => {
    const env = parseEnv({
      ...complete,
      NETWORKS: 'eip155:8453',
      RPC_URLS_5042: undefined,
      PAY_TO_5042: undefined,
    })
    expect(env.networks.map(({ id }) => id)).toEqual(['eip155:8453'])
    expect(problemsOf({ ...complete, NETWORKS: 'eip155:1' })).toEqual([
      'NETWORKS: eip155:1 is not one of eip155:8453, eip155:5042',
    ])
  })

  test('never repeat a value in an error', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('SECRET_KEY', 'CRON_SECRET', 'RELAYER_KEY', 'ANCHOR_KEY'),
        fc.stringMatching(/^[a-z]{8,20}$/),
        (name, value) => {
          const problems = problemsOf({ ...complete, [name]: value }).join('\n')
          expect(problems).toContain(name)
          expect(problems).not.toContain(value)
        },
      ),
    )
  })

  test('a demo key is one that anyone can compute, and no two are the same', () => {
    expect(demoKey('agent')).toMatch(/^0x[0-9a-f]{64}$/)
    expect(demoKey('agent')).not.toBe(demoKey('relayer'))
  })
})
