import 'server-only'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import {
  address,
  addressRanges,
  keyRef,
  type OperatorWallet,
  origin,
  perMinute,
  port,
  required,
  retiredKeys,
  seconds,
  secret,
  textList,
  url,
  usdc,
  wallets,
  wholeUsdc,
} from '#lib/adapters/env-fields'
import { networksOf, networkVariables } from '#lib/adapters/env-networks'
import { checkProduction } from '#lib/adapters/env-production'
import { checkTogether, guardedOf } from '#lib/adapters/env-together'
import { type WalletLimitsConfig, walletLimitsOf, walletVariables } from '#lib/adapters/env-wallets'
import type { KeyRef, RetiredKey } from '#lib/adapters/key-ref'

/**
 * Every setting, parsed once and typed. Nothing else reads `process.env`.
 *
 * `production` is the default, so that a forgotten variable never opens a sandbox.
 */
export type Env = Readonly<{
  mode: 'production' | 'sandbox'
  databaseUrl: string
  /** Public origin without a trailing slash; every absolute link and the x402 resource URL start with it. */
  baseUrl: string
  logLevel: string
  /** At least 32 characters; payment challenges, signing keys and ids are derived from it. */
  secretKey: string
  /** Without one the scheduled routes refuse everybody. */
  cronSecret: string | undefined
  networks: readonly NetworkConfig[]
  /** Our own facilitator when there is no `facilitatorUrl`. */
  facilitatorUrl: string | undefined
  facilitatorToken: string | undefined
  relayerKey: KeyRef | undefined
  contractPayers: ContractPayersConfig
  anchorKey: KeyRef | undefined
  /** Takes the payments for bounties and holds them until they are in escrow; revenue never goes there. */
  treasury: `0x${string}`
  /** Its key: posts to the escrow, and pays back what could not be posted. Only a worker needs it. */
  treasuryKey: KeyRef | undefined
  /** The escrow's operator: releases, cancels, refunds. Only a worker needs it. */
  operatorKey: KeyRef | undefined
  /** Keys that were used before: what they signed is followed to its end. */
  retiredKeys: readonly RetiredKey[]
  anchor: AnchorConfig
  /** Public Ed25519 keys (`x` of the JWK) that receipts were signed with before the secret key was changed. */
  retiredSigningKeys: readonly string[]
  /** URIs (mailto:, https:, tel:) for those who find a weakness. */
  securityContacts: readonly string[]
  /** For whoever runs a program against the interface. */
  contactEmail: string | undefined
  price: { spatialQueryAtomic: bigint; observationAtomic: bigint }
  /** Whole USDC. */
  bounty: { minUsdc: number; maxUsdc: number }
  /** Absent: our own map, which needs nobody else. */
  map: { styleUrl: string | undefined }
  media: MediaConfig
  storage: StorageConfig
  limits: LimitsConfig
  walletLimits: WalletLimitsConfig
  metrics: MetricsConfig
  /** Who may use the operator console. */
  operators: readonly OperatorWallet[]
}>

/**
 * What is demanded of payers that have code (contract wallets and delegated accounts, EIP-7702). Checking their signature runs
 * their code at the relayer's expense.
 */
export type ContractPayersConfig = Readonly<{
  /** The least amount they may pay with one authorization. */
  minAtomic: bigint
  /** Gas limit of a settlement for one of them, in gas units. */
  maxGas: bigint
}>

/** Where each process says what it counts; `undefined`: nowhere. */
export type MetricsConfig = Readonly<{
  host: string
  webPort: number | undefined
  workerPort: number | undefined
}>

