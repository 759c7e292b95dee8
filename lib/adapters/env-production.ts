import 'server-only'
import ipaddr from 'ipaddr.js'
import { type Address, isAddressEqual } from 'viem'
import { isDemoAddress } from '#lib/adapters/demo-keys'
import { addressOf, type KeyRef, type RetiredKey } from '#lib/adapters/key-ref'
import { isPublishedAddress } from '#lib/adapters/published-keys'
import { isWeakSecret } from '#lib/domain/weak-secret'

/** The settings that production is stricter about than a sandbox. What could not be read is left out. */
export type Guarded = {
  baseUrl: string | undefined
  /** Made by whoever runs the service. By the variable's name, as below. */
  secrets: Record<string, string | undefined>
  /** Given by others, whose strength is theirs to judge. */
  credentials: Record<string, string | undefined>
  /** Keys of the service itself. */
  keys: Record<string, KeyRef | undefined>
  retired: readonly RetiredKey[]
  /** Wallets named without a key. The same one may have several of these parts, but none of a key of the service. */
  wallets: readonly (readonly [name: string, address: Address])[]
  trustedProxies: readonly string[]
}

/**
 * What of the settings production refuses: secrets and keys that others know or can guess, one key or secret for two purposes,
 * pages that are not served over TLS, and proxies that could be anybody. No message repeats a value.
 */
export function checkProduction(settings: Guarded): string[] {
  return [
    ...checkBaseUrl(settings.baseUrl),
    ...checkSecrets(settings),
    ...checkKnownKeys(settings),
    ...checkRoles(settings),
    ...settings.trustedProxies.filter(isTooWide).map(() => tooWide),
  ]
}

function checkBaseUrl(baseUrl: string | undefined): string[] {
  return baseUrl === undefined || baseUrl.startsWith('https://')
    ? []
    : ['BASE_URL: must begin with https:// in production']
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
    // Two equal private keys are said once, as one key in two roles.
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
      return [`${name}: is a demo ${what} ${whose} can compute; production needs one of its own`]
    if (isPublishedAddress(address))
      return [`${name}: is a published ${what} of a development tool; production needs one of its own`]
    return []
  })
}

/** Each key of the service has one role: nonces, limits and what a theft costs are counted by key. */
function checkRoles({ keys, retired, wallets }: Guarded): string[] {
  const own = Object.entries(keys).flatMap(([name, key]) => (key ? [[name, addressOf(key)] as const] : []))
  const inTwoRoles = own.flatMap(([name, address], index) => {
    const others = [
      ...own.slice(0, index),
      // The treasury's address is that of its key.
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
  'TRUSTED_PROXIES: has a range so wide that callers are in it, who could then claim any address; name the proxies only'
/** The largest private IPv4 network is a /8; networks of providers and content delivery are smaller. */
const minBitsV4 = 8
const minBitsV6 = 16

/** Whether a range is wider than any network of proxies. Private IPv6 (fc00::/7) may be given whole. */
function isTooWide(range: string): boolean {
  if (!range.includes('/')) return false
  const [address, bits] = ipaddr.parseCIDR(range)
  if (!(address instanceof ipaddr.IPv6)) return bits < minBitsV4
  if (address.isIPv4MappedAddress() && bits >= 96) return bits - 96 < minBitsV4
  return bits < (address.range() === 'uniqueLocal' ? 7 : minBitsV6)
}
