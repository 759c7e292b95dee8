import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address that strangers may not make us call. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  readonly code = 'EFORBIDDENADDRESS'
}

/** The only IPv6 block in public use (RFC 4291 §2.4). Outside it, `::7f00:1` would count, an IPv4 address in an old form. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Addresses of public ranges that clouds answer from inside: metadata, credentials and control of the machine we run on. The
 * others (169.254.0.0/16, 100.64.0.0/10, fd00::/8) are not public to begin with.
 */
const cloudInternal = [
  // Azure: WireServer and platform DNS.
  '168.63.129.16/32',
  // IBM Cloud and SoftLayer: services network, given to every machine.
  '161.26.0.0/16',
  '166.8.0.0/14',
].map((range) => ipaddr.IPv4.parseCIDR(range))

/** Whether an address belongs to the public internet: not to this machine, its network, or the cloud around it. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  if (plain.range() !== 'unicast') return false
  if (plain instanceof ipaddr.IPv6) return plain.match(publicIpv6)
  return !cloudInternal.some((range) => plain.match(range))
}

/** Twice, then the name counts as not found: well within the time that a webhook has. */
const queryTimeoutMs = 2_000

/**
 * Makes a `lookup` for sockets that lets only public addresses through. The connection is made to the address that was checked,
 * so a name that resolves differently a moment later gains nothing.
 *
 * It asks the DNS directly. `dns.lookup` would occupy a thread of a pool of four, and a few names whose servers are silent
 * would hold up every other name and file of this process.
 *
 * @param args.servers instead of those of this machine
 */
export function createPublicLookup(args: { servers?: readonly string[] } = {}): LookupFunction {
  return (hostname, options, done) => {
    resolvePublic(hostname, args.servers).then(
      (found) => {
        if (options.all) done(null, found)
        else done(null, found[0]!.address, found[0]!.family)
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    )
  }
}

export const lookUpPublic: LookupFunction = createPublicLookup()

async function resolvePublic(hostname: string, servers: readonly string[] | undefined) {
  // RFC 6761: these are this machine, whatever a server says.
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