/** How much one client may ask in a minute; 0: as much as it likes. */
export type LimitsConfig = Readonly<{
  /** Free operations. */
  free: number
  /** What our own pages ask again and again: the map, the board, one's own bounties and submissions. */
  light: number
  /** Pages, badges and embedded proofs. */
  pages: number
  signIn: number
  /** Requests for paid operations that end without a payment. */
  unpaid: number
  /** Addresses and ranges of the proxies in front, whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
}>

export type MediaConfig = Readonly<{
  /** Absolute path: uploads on their way in, work under way, and stored files unless they are kept elsewhere. */
  folder: string
  uploadMaxBytes: number
  /** How many media jobs a worker does at once; 0: none. */
  jobs: number
  /** How many days after the end of its bounty a film that was not accepted is deleted. */
  originalsDays: number
  /** Another reconstruction engine than ours. */
  reconstructionCommand: string | undefined
  /** Files, folders and devices that it may read besides itself. */
  reconstructionPaths: readonly string[]
  /**
   * `required`: in production nothing is done with strangers' files where programs cannot be confined. `weak`: they are held back as
   * far as the machine allows. A sandbox always goes on in the weaker form.
   */
  sandbox: 'required' | 'weak'
}>

/** Where finished files are kept. */
export type StorageConfig = Readonly<
  | { kind: 'disk' }
  | {
      kind: 's3'
      bucket: string
      region: string
      /** Of an S3-compatible service; AWS unless given. */
      endpoint: string | undefined
      accessKeyId: string
      secretAccessKey: string
    }
>

/** A network we are paid on. */
export type NetworkConfig = Readonly<{
  /** CAIP-2. */
  id: `eip155:${number}`
  chainId: number
  name: string
  rpcUrls: readonly string[]
  usdc: { address: `0x${string}`; domainName: string; domainVersion: string }
  /** Where revenue goes: an address whose key we need not have. */
  payTo: `0x${string}`
  /** Blocks on top of a post before its bounty is shown as open. */
  confirmations: number
  /** When a transaction cannot be undone: a block tag, or that many blocks on top of its own. */
  finality: 'safe' | 'finalized' | number
  /** Takes new bounties. */
  escrow: `0x${string}`
  /** The escrow before it, until its last bounty has ended. */
  previousEscrow: `0x${string}` | undefined
  /** The most the relayer spends on gas in a day (UTC) before no new payment is taken, in wei; `undefined`: no limit. */
  gasBudgetWei: bigint | undefined
  /** The block from which the money of bounties is followed: that of the escrow's creation, or any before. */
  ledgerFromBlock: number
  /** Public explorer, for links; no trailing slash. */
  explorerUrl: string
}>

/** Where captures are attested: always EAS on 8453. */
export type AnchorConfig = Readonly<{
  chainId: 8453
  eas: `0x${string}`
  schemaRegistry: `0x${string}`
  easExplorerUrl: string
  /** A chain endpoint that pages may tell the reader's browser, to read the attestation without us. */
  publicRpcUrl: string | undefined
  /** A tree is built when this many captures wait, or when the oldest has waited this long. */
  maxLeaves: number
  maxAgeSeconds: number
}>

/** Unless a deployment sets others. */
export const usualPrices = {
  price: { spatialQueryAtomic: 10_000n, observationAtomic: 5_000n },
  bounty: { minUsdc: 50, maxUsdc: 5_000 },
}

