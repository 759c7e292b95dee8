import { join } from 'node:path'
import { networkOf } from '../lib/domain/chain/caip2.ts'
import { knownChainIds, networks, usualChainIds } from '../lib/domain/chain/networks.ts'
import { formatUsdc, parseUsdc } from '../lib/domain/money/money.ts'
import { findSimilar } from '../lib/domain/text/ignored-members.ts'

export type Caps = {
  /** The cap of one look-up. All caps are atomic units of USDC. */
  callAtomic: bigint
  /** The cap of one bounty. */
  bountyAtomic: bigint
  /** The cap of all payments since this server was started. */
  sessionAtomic: bigint
  /** The cap of all payments of one day, UTC, of all servers that share the folder. */
  dayAtomic: bigint
}

export type Settings = Readonly<{
  /** Origin of the service, without a trailing slash. */
  url: string
  /** Absent: nothing is paid. */
  key: `0x${string}` | undefined
  caps: Caps
  /** CAIP-2, in the order of preference. */
  networks: readonly string[]
  /** `network/token`, lower case. */
  assets: readonly string[]
  /** Lower case; if absent, the payee that the service names is allowed. */
  payees: readonly string[] | undefined
  /** True if a person confirms each bounty before it is paid. */
  confirmBounties: boolean
  /** Absolute path of the folder for tokens, orders and spent amounts. */
  home: string
}>

/** USDC on every known network. */
const usdc = knownChainIds.map(
  (chainId) => `${networkOf(chainId)}/${networks[chainId].usdc.address.toLowerCase()}`,
)
const sessionLookupsAtomic = 1_000_000n
const dayLookupsAtomic = 5_000_000n

export const ownNames = [
  'CAIRN_URL',
  'CAIRN_WALLET_KEY',
  'CAIRN_MAX_PER_CALL',
  'CAIRN_MAX_PER_BOUNTY',
  'CAIRN_MAX_PER_SESSION',
  'CAIRN_MAX_PER_DAY',
  'CAIRN_NETWORKS',
  'CAIRN_ASSETS',
  'CAIRN_PAYEES',
  'CAIRN_CONFIRM_BOUNTIES',
  'CAIRN_HOME',
]
/** Settings of the service, its installation and the examples, which a shell may have set for them. */
const otherNames = [
  'CAIRN_API_KEY',
  'CAIRN_DOMAIN',
  'CAIRN_FILES',
  'CAIRN_INSTALL',
  'CAIRN_MODE',
  'CAIRN_VERSION',
  'CAIRN_WEBS',
]

export class SettingsError extends Error {}

/**
 * @param env the environment; an empty variable counts as not set
 * @param defaults.url of the service this package was built for
 * @throws SettingsError that names all problems, and never the key. A misspelt cap would be no cap, so an unknown name is a problem
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  defaults: { url: string | undefined; userHome: string },
): Settings {
  const problems = Object.keys(env).flatMap((name) => unknownName(name) ?? [])
  const read = <Value>(name: string, parse: (text: string) => Value, otherwise: Value): Value => {
    const text = env[name]?.trim()
    if (!text) return otherwise
    try {
      return parse(text)
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message}`)
      return otherwise
    }
  }
  const url = read('CAIRN_URL', parseUrl, defaults.url)
  if (url === undefined && !problems.some((problem) => problem.startsWith('CAIRN_URL')))
    problems.push('CAIRN_URL is required: the address of the service, such as https://cairn.example')
  const bountyAtomic = read('CAIRN_MAX_PER_BOUNTY', parseAmount, 0n)
  const settings: Settings = {
    url: url ?? '',
    key: read('CAIRN_WALLET_KEY', parseKey, undefined),
    caps: {
      callAtomic: read('CAIRN_MAX_PER_CALL', parseAmount, 50_000n),
      bountyAtomic,
      // Enough for look-ups and one bounty.
      sessionAtomic: read('CAIRN_MAX_PER_SESSION', parseAmount, sessionLookupsAtomic + bountyAtomic),
      dayAtomic: read('CAIRN_MAX_PER_DAY', parseAmount, dayLookupsAtomic + bountyAtomic),
    },
    networks: read('CAIRN_NETWORKS', listOf(networkPattern, 'eip155:8453'), usualChainIds.map(networkOf)),
    assets: read('CAIRN_ASSETS', listOf(assetPattern, usdc[0]!), usdc),
    payees: read('CAIRN_PAYEES', listOf(addressPattern, '0x and 40 hexadecimal digits'), undefined),
    confirmBounties: read('CAIRN_CONFIRM_BOUNTIES', parseConfirmation, true),
    home: read('CAIRN_HOME', (text) => text, join(defaults.userHome, '.cairn')),
  }
  if (problems.length > 0) throw new SettingsError(problems.join('\n'))
  return settings
}

/** The effective settings, for the log. Never the key. */
export function describeSettings({ url, caps, networks, home }: Settings, payer: string | undefined): string {
  if (payer === undefined) return `${url}, read-only: CAIRN_WALLET_KEY is not set`
  const { callAtomic, bountyAtomic, sessionAtomic, dayAtomic } = caps
  const amounts = [callAtomic, bountyAtomic, sessionAtomic, dayAtomic].map(formatUsdc)
  return `${url}, paying from ${payer} on ${networks.join(', ')}; USDC at most ${amounts[0]} a call, ${amounts[1]} a bounty, ${amounts[2]} a session, ${amounts[3]} a day; files in ${home}`
}

function unknownName(name: string): string | undefined {
  if (!/^cairn_/i.test(name) || ownNames.includes(name) || otherNames.includes(name)) return undefined
  const prefix = 'CAIRN_'.length
  const meant = findSimilar(
    name.slice(prefix),
    ownNames.map((own) => own.slice(prefix)),
  )
  return `${name}: there is no such setting${meant === undefined ? '' : `; did you mean CAIRN_${meant}?`}`
}

const networkPattern = /^eip155:\d{1,10}$/
const addressPattern = /^0x[0-9a-f]{40}$/
const assetPattern = /^eip155:\d{1,10}\/0x[0-9a-f]{40}$/

function parseUrl(text: string): string {
  const url = URL.parse(text)
  const isLocal = url !== null && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url === null || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)))
    throw new Error('must be an https address (http on this machine only)')
  if (url.pathname !== '/' || url.search || url.hash || url.username)
    throw new Error('must be the origin alone, such as https://cairn.example')
  return url.origin
}

/** The error never contains the value. */
function parseKey(text: string): `0x${string}` {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text))
    throw new Error('must be a private key: 0x and 64 hexadecimal digits')
  return text as `0x${string}`
}

function parseAmount(text: string): bigint {
  try {
    return parseUsdc(text)
  } catch {
    throw new Error('must be an amount of USDC, such as 0.05')
  }
}

function listOf(pattern: RegExp, example: string): (text: string) => string[] {
  return (text) => {
    const items = text.split(',').map((item) => item.trim().toLowerCase())
    if (!items.every((item) => pattern.test(item)))
      throw new Error(`must be a list, separated by commas, of items like ${example}`)
    return items
  }
}

function parseConfirmation(text: string): boolean {
  if (text === 'ask') return true
  if (text === 'never') return false
  throw new Error('must be ask or never')
}
