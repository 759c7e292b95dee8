import 'server-only'
import ipaddr from 'ipaddr.js'
import { type Address, isAddressEqual } from 'viem'
import { isDemoAddress } from '#lib/adapters/demo-keys'
import { addressOf, type KeyRef, type RetiredKey } from '#lib/adapters/key-ref'
import { isPublishedAddress } from '#lib/adapters/published-keys'
import { isWeakSecret } from '#lib/domain/access/weak-secret'

/** The settings that are checked more strictly in production. Invalid ones are omitted. */
export type Guarded = {
  baseUrl: string | undefined
  /** Secrets that the operator of the service generates, by variable name. */
  secrets: Record<string, string | undefined>
  /** Secrets whose strength is not checked here: they come from third parties, or their field checks it. */
  credentials: Record<string, string | undefined>
  /** Keys of the service itself. */
  keys: Record<string, KeyRef | undefined>
  retired: readonly RetiredKey[]
  /**
   * Wallets without a configured key. One wallet may have several of these roles, but not the role of a
   * service key.
   */
  wallets: readonly (readonly [name: string, address: Address])[]
  trustedProxies: readonly string[]
  deliveryDelaySeconds: number | undefined
}

/** Below it, even a busy service would publish few films together. */
const leastDeliveryDelaySeconds = 3_600

/**
 * Returns the problems of settings in production: secrets and keys that are published or can be guessed, one
 * key or secret for two purposes, a base URL without TLS, trusted proxy ranges that are too wide, and a delay of deliveries that hides
 * nothing.
 * Messages never contain a value.
 */
export function checkProduction(settings: Guarded): string[] {
  return [
    ...checkBaseUrl(settings.baseUrl),
    ...checkSecrets(settings),
    ...checkKnownKeys(settings),
    ...checkRoles(settings),
    ...settings.trustedProxies.filter(isTooWide).map(() => tooWide),
    ...checkDeliveryDelay(settings.deliveryDelaySeconds),
  ]
}

function checkBaseUrl(baseUrl: string | undefined): string[] {
  return baseUrl === undefined || baseUrl.startsWith('https://')
    ? []
    : ['BASE_URL: must begin with https:// in production']
}

function checkDeliveryDelay(seconds: number | undefined): string[] {
  return seconds === undefined || seconds >= leastDeliveryDelaySeconds
    ? []
    : [`DELIVERY_DELAY_MAX_SECONDS: must be at least ${leastDeliveryDelaySeconds} in production`]
}

function checkSecrets({ secrets, credentials, keys }: Guarded): string[] {
  const valuesOf = (all: Record<string, unknown>) =>
    Object.entries(all).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.replace(/^0x/, '')] as const] : [],
    )
  const own = [...valuesOf(secrets), ...valuesOf(keys)]
  const weak = own
    .filter(([, value]) => isWeakSecret(value))
    .map(([name]) => `${name}: can be guessed; make one with: openssl rand -hex 32`)
  const named = [...own, ...valuesOf(credentials)].map(
    ([name, value]) => [name, value.toLowerCase()] as const,
  )
  const equal = named.flatMap(([name, value], index) => {
    const first = named.slice(0, index).find(([, other]) => other === value)
    // Two equal private keys are reported by `checkRoles`.
    if (!first || (name in keys && first[0] in keys)) return []
    return [`${name}: is the same as ${first[0]}; each needs a value of its own`]
  })
  return [...weak, ...equal]
}

function checkKnownKeys({ keys, wallets }: Guarded): string[] {
  const accounts = [
    ...Object.entries(keys).flatMap(([name, key]) => (key ? [[name, addressOf(key), 'key'] as const] : [])),
    ...wallets.map(([name, address]) => [name, address, 'wallet'] as const),
  ]
  return accounts.flatMap(([name, address, what]) => {
    const whose = what === 'key' ? 'that anyone' : 'whose key anyone'
    if (isDemoAddress(address))
      return [`${name}: is a demo ${what} ${whose} can compute; production needs a secret one`]
    if (isPublishedAddress(address))
      return [`${name}: is a published ${what} of a development tool; production needs a secret one`]
    return []
  })
}

/** Each key of the service must have one role: nonces, limits and the damage of a theft are per key. */
function checkRoles({ keys, retired, wallets }: Guarded): string[] {
  const own = Object.entries(keys).flatMap(([name, key]) => (key ? [[name, addressOf(key)] as const] : []))
  const inTwoRoles = own.flatMap(([name, address], index) => {
    const others = [
      ...own.slice(0, index),
      // TREASURY_ADDRESS is the address of TREASURY_KEY.
      ...wallets.filter(([other]) => !(name === 'TREASURY_KEY' && other === 'TREASURY_ADDRESS')),
    ]
    const first = others.find(([, other]) => isAddressEqual(other, address))
    return first ? [`${name}: has the same account as ${first[0]}; each role needs a key of its own`] : []
  })
  const stillUsed = own
    .filter(([, address]) => retired.some((old) => isAddressEqual(old.address, address)))
    .map(([name]) => `RETIRED_KEYS: lists ${name}, which is in use`)
  return [...inTwoRoles, ...stillUsed]
}

const tooWide =
  'TRUSTED_PROXIES: a range is too wide, so clients in it could forge their address; list only the proxies'
/** The largest private IPv4 network is a /8; networks of providers and CDNs are smaller. */
const minBitsV4 = 8
const minBitsV6 = 16

/**
 * True if a range is wider than any network of proxies. The whole private IPv6 range (fc00::/7) is allowed.
 */
function isTooWide(range: string): boolean {
  if (!range.includes('/')) return false
  const [address, bits] = ipaddr.parseCIDR(range)
  if (!(address instanceof ipaddr.IPv6)) return bits < minBitsV4
  if (address.isIPv4MappedAddress() && bits >= 96) return bits - 96 < minBitsV4
  return bits < (address.range() === 'uniqueLocal' ? 7 : minBitsV6)
}