const variables = z.object({
  CAIRN_MODE: z.enum(['production', 'sandbox']).default('production'),
  DATABASE_URL: z
    .string(required('must be text'))
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  BASE_URL: origin,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  SECRET_KEY: secret,
  CRON_SECRET: secret.optional(),
  ...networkVariables,
  TREASURY_ADDRESS: z.string(required('must be text')).pipe(address),
  TREASURY_KEY: keyRef.optional(),
  OPERATOR_KEY: keyRef.optional(),
  FACILITATOR_URL: url.optional(),
  FACILITATOR_TOKEN: z.string().optional(),
  RELAYER_KEY: keyRef.optional(),
  CONTRACT_PAYER_MIN_USDC: usdc.default(5_000n),
  CONTRACT_PAYER_MAX_GAS: z.coerce.number().int().min(120_000).max(5_000_000).default(300_000),
  ANCHOR_KEY: keyRef.optional(),
  RETIRED_KEYS: retiredKeys.default([]),
  EAS_ADDRESS: address.default('0x4200000000000000000000000000000000000021'),
  EAS_SCHEMA_REGISTRY_ADDRESS: address.default('0x4200000000000000000000000000000000000020'),
  EAS_EXPLORER_URL: url.default('https://base.easscan.org'),
  PUBLIC_RPC_URL_8453: url.optional(),
  ANCHOR_MAX_LEAVES: z.coerce.number().int().min(1).max(4096).default(4096),
  ANCHOR_MAX_AGE_SECONDS: seconds.default(600),
  PRICE_SPATIAL_QUERY: usdc.default(usualPrices.price.spatialQueryAtomic),
  PRICE_OBSERVATION: usdc.default(usualPrices.price.observationAtomic),
  BOUNTY_MIN_USDC: wholeUsdc.default(usualPrices.bounty.minUsdc),
  BOUNTY_MAX_USDC: wholeUsdc.default(usualPrices.bounty.maxUsdc),
  RETIRED_SIGNING_KEYS: textList(/^[\w-]{43}$/, 'must be public keys of 43 characters (x)').default([]),
  SECURITY_CONTACT: textList(
    /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+\S+)$/,
    'must be mailto:, https: or tel: addresses',
  ).default([]),
  CONTACT_EMAIL: z.email('must be an e-mail address').optional(),
  MAP_STYLE_URL: url.optional(),
  MEDIA_DIR: z.string(required('must be text')).min(1),
  UPLOAD_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1_000_000)
    .max(2 ** 40)
    .default(4 * 2 ** 30),
  MEDIA_JOBS: z.coerce.number().int().min(0).max(64).optional(),
  ORIGINALS_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  MEDIA_SANDBOX: z.enum(['required', 'weak'], 'must be required or weak').default('required'),
  RECON_CMD: z.string().optional(),
  RECON_PATHS: textList(/^\/[^,]*$/, 'must be absolute paths').default([]),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: url.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  RATE_LIMIT_FREE: perMinute.default(60),
  RATE_LIMIT_LIGHT: perMinute.default(300),
  RATE_LIMIT_PAGES: perMinute.default(1_200),
  RATE_LIMIT_SIGN_IN: perMinute.default(20),
  RATE_LIMIT_UNPAID: perMinute.default(600),
  ...walletVariables,
  TRUSTED_PROXIES: addressRanges.default([]),
  OPERATOR_WALLETS: wallets.default([]),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_WEB_PORT: port.optional(),
  METRICS_WORKER_PORT: port.optional(),
})

/** Every variable there is. */
export const variableNames = Object.keys(variables.shape)

type Variables = z.output<typeof variables>

/**
 * Parses the variables. The error names every one at fault, and never repeats a value.
 *
 * @param needs.relayer false for a command that settles no payment
 */
