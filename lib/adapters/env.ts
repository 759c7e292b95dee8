import 'server-only'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { cdnOf, cdnVariables } from '#lib/adapters/env-cdn'
import {
  address,
  addressRanges,
  databaseUrls,
  keyRef,
  origin,
  port,
  pushKey,
  requestLimit,
  required,
  retiredKeys,
  seconds,
  secret,
  textList,
  url,
  usdc,
  wallets,
  whole,
  wholeUsdc,
} from '#lib/adapters/env-fields'
import { type NetworkConfig, networkVariableNames, readNetworks } from '#lib/adapters/env-networks'
import { checkProduction } from '#lib/adapters/env-production'
import { pushOf } from '#lib/adapters/env-push'
import { storageOf, storageVariables, streetsOf } from '#lib/adapters/env-storage'
import { checkTogether, guardedOf } from '#lib/adapters/env-together'
import { walletLimitsOf, walletVariables } from '#lib/adapters/env-wallets'
import { anchorNetwork } from '#lib/domain/chain/networks'

export type { NetworkConfig }

/** All settings, parsed and typed. Only this module reads them from `process.env`. */
export type Env = { readonly [Name in keyof Parsed]: Readonly<Parsed[Name]> }
type Parsed = ReturnType<typeof settingsOf>

/** The default prices. */
export const usualPrices = { prices: {}, bounty: { minUsdc: 50, maxUsdc: 5_000 } }

const databaseUrl = z
  .string(required('must be text'))
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')

const variables = z.object({
  CAIRN_MODE: z.enum(['production', 'sandbox']).default('production'),
  DATABASE_URL: databaseUrl,
  DATABASE_SESSION_URL: databaseUrl.optional(),
  DATABASE_CONNECTIONS: whole(3, 500).default(20),
  WEB_STOP_SECONDS: whole(1, 600).default(8),
  OBSERVATIONS_REPLICA_URLS: databaseUrls.default([]),
  OBSERVATIONS_SHARD_URLS: databaseUrls.default([]),
  BASE_URL: origin,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  SECRET_KEY: secret,
  CRON_SECRET: secret.optional(),
  NETWORKS: z.string().optional(),
  TREASURY_ADDRESS: z.string(required('must be text')).pipe(address),
  TREASURY_KEY: keyRef.optional(),
  OPERATOR_KEY: keyRef.optional(),
  FACILITATOR_URL: url.optional(),
  FACILITATOR_TOKEN: z.string().optional(),
  RELAYER_KEY: keyRef.optional(),
  CONTRACT_PAYER_MIN_USDC: usdc.default(5_000n),
  CONTRACT_PAYER_MAX_GAS: whole(120_000, 5_000_000).default(300_000),
  ANCHOR_KEY: keyRef.optional(),
  RETIRED_KEYS: retiredKeys.default([]),
  EAS_ADDRESS: address.default(anchorNetwork.eas),
  EAS_SCHEMA_REGISTRY_ADDRESS: address.default(anchorNetwork.schemaRegistry),
  EAS_EXPLORER_URL: url.default(anchorNetwork.easExplorerUrl),
  PUBLIC_RPC_URL_8453: url.optional(),
  ANCHOR_MAX_LEAVES: whole(1, 4096).default(4096),
  ANCHOR_MAX_AGE_SECONDS: seconds.default(600),
  DELIVERY_DELAY_MAX_SECONDS: seconds.max(30 * 86_400).default(6 * 3_600),
  BOUNTY_MIN_USDC: wholeUsdc.default(usualPrices.bounty.minUsdc),
  BOUNTY_MAX_USDC: wholeUsdc.default(usualPrices.bounty.maxUsdc),
  RETIRED_SIGNING_KEYS: textList(/^[\w-]{43}$/, 'must be public keys of 43 characters (x)').default([]),
  SECURITY_CONTACT: textList(
    /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+\S+)$/,
    'must be mailto:, https: or tel: addresses',
  ).default([]),
  CONTACT_EMAIL: z.email('must be an e-mail address').optional(),
  PROVIDER_NAME: z.string().trim().max(200, 'must have at most 200 characters').optional(),
  PROVIDER_ADDRESS: z.string().trim().max(500, 'must have at most 500 characters').optional(),
  TERMS_URL: url.optional(),
  PUSH_KEY: pushKey.optional(),
  MAP_STYLE_URL: url.optional(),
  BASEMAP_PMTILES: z.string().optional(),
  MEDIA_DIR: z.string(required('must be text')).min(1),
  UPLOAD_MAX_BYTES: whole(1_000_000, 2 ** 40).default(4 * 2 ** 30),
  MEDIA_JOBS: whole(0, 64).optional(),
  MODEL_JOBS: whole(0, 16).optional(),
  ORIGINALS_DAYS: whole(1, 3_650).default(30),
  ARCHIVE_DAYS: whole(7, 3_650).default(90),
  MEDIA_SANDBOX: z.enum(['required', 'weak'], 'must be required or weak').default('required'),
  RECON_CMD: z.string().optional(),
  RECON_PATHS: textList(/^\/[^,]*$/, 'must be absolute paths').default([]),
  ...storageVariables,
  RATE_LIMIT_FREE: requestLimit.default(60),
  RATE_LIMIT_LIGHT: requestLimit.default(300),
  RATE_LIMIT_PAGES: requestLimit.default(1_200),
  RATE_LIMIT_SIGN_IN: requestLimit.default(20),
  RATE_LIMIT_LIKENESS: requestLimit.default(20),
  RATE_LIMIT_UNPAID: requestLimit.default(600),
  RATE_LIMIT_UPLOADS: requestLimit.default(100),
  ...walletVariables,
  TRUSTED_PROXIES: addressRanges.default([]),
  ...cdnVariables,
  OPERATOR_WALLETS: wallets.default([]),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_WEB_PORT: port.optional(),
  METRICS_WORKER_PORT: port.optional(),
})

