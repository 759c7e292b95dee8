import { createECDH, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { demoKey } from '#lib/adapters/demo-keys'
import { variableNames } from '#lib/adapters/env'
import { networkOf } from '#lib/domain/chain/caip2'
import { anchorNetwork } from '#lib/domain/chain/networks'
import { priceSettings } from '#lib/operations/catalog'
import type { LocalChains, LocalNetwork } from '#sandbox/chains'
import type { Home } from '#sandbox/home'

/** Created once per sandbox and stored with its data, so that tokens, challenges and subscriptions survive a restart. */
export type Secrets = { secretKey: string; cronSecret: string; enterpriseApiKey: string; pushKey: string }

export function readSecrets(home: Home): Secrets {
  const known = existsSync(home.secrets) ? JSON.parse(readFileSync(home.secrets, 'utf8')) : {}
  const make = () => randomBytes(32).toString('hex')
  const secrets: Secrets = {
    secretKey: make(),
    cronSecret: make(),
    enterpriseApiKey: `cairn_${make()}`,
    pushKey: makePushKey(),
    // A sandbox of an earlier version has fewer.
    ...known,
  }
  if (Object.keys(known).length < Object.keys(secrets).length)
    writeFileSync(home.secrets, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}

function makePushKey(): string {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const bytes = Buffer.alloc(32)
  const key = curve.getPrivateKey()
  // Node omits leading zeros.
  key.copy(bytes, bytes.length - key.length)
  return bytes.toString('base64url')
}

/** The variables of the sandbox's web, worker and tools: those of `.env.example`, with demo keys. */
export function sandboxVariables(options: {
  databaseUrl: string
  baseUrl: string
  chains: LocalChains
  secrets: Secrets
  /** Where uploads, work and stored files are. */
  mediaFolder: string
}): Record<string, string> {
  const { chains, secrets } = options
  return {
    // Set to empty text, so that the `.env` of a deployment in this folder has no effect.
    ...Object.fromEntries([...variableNames, ...priceSettings].map((name) => [name, ''])),
    CAIRN_MODE: 'sandbox',
    DATABASE_URL: options.databaseUrl,
    BASE_URL: options.baseUrl,
    SECRET_KEY: secrets.secretKey,
    CRON_SECRET: secrets.cronSecret,
    PUSH_KEY: secrets.pushKey,
    ...Object.fromEntries(Object.values(chains.networks).flatMap(variablesOf)),
    PUBLIC_RPC_URL_8453: chains.networks[networkOf(anchorNetwork.chainId)].rpcUrl,
    TREASURY_ADDRESS: privateKeyToAddress(demoKey('treasury')),
    TREASURY_KEY: demoKey('treasury'),
    OPERATOR_KEY: demoKey('escrow_operator'),
    RELAYER_KEY: demoKey('relayer'),
    ANCHOR_KEY: demoKey('anchor'),
    ANCHOR_MAX_AGE_SECONDS: '1',
    // Public explorers do not know the local chain, so links to an attestation go to our own `/attestation/view`, which redirects to the tree.
    EAS_EXPLORER_URL: options.baseUrl,
    // Long enough to see that a delivered film waits. It protects nobody here, because all wallets of a sandbox are known.
    DELIVERY_DELAY_MAX_SECONDS: '10',
    // All clients have the same address, and some of them are tests.
    RATE_LIMIT_FREE: '6000',
    RATE_LIMIT_LIGHT: '12000',
    RATE_LIMIT_PAGES: '60000',
    RATE_LIMIT_SIGN_IN: '600',
    RATE_LIMIT_LIKENESS: '600',
    RATE_LIMIT_UNPAID: '60000',
    RATE_LIMIT_UPLOADS: '6000',
    // All clients share a few wallets.
    WALLET_CPU_SECONDS_PER_DAY: '36000',
    WALLET_FAILED_PAYMENTS_PER_DAY: '10000',
    WALLET_SIGN_INS_PER_DAY: '10000',
    OPERATOR_WALLETS: privateKeyToAddress(demoKey('operator')),
    MEDIA_DIR: options.mediaFolder,
    // The streets of Florence, so that maps have streets in one place.
    BASEMAP_PMTILES: join(import.meta.dirname, 'florence.pmtiles'),
  }
}

function variablesOf({ chainId, rpcUrl, escrow, previousEscrow }: LocalNetwork): [string, string][] {
  return [
    [`RPC_URLS_${chainId}`, rpcUrl],
    [`PAY_TO_${chainId}`, privateKeyToAddress(demoKey('revenue'))],
    [`ESCROW_ADDRESS_${chainId}`, escrow],
    [`PREVIOUS_ESCROW_ADDRESS_${chainId}`, previousEscrow ?? ''],
    // Local chains make a block only for a transaction, so waiting for further blocks would never end.
    [`CONFIRMATIONS_${chainId}`, '0'],
    [`FINALITY_${chainId}`, '0'],
  ]
}

/** The content of `.cairn/sandbox.json`, for programs that use the sandbox. */
export function sandboxFacts(options: {
  baseUrl: string
  chains: LocalChains
  secrets: Secrets
  samples: string[]
}): Record<string, unknown> {
  const wallet = (role: 'agent' | 'poster' | 'contributor' | 'operator') => ({
    address: privateKeyToAddress(demoKey(role)),
    private_key: demoKey(role),
  })
  const networks = Object.fromEntries(
    Object.entries(options.chains.networks).map(([id, network]) => [
      id,
      { rpc_url: network.rpcUrl, usdc: network.usdc, escrow: network.escrow, eas: network.eas },
    ]),
  )
  return {
    base_url: options.baseUrl,
    networks,
    wallets: {
      agent: wallet('agent'),
      poster: wallet('poster'),
      contributor: wallet('contributor'),
      operator: wallet('operator'),
    },
    cron_secret: options.secrets.cronSecret,
    enterprise_api_key: options.secrets.enterpriseApiKey,
    samples: options.samples,
  }
}