export function parseEnv(
  source: Record<string, string | undefined>,
  needs: { relayer: boolean } = { relayer: true },
): Env {
  const isGiven = (name: string) => source[name] !== undefined && source[name] !== ''
  const problems: string[] = []
  const read: Partial<Record<string, unknown>> = {}
  for (const [name, field] of Object.entries(variables.shape)) {
    const parsed = field.safeParse(isGiven(name) ? source[name] : undefined)
    if (parsed.success) read[name] = parsed.data
    else problems.push(...new Set(parsed.error.issues.map(({ message }) => `${name}: ${message}`)))
  }
  // Each is checked as far as it could be read, so that all that is wrong is said at once.
  const partial = read as Partial<Variables>
  const networks = networksOf(partial, isGiven, problems)
  const walletLimits = walletLimitsOf(partial as Variables, problems)
  const storage = storageOf(partial, isGiven, problems)
  problems.push(...checkTogether(partial, networks.ids, isGiven, needs))
  if (partial.CAIRN_MODE === 'production') problems.push(...checkProduction(guardedOf(partial)))
  if (problems.length > 0) throw new EnvError(problems)
  const v = partial as Variables

  return {
    mode: v.CAIRN_MODE,
    databaseUrl: v.DATABASE_URL,
    baseUrl: v.BASE_URL,
    logLevel: v.LOG_LEVEL,
    secretKey: v.SECRET_KEY,
    cronSecret: v.CRON_SECRET,
    networks: networks.all,
    facilitatorUrl: v.FACILITATOR_URL,
    facilitatorToken: v.FACILITATOR_TOKEN,
    relayerKey: v.RELAYER_KEY,
    contractPayers: {
      minAtomic: v.CONTRACT_PAYER_MIN_USDC,
      maxGas: BigInt(v.CONTRACT_PAYER_MAX_GAS),
    },
    anchorKey: v.ANCHOR_KEY,
    treasury: v.TREASURY_ADDRESS,
    treasuryKey: v.TREASURY_KEY,
    operatorKey: v.OPERATOR_KEY,
    retiredKeys: v.RETIRED_KEYS,
    anchor: {
      chainId: 8453,
      eas: v.EAS_ADDRESS,
      schemaRegistry: v.EAS_SCHEMA_REGISTRY_ADDRESS,
      easExplorerUrl: v.EAS_EXPLORER_URL,
      publicRpcUrl: v.PUBLIC_RPC_URL_8453,
      maxLeaves: v.ANCHOR_MAX_LEAVES,
      maxAgeSeconds: v.ANCHOR_MAX_AGE_SECONDS,
    },
    retiredSigningKeys: v.RETIRED_SIGNING_KEYS,
    securityContacts: v.SECURITY_CONTACT,
    contactEmail: v.CONTACT_EMAIL,
    price: { spatialQueryAtomic: v.PRICE_SPATIAL_QUERY, observationAtomic: v.PRICE_OBSERVATION },
    bounty: { minUsdc: v.BOUNTY_MIN_USDC, maxUsdc: v.BOUNTY_MAX_USDC },
    map: { styleUrl: v.MAP_STYLE_URL },
    media: {
      folder: resolve(v.MEDIA_DIR),
      uploadMaxBytes: v.UPLOAD_MAX_BYTES,
      jobs: v.MEDIA_JOBS ?? availableParallelism(),
      originalsDays: v.ORIGINALS_DAYS,
      reconstructionCommand: v.RECON_CMD,
      reconstructionPaths: v.RECON_PATHS,
      sandbox: v.MEDIA_SANDBOX,
    },
    storage,
    limits: {
      free: v.RATE_LIMIT_FREE,
      light: v.RATE_LIMIT_LIGHT,
      pages: v.RATE_LIMIT_PAGES,
      signIn: v.RATE_LIMIT_SIGN_IN,
      unpaid: v.RATE_LIMIT_UNPAID,
      trustedProxies: v.TRUSTED_PROXIES,
    },
    walletLimits,
    metrics: {
      host: v.METRICS_HOST,
      webPort: v.METRICS_WEB_PORT,
      workerPort: v.METRICS_WORKER_PORT,
    },
    operators: v.OPERATOR_WALLETS,
  }
}

function storageOf(
  v: Partial<Variables>,
  isGiven: (name: string) => boolean,
  problems: string[],
): StorageConfig {
  if (!v.S3_BUCKET) return { kind: 'disk' }
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    if (!isGiven(name)) problems.push(`${name}: is required with S3_BUCKET`)
  const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = v
  return {
    kind: 's3',
    bucket: v.S3_BUCKET,
    region: v.S3_REGION!,
    endpoint: v.S3_ENDPOINT,
    accessKeyId,
    secretAccessKey,
  }
}

export class EnvError extends Error {
  override readonly name = 'EnvError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** The settings of this process. @param needs.relayer false for a command that settles no payment */
export function readEnv(needs?: { relayer: boolean }): Env {
  return parseEnv(process.env, needs)
}