/** All variables except the price overrides, which the operations define. */
export const variableNames = [...new Set([...Object.keys(variables.shape), ...networkVariableNames])]

type Variables = z.output<typeof variables>

/**
 * Parses the variables. The error names every invalid one and never contains a value.
 *
 * @param needs.relayer false for a command that does not settle payments
 */
export function parseEnv(
  source: Record<string, string | undefined>,
  needs: { relayer: boolean } = { relayer: true },
): Env {
  const isGiven = (name: string) => source[name] !== undefined && source[name] !== ''
  const problems: string[] = []
  const read: Partial<Record<string, unknown>> = {}
  const readField = (name: string, field: z.ZodType) => {
    const parsed = field.safeParse(isGiven(name) ? source[name] : undefined)
    if (parsed.success) return parsed.data
    problems.push(...new Set(parsed.error.issues.map(({ message }) => `${name}: ${message}`)))
    return undefined
  }
  for (const [name, field] of Object.entries(variables.shape)) read[name] = readField(name, field)
  const prices: Record<string, bigint> = {}
  for (const name of Object.keys(source).filter((name) => name.startsWith('PRICE_') && isGiven(name)))
    prices[name] = readField(name, usdc) as bigint
  // Checks continue with the valid values, so that all problems are reported at once.
  const partial = read as Partial<Variables>
  const networks = readNetworks({
    wanted: partial.NETWORKS,
    isSandbox: partial.CAIRN_MODE === 'sandbox',
    read: readField,
    isGiven,
    problems,
  })
  const walletLimits = walletLimitsOf(partial as Variables, problems)
  const storage = storageOf(partial, isGiven, problems)
  const cdn = cdnOf(partial, problems)
  if (partial.BASEMAP_PMTILES?.startsWith('s3:') && storage.kind !== 's3')
    problems.push('BASEMAP_PMTILES: names an object in S3, so S3_BUCKET is required')
  problems.push(...checkTogether(partial, networks, isGiven, needs))
  if (partial.CAIRN_MODE === 'production') problems.push(...checkProduction(guardedOf(partial, networks)))
  if (problems.length > 0) throw new EnvError(problems)
  return settingsOf(partial as Variables, { networks: networks.all, prices, storage, cdn, walletLimits })
}

