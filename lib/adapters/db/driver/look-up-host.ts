import 'server-only'
import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { lookupOf } from '#lib/adapters/lookup-of'

type Ask = (hostname: string) => Promise<LookupAddress[]>

/** A name server that works answers sooner. */
const patienceMs = 1_000
/** True if the name server did not answer; false if it answered that the name does not exist. */
const isSilent = (error: NodeJS.ErrnoException) => error.code === 'EAI_AGAIN'

const askSystem: Ask = (hostname) =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, found) => (error ? reject(error) : resolve(found)))
  })

/**
 * Creates a `lookup` for sockets that uses the last known addresses of a host while its name is not answered. The system looks up two
 * names at a time for a process, each for ten seconds if its server is silent, so the name of the database would wait behind those of
 * chain endpoints that hang.
 */
export function createLookup(ask: Ask = askSystem): LookupFunction {
  const known = new Map<string, LookupAddress[]>()
  const pending = new Map<string, Promise<LookupAddress[]>>()
  const askOnce = (hostname: string) => {
    const asked =
      pending.get(hostname) ??
      ask(hostname)
        .then((found) => {
          known.set(hostname, found)
          return found
        })
        .finally(() => pending.delete(hostname))
    pending.set(hostname, asked)
    return asked
  }
  return lookupOf((hostname) => {
    const last = known.get(hostname)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<LookupAddress[]>((resolve) => {
      if (last) timer = setTimeout(() => resolve(last), patienceMs)
    })
    const asked = askOnce(hostname).catch((error: NodeJS.ErrnoException) => {
      if (last && isSilent(error)) return last
      throw error
    })
    return Promise.race([asked, late]).finally(() => clearTimeout(timer))
  })
}

export const lookUpHost: LookupFunction = createLookup()
