import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseEnv, variableNames } from '#lib/adapters/env'
import { priceSettings } from '#lib/operations/catalog'
import { sandboxVariables } from '#sandbox/settings'

const all = [...variableNames, ...priceSettings]

const network = {
  rpcUrl: 'http://127.0.0.1:8545',
  usdc: `0x${'01'.repeat(20)}`,
  escrow: `0x${'02'.repeat(20)}`,
  previousEscrow: null,
  eas: null,
  schemaRegistry: null,
} as const
const variables = sandboxVariables({
  databaseUrl: 'postgres://postgres@127.0.0.1/postgres',
  baseUrl: 'http://localhost:3000',
  chains: {
    networks: { 'eip155:8453': { ...network, chainId: 8453 }, 'eip155:5042': { ...network, chainId: 5042 } },
    stop: async () => {},
  },
  secrets: {
    secretKey: 's'.repeat(64),
    cronSecret: 'c'.repeat(64),
    enterpriseApiKey: 'e',
    pushKey: 'dimc7GGWgN4dnyy5OKgtekVqPyDCeJQkqpVH5jiKZbk',
  },
  mediaFolder: '.cairn/media',
})

test('the sandbox sets every variable, so that nothing of a deployment reaches it', () => {
  expect(Object.keys(variables).sort()).toEqual(all.sort())
  expect(parseEnv({ FACILITATOR_URL: 'https://deployed.example', ...variables })).toMatchObject({
    mode: 'sandbox',
    facilitatorUrl: undefined,
  })
})

test('links to attestations stay within the sandbox, because public explorers do not know its chain', () => {
  expect(parseEnv(variables).anchor.easExplorerUrl).toBe('http://localhost:3000')
})

test('.env.example names every variable and no other', () => {
  const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  const named = [...text.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1])
  expect([...named].sort()).toEqual(all.sort())
})
