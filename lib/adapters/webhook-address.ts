import { lookup as lookUp } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address that strangers may not make us call. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  readonly code = 'EFORBIDDENADDRESS'
}

/** All that is given out of IPv6 (RFC 4291 §2.4); without it `::7f00:1`, an IPv4 address in an old form, would count too. */
const [openInternet, openInternetBits] = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an address is one of the open internet: nothing of ours, of this machine or of its neighbours has one. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  if (plain.range() !== 'unicast') return false
  return plain instanceof ipaddr.IPv4 || plain.match(openInternet, openInternetBits)
}

/**
 * Looks a name up and lets only addresses of the open internet through. The connection is made to what was looked at: a name
 * that says something else a moment later gains nothing.
 */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '')
    const open = addresses.filter(({ address }) => isPublicAddress(address))
    if (open.length < addresses.length || open.length === 0)
      return done(new ForbiddenAddress(`${hostname} is not on the open internet`), '')
    if (options.all) return done(null, open)
    done(null, open[0]!.address, open[0]!.family)
  })
}
