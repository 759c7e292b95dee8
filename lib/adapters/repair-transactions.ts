import 'server-only'
import postgres from 'postgres'

type Handler = ((query: Query) => unknown) & { debug?: unknown }
type Query = { handler: Handler; reject: (error: unknown) => void }
type QueryClass = { handle: (this: Query) => Promise<void> }
type Begin = postgres.Sql['begin']

/** Of transactions under way, by what postgres.js sends their statements with. */
const guards = new WeakMap<Handler, Guard>()
const repairedClasses = new WeakSet<QueryClass>()

/**
 * A pool for transactions. postgres.js 3.4.9 sends the next statement of a transaction whose connection has died to a socket
 * that is not there: an exception that nobody can catch, a statement that never ends, and a place of the pool gone for good.
 * Here such a statement fails like one that was under way.
 */
export function openTransactions(
  url: string,
  settings: postgres.Options<Record<string, never>>,
): { pool: postgres.Sql; begin: Begin } {
  let closed = 0
  const pool = postgres(url, {
    ...settings,
    onclose: () => {
      closed += 1
    },
  })
  // A query that nobody awaits is never sent; it only shows what the package does not export.
  repair(Object.getPrototypeOf(pool`select 1`) as QueryClass)
  const begin = async (...args: unknown[]) => {
    const run = args.pop() as (tx: postgres.TransactionSql) => unknown
    const guard = new Guard(() => closed)
    try {
      return await (pool.begin as (...args: unknown[]) => Promise<unknown>)(
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
  return { pool, begin: begin as Begin }
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
      // A connection of the pool has closed. Whether it was this one is known a moment later.
      this.#seen = this.#closed()
      setImmediate(() => this.pass(query, send))
    }
  }
}

/** Soon after a lost connection postgres.js may begin a transaction and not know on which connection. */
function isWithoutConnection(error: unknown): boolean {
  return error instanceof TypeError && error.message.includes("'onclose'")
}

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
