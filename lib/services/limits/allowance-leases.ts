import 'server-only'
import type { Sql } from '#lib/adapters/db'
import { processValue } from '#lib/adapters/process-value'
import { type AllowanceRequest, type Taken, takeAllowance } from '#lib/services/limits/take-allowance'

export type Allowance = {
  isAdmitted: boolean
  /** How many more may follow at once. */
  remaining: number
  /** If no request is allowed now: seconds until the next one is. Otherwise: seconds until the whole allowance is available again. */
  resetSeconds: number
}

export type AllowanceLeases = {
  /** The refusal of a client that was refused and must still wait; `undefined` for all others. */
  refusalOf: (request: AllowanceRequest) => Allowance | undefined
  /** Takes one request from a client's allowance, if any is left. */
  take: (request: AllowanceRequest) => Promise<Allowance>
}

/** A process takes at most this fraction of a client's allowance in advance. */
const maxLeasedFraction = 0.05
const maxClients = 10_000
const roundingError = 1e-6

/** What a process knows of the allowance of one client. Times are `performance.now()`. */
type Client = {
  usedAtMs: number
  /** Requests that were taken from the allowance and not used yet. */
  leased: number
  /** How many requests the last lease had taken in advance. */
  inAdvance: number
  /** When the whole allowance will be available again. */
  fullAtMs: number
  refusedUntilMs: number
  waiting: { resolve: (allowance: Allowance) => void; reject: (error: unknown) => void }[]
  isAsking: boolean
}

/**
 * Counts the requests of clients with few statements. A process takes more of a client's allowance than one request, and answers the
 * next requests from that lease: a client that continues to ask gets leases that double, up to `maxLeasedFraction` of its quota.
 * Requests of a client that come while a statement runs share the next one. Clients that were refused do not reach the database
 * until they may ask again.
 *
 * A lease was taken from the allowance before it is used, so all processes together admit what the database granted. After a pause a
 * client may still use what is left of a lease: with n processes, at most its quota and n × `maxLeasedFraction` of it in a window.
 */
export function createAllowanceLeases(
  takeFromDatabase: (input: AllowanceRequest & { count: number }) => Promise<Taken>,
  nowMs: () => number = () => performance.now(),
): AllowanceLeases {
  const clients = new Map<string, Client>()

  const clientOf = (request: AllowanceRequest): Client => {
    const name = nameOf(request)
    const known = clients.get(name)
    // After a whole window, the database has the whole allowance again.
    if (known && (known.isAsking || nowMs() - known.usedAtMs <= request.windowSeconds * 1_000)) return known
    if (clients.size >= maxClients) forget(clients, nowMs())
    const client: Client = {
      usedAtMs: nowMs(),
      leased: 0,
      inAdvance: 0,
      fullAtMs: 0,
      refusedUntilMs: 0,
      waiting: [],
      isAsking: false,
    }
    clients.set(name, client)
    return client
  }
  const refusalOf = (request: AllowanceRequest): Allowance | undefined => {
    const waitMs = (clients.get(nameOf(request))?.refusedUntilMs ?? 0) - nowMs()
    return waitMs > 0
      ? { isAdmitted: false, remaining: 0, resetSeconds: Math.ceil(waitMs / 1_000) }
      : undefined
  }
  const admission = (client: Client, { quota, windowSeconds }: AllowanceRequest): Allowance => {
    const spentSeconds = Math.max(0, client.fullAtMs - nowMs()) / 1_000
    const unspent = ((windowSeconds - spentSeconds) * quota) / windowSeconds
    const inDatabase = Math.max(0, Math.floor(unspent + roundingError))
    return {
      isAdmitted: true,
      remaining: Math.min(quota, inDatabase + client.leased),
      resetSeconds: Math.max(1, Math.ceil(spentSeconds)),
    }
  }
  const ask = async (client: Client, request: AllowanceRequest): Promise<void> => {
    client.isAsking = true
    while (client.waiting.length > 0) {
      for (const { resolve } of client.waiting.splice(0, client.leased)) {
        client.leased -= 1
        resolve(admission(client, request))
      }
      const asking = client.waiting.splice(0)
      if (asking.length === 0) break
      try {
        const count = asking.length + client.inAdvance
        share(await takeFromDatabase({ ...request, count }), asking, client, request)
      } catch (error) {
        for (const { reject } of asking) reject(error)
      }
    }
    client.isAsking = false
  }
  /** Admits as many requests as were granted, and refuses the others. More than they need is leased to the client. */
  const share = (
    { granted, spentSeconds }: Taken,
    asking: Client['waiting'],
    client: Client,
    request: AllowanceRequest,
  ) => {
    const { quota, windowSeconds } = request
    client.fullAtMs = nowMs() + spentSeconds * 1_000
    client.leased = Math.max(0, granted - asking.length)
    client.inAdvance = Math.min(Math.floor(quota * maxLeasedFraction), client.inAdvance * 2 + 1)
    for (const { resolve } of asking.slice(0, granted)) resolve(admission(client, request))
    const refused = asking.slice(granted)
    if (refused.length === 0) return
    const waitSeconds = Math.max(1, Math.ceil(spentSeconds + windowSeconds / quota - windowSeconds))
    client.refusedUntilMs = nowMs() + waitSeconds * 1_000
    for (const { resolve } of refused) resolve({ isAdmitted: false, remaining: 0, resetSeconds: waitSeconds })
  }
  return {
    refusalOf,
    take: (request) => {
      const refusal = refusalOf(request)
      if (refusal) return Promise.resolve(refusal)
      const client = clientOf(request)
      client.usedAtMs = nowMs()
      if (client.leased > 0) {
        client.leased -= 1
        return Promise.resolve(admission(client, request))
      }
      return new Promise((resolve, reject) => {
        client.waiting.push({ resolve, reject })
        if (!client.isAsking) void ask(client, request)
      })
    },
  }
}

const nameOf = ({ keyHash }: AllowanceRequest) => Buffer.from(keyHash).toString('base64')

/** Forgets the clients that need not wait; if too many remain, all of them: their next requests ask the database again. */
function forget(clients: Map<string, Client>, nowMs: number): void {
  for (const [name, { isAsking, refusedUntilMs }] of clients)
    if (!isAsking && refusedUntilMs <= nowMs) clients.delete(name)
  if (clients.size >= maxClients) clients.clear()
}

const leases = processValue<WeakMap<Sql, AllowanceLeases>>('allowance leases')

/** The leases that this process holds for the clients that are counted in this database. */
export function allowanceLeasesOf(sql: Sql): AllowanceLeases {
  leases.current ??= new WeakMap()
  const known = leases.current.get(sql)
  if (known) return known
  const opened = createAllowanceLeases((input) => takeAllowance({ ctx: { sql }, input }))
  leases.current.set(sql, opened)
  return opened
}
