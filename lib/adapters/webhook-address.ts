import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { lookupOf } from '#lib/adapters/lookup-of'

// Limits webhooks to public addresses.

/** The address is not allowed as the target of a webhook. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  readonly code = 'EFORBIDDENADDRESS'
}

/**
 * The only public IPv6 block (RFC 4291 §2.4). It excludes e.g. `::7f00:1`, a deprecated form of an IPv4
 * address.
 */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Addresses in public ranges that are internal services of clouds: metadata, credentials and control of the
 * virtual machine. Other such addresses are in ranges that are not public (169.254.0.0/16, 100.64.0.0/10,
 * fd00::/8).
 */
const cloudInternal = [
  // Azure: WireServer and platform DNS.
  '168.63.129.16/32',
  // IBM Cloud and SoftLayer: services network, reachable from every machine.
  '161.26.0.0/16',
  '166.8.0.0/14',
].map((range) => ipaddr.IPv4.parseCIDR(range))

/**
 * True for an address of the public internet: not of this machine, its network, or internal services of its
 * cloud.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  if (plain.range() !== 'unicast') return false
  if (plain instanceof ipaddr.IPv6) return plain.match(publicIpv6)
  return !cloudInternal.some((range) => plain.match(range))
}

/** Timeout of a DNS query. Two attempts take less than the timeout of a webhook. */
const queryTimeoutMs = 2_000

/**
 * Creates a `lookup` for sockets that returns only public addresses. The socket connects to the checked
 * address, which prevents DNS rebinding.
 *
 * It queries DNS servers directly. `dns.lookup` blocks a thread of Node's pool of four, so a few unresponsive
 * name servers would block all other lookups and file operations of the process.
 *
 * @param args.servers DNS servers; those of the machine by default
 */
export function createPublicLookup(args: { servers?: readonly string[] } = {}): LookupFunction {
  return lookupOf((hostname) => resolvePublic(hostname, args.servers))
}

export const lookUpPublic: LookupFunction = createPublicLookup()

async function resolvePublic(hostname: string, servers: readonly string[] | undefined) {
  // RFC 6761: localhost names always refer to this machine.
  if (/(^|\.)localhost\.?$/i.test(hostname)) throw forbidden(hostname)
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: 2 })
  if (servers) resolver.setServers(servers)
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (addresses.length === 0)
    throw Object.assign(new Error(`${hostname} was not found`), { code: 'ENOTFOUND' })
  if (!addresses.every(isPublicAddress)) throw forbidden(hostname)
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

function forbidden(hostname: string): ForbiddenAddress {
  return new ForbiddenAddress(`${hostname} is not on the public internet`)
}