/** Settings that are read from several variables together. */
type Combined = {
  networks: readonly NetworkConfig[]
  /** Price overrides by variable name (`PRICE_…`), in atomic units. Operations define the defaults. */
  prices: Record<string, bigint>
  storage: ReturnType<typeof storageOf>
  /** If undefined, shared caches are not told of withdrawals, so they store what a withdrawal changes for a second only. */
  cdn: ReturnType<typeof cdnOf>
  walletLimits: ReturnType<typeof walletLimitsOf>
}

function settingsOf(v: Variables, combined: Combined) {
  return {
    ...combined,
    /** `production` by default, so that a missing variable cannot start a sandbox. */
    mode: v.CAIRN_MODE,
    databaseUrl: v.DATABASE_URL,
    /** Not through a pooler in transaction mode: for LISTEN, long locks and the job queue. `databaseUrl` by default. */
    databaseSessionUrl: v.DATABASE_SESSION_URL ?? v.DATABASE_URL,
    /** The maximum number of connections of a process for statements and transactions. Those to `databaseSessionUrl` are not counted. */
    databaseConnections: v.DATABASE_CONNECTIONS,
    /** How long a web may finish running requests after SIGTERM. */
    webStopSeconds: v.WEB_STOP_SECONDS,
    /** URLs of streaming replicas of the database, which answer reads of published observations. The URLs contain passwords. */
    observationsReplicaUrls: v.OBSERVATIONS_REPLICA_URLS,
    /** URLs of the databases that have one part of the published observations each, in the order of their parts. They contain passwords. */
    observationsShardUrls: v.OBSERVATIONS_SHARD_URLS,
    /** Public origin without a trailing slash; every absolute link and the x402 resource URL start with it. */
    baseUrl: v.BASE_URL,
    logLevel: v.LOG_LEVEL,
    /** At least 32 characters; payment challenges, signing keys and ids are derived from it. */
    secretKey: v.SECRET_KEY,
    /** Without it, the scheduled routes refuse all requests. */
    cronSecret: v.CRON_SECRET,
    /** A remote facilitator; the built-in one is used if this is not set. */
    facilitatorUrl: v.FACILITATOR_URL,
    facilitatorToken: v.FACILITATOR_TOKEN,
    relayerKey: v.RELAYER_KEY,
    /**
     * Limits for payers with code (contract wallets and accounts delegated by EIP-7702): checking their signature
     * runs their code, and the relayer pays the gas.
     */
    contractPayers: {
      /** Minimum amount of a payment. */
      minAtomic: v.CONTRACT_PAYER_MIN_USDC,
      /** Gas limit of a settlement, in gas units. */
      maxGas: BigInt(v.CONTRACT_PAYER_MAX_GAS),
    },
    anchorKey: v.ANCHOR_KEY,
    /** Receives bounty payments and holds them until they are in escrow. It never receives revenue. */
    treasury: v.TREASURY_ADDRESS,
    /** Key of the treasury: posts to the escrow and refunds payments that could not be posted. Only workers need it. */
    treasuryKey: v.TREASURY_KEY,
    /** Key of the escrow's operator: releases, cancels, refunds. Only workers need it. */
    operatorKey: v.OPERATOR_KEY,
    /** Keys used earlier, whose open transactions are still followed. */
    retiredKeys: v.RETIRED_KEYS,
    /** The contracts that attest captures, and when trees are built. */
    anchor: {
      chainId: anchorNetwork.chainId,
      eas: v.EAS_ADDRESS,
      schemaRegistry: v.EAS_SCHEMA_REGISTRY_ADDRESS,
      easExplorerUrl: v.EAS_EXPLORER_URL,
      /** A public RPC endpoint for browsers, to read the attestation directly from the chain. */
      publicRpcUrl: v.PUBLIC_RPC_URL_8453,
      /** A tree is built when this many captures are waiting, or when the oldest has waited `maxAgeSeconds`. */
      maxLeaves: v.ANCHOR_MAX_LEAVES,
      maxAgeSeconds: v.ANCHOR_MAX_AGE_SECONDS,
      /** The longest time that a capture which a bounty delivered waits for others before it may join a tree. */
      deliveryDelaySeconds: v.DELIVERY_DELAY_MAX_SECONDS,
    },
    /** Public Ed25519 keys (`x` of the JWK) that signed receipts before the secret key was changed. */
    retiredSigningKeys: v.RETIRED_SIGNING_KEYS,
    /** URIs (mailto:, https:, tel:) for vulnerability reports. */
    securityContacts: v.SECURITY_CONTACT,
    /** Where users and authors of programs can write. */
    contactEmail: v.CONTACT_EMAIL,
    /** The provider of the service, for its contact page. */
    provider: { name: v.PROVIDER_NAME, address: v.PROVIDER_ADDRESS, termsUrl: v.TERMS_URL },
    /** If undefined, notifications by Web Push are switched off. */
    push: pushOf({ key: v.PUSH_KEY, email: v.CONTACT_EMAIL, baseUrl: v.BASE_URL }),
    /** A settled payment for a look-up moves to the archive after this many days. The bytes of its transaction are deleted at the same age. */
    archiveDays: v.ARCHIVE_DAYS,
    /** Whole USDC. */
    bounty: { minUsdc: v.BOUNTY_MIN_USDC, maxUsdc: v.BOUNTY_MAX_USDC },
    /** The built-in basemap is used by default, without third-party requests. */
    map: { styleUrl: v.MAP_STYLE_URL, streets: streetsOf(v.BASEMAP_PMTILES) },
    media: {
      /** Absolute path for incomplete uploads, temporary work folders, and the disk store. */
      folder: resolve(v.MEDIA_DIR),
      uploadMaxBytes: v.UPLOAD_MAX_BYTES,
      /** Concurrent checks and previews of a worker; 0 means none. */
      jobs: v.MEDIA_JOBS ?? availableParallelism(),
      /**
       * Concurrent models of a worker; 0 means none. A worker that is told to leave films alone makes no models either, unless told
       * to.
       */
      modelJobs: v.MODEL_JOBS ?? (v.MEDIA_JOBS === 0 ? 0 : 1),
      /** Days after the end of a bounty until its films that were not accepted are deleted. */
      originalsDays: v.ORIGINALS_DAYS,
      /** The command of another reconstruction engine than our own. */
      reconstructionCommand: v.RECON_CMD,
      /** Additional files, folders and devices that the engine may read. */
      reconstructionPaths: v.RECON_PATHS,
      /**
       * `required`: in production, untrusted files are processed only where programs can be fully confined.
       * `weak`: programs are confined as far as the machine allows. A sandbox always permits weaker confinement.
       */
      sandbox: v.MEDIA_SANDBOX,
    },
    /** Requests per client address, in a minute unless stated otherwise; 0 means unlimited. */
    limits: {
      /** Free operations. */
      free: v.RATE_LIMIT_FREE,
      /** Requests that our own pages poll: the map, the board, the user's bounties and submissions. */
      light: v.RATE_LIMIT_LIGHT,
      /** Pages, badges and embedded proofs. */
      pages: v.RATE_LIMIT_PAGES,
      signIn: v.RATE_LIMIT_SIGN_IN,
      /** Searches by the looks of a picture. Few, because a caller could try out many pictures. */
      likeness: v.RATE_LIMIT_LIKENESS,
      /** Requests for paid operations that end without payment. */
      unpaid: v.RATE_LIMIT_UNPAID,
      /** Uploads begun in a day. Wallets are free, so their budgets do not bound what one sender uploads. */
      uploads: v.RATE_LIMIT_UPLOADS,
      /** Addresses and ranges of the reverse proxies whose X-Forwarded-For is trusted. */
      trustedProxies: v.TRUSTED_PROXIES,
    },
    /** Ports of the metrics servers; `undefined` disables a server. */
    metrics: {
      host: v.METRICS_HOST,
      webPort: v.METRICS_WEB_PORT,
      workerPort: v.METRICS_WORKER_PORT,
    },
    /** Accounts that may use the operator console. */
    operators: v.OPERATOR_WALLETS,
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

/**
 * Reads the settings of this process.
 *
 * @param needs.relayer false for a command that does not settle payments
 */
export function readEnv(needs?: { relayer: boolean }): Env {
  return parseEnv(process.env, needs)
}
