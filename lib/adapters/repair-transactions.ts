import 'server-only'
import type postgres from 'postgres'
import { openClient } from '#lib/adapters/open-client'

type Handler = ((query: Query) => unknown) & { debug?: unknown }
type Query = { handler: Handler; reject: (error: unknown) => void }
type QueryClass = { handle: (this: Query) => Promise<void> }
type Begin = postgres.Sql['begin']

/** Of transactions under way, by what postgres.js sends their statements with. */
const guards = new WeakMap<Handler, Guard>()
const repairedClasses = new WeakSet<QueryClass>()

/** The dead are replaced: what postgres.js makes of a connection that was lost in a transaction is not to be relied on. */
type Place = { client: postgres.Sql; closed: () => number }

/**
 * A pool for transactions. postgres.js 3.4.9 sends the next statement of a transaction whose connection has died to a socket
 * that is not there: an exception that nobody can catch, a statement that never ends, and now and then a place of its pool
 * gone for good. Here such a statement fails like one that was under way, and each place is a client of its own, with one
 * connection, which is given up with it.
 *
 * @param prepare called with each client before its first use
 * @returns `begin`, which wants at most `settings.max` at a time; the caller sees to that
 */
export function openTransactions(
  url: string,
  settings: postgres.Options<Record<string, never>>,
  prepare: (client: postgres.Sql) => void = () => {},
): { begin: Begin; close: () => Promise<void> } {
  const places = new Set<Place>()
  const idle: Place[] = []
  const open = (): Place => {
    let closed = 0
    const client = openClient(url, {
      ...settings,
      max: 1,
      onclose: () => {
        closed += 1
      },
    })
    prepare(client)
    // A query that nobody awaits is never sent; it only shows what the package does not export.
    repair(Object.getPrototypeOf(client`select 1`) as QueryClass)
    const place = { client, closed: () => closed }
    places.add(place)
    return place
  }
  const giveUp = (place: Place) => {
    places.delete(place)
    place.client.end({ timeout: 0 }).catch(() => {})
  }
  const begin = async (...args: unknown[]) => {
    const place = idle.pop() ?? open()
    try {
      const result = await beginIn(place, args)
      idle.push(place)
      return result
    } catch (error) {
      if (isLost(error)) giveUp(place)
      else idle.push(place)
      throw error
    }
  }
  return {
    begin: begin as Begin,
    close: async () => {
      await Promise.all([...places].map(({ client }) => client.end({ timeout: 5 })))
    },
  }
}

async function beginIn({ client, closed }: Place, args: unknown[]): Promise<unknown> {
  const run = args.pop() as (tx: postgres.TransactionSql) => unknown
  const guard = new Guard(closed)
  try {
    return await (client.begin as (...args: unknown[]) => Promise<unknown>)(
      ...args,
      (tx: postgres.TransactionSql) => {
        guards.set((tx`select 1` as unknown as Query).handler, guard)
        return run(tx)
      },
    )
  } catch (error) {
    const reason = isWithoutConnection(error) ? connectionLost(error) : error
    guard.end(reason)
    throw reason
  }
}

class Guard {
  readonly #closed: () => number
  #seen: number
  #ended: { by: unknown } | undefined

  constructor(closed: () => number) {
    this.#closed = closed
    this.#seen = closed()
  }

  end(by: unknown): void {
    this.#ended ??= { by }
  }

  #send(query: Query, send: Handler): void {
    try {
      send(query)
    } catch (error) {
      this.end(connectionLost(error))
      query.reject(this.#ended?.by)
    }
  }

  pass(query: Query, send: Handler): void {
    if (this.#ended) query.reject(this.#ended.by)
    else if (this.#seen === this.#closed()) this.#send(query, send)
    else {
      // The connection has closed, or an older one of this place; which of them is known a moment later.
      this.#seen = this.#closed()
      setImmediate(() => this.pass(query, send))
    }
  }
}

/** Soon after a lost connection postgres.js may begin a transaction and not know on which connection. */
function isWithoutConnection(error: unknown): boolean {
  return error instanceof TypeError && error.message.includes("'onclose'")
}

/** As postgres.js and PostgreSQL say that a connection is gone; drizzle wraps it when a statement was told. */
function isLost(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return (typeof code === 'string' && lostCode.test(code)) || (cause instanceof Error && isLost(cause))
}

const lostCode = /^(CONNECTION_|CONNECT_TIMEOUT$|ECONN|EPIPE$|ETIMEDOUT$|57P0|08)/

function connectionLost(cause: unknown): Error {
  return Object.assign(new Error('the connection was lost', { cause }), { code: 'CONNECTION_CLOSED' })
}

function repair(queryClass: QueryClass): void {
  if (repairedClasses.has(queryClass)) return
  repairedClasses.add(queryClass)
  const { handle } = queryClass
  queryClass.handle = function (this: Query) {
    const send = this.handler
    const guard = guards.get(send)
    if (guard) this.handler = Object.assign((query: Query) => guard.pass(query, send), { debug: send.debug })
    return handle.call(this)
  }
}
