import { lookup as lookUp } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address that strangers may not make us call. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  readonly code = 'EFORBIDDENADDRESS'
}

/** Whether an address is one of the open internet: nothing of ours, of this machine or of its neighbours has one. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  return ipaddr.process(address).range() === 'unicast'
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
