import 'server-only'
import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

/** Makes a `lookup` for sockets of a function that finds all addresses of a host. */
export function lookupOf(find: (hostname: string) => Promise<LookupAddress[]>): LookupFunction {
  return (hostname, options, done) => {
    find(hostname).then(
      (found) => {
        if (options.all) done(null, found)
        else done(null, found[0]!.address, found[0]!.family)
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    )
  }
}
