import 'server-only'
import { finished } from 'node:stream/promises'
import postgres from 'postgres'
import type { Query } from '#lib/adapters/db/driver/prepare-queries'

/** A client of postgres.js with one connection. */
export type Connection = {
  client: postgres.Sql
  /** Sends a query on this connection. */
  send: (query: Query) => void
  /** False once the connection has failed or closed. It is then not used again. */
  isOpen: boolean
  /** Called when the connection closes. Set by the current user of the connection. */
  onLost?: ((error: Error) => void) | undefined
}

export type ConnectionPool = {
  /** How long a statement may take, including the time that its connection needs to open. */
  answerWithinMs: number | undefined
  /** A free connection, for the caller alone. Callers get theirs in the order in which they ask. */
  take: () => Promise<Connection>
  /** Gives a connection back. */
  release: (connection: Connection) => void
  /** Like `end` of postgres.js. */
  end: (options?: { timeout?: number }) => Promise<void>
}

/**
 * Workaround: a pool in place of that of postgres.js. A connection has one user at a time and is dropped once it closes,
 * because postgres.js does not reset the state of a connection that was lost, and sends statements to busy connections.
 * README.md, "State left over from a lost connection" and "Statements sent to a busy connection".
 *
 * @param open opens a client with one connection that calls `onclose` whenever that connection closes
 * @param answerWithinMs after this time without an answer a connection counts as lost; `undefined` for never
 */
export function openPool(
  max: number,
  open: (onclose: () => void) => postgres.Sql,
  answerWithinMs?: number,
): ConnectionPool {
  const connections = new Set<Connection>()
  const idle: Connection[] = []
  const waiting: PromiseWithResolvers<Connection>[] = []
  let isEnded = false

  const add = (): Connection => {
    const client = open(() => {
      connection.isOpen = false
      connection.onLost?.(connectionError('CONNECTION_CLOSED', 'the database connection was lost'))
      const index = idle.indexOf(connection)
      if (index >= 0) drop(idle.splice(index, 1)[0]!)
    })
    // Every query has the function that sends on its client. This query is created only to get that function. Queries are sent
    // when awaited, so this one is never sent.
    const { handler } = client`` as unknown as Query
    const connection: Connection = { client, send: handler, isOpen: true }
    connections.add(connection)
    return connection
  }
  const drop = (connection: Connection) => {
    connections.delete(connection)
    connection.client.end({ timeout: 0 }).catch(() => {})
  }
  return {
    answerWithinMs,
    take: async () => {
      if (isEnded) throw connectionError('CONNECTION_ENDED', 'the database pool has ended')
      const free = idle.pop()
      if (free) return free
      if (connections.size < max) return add()
      const turn = Promise.withResolvers<Connection>()
      waiting.push(turn)
      return turn.promise
    },
    release: (connection) => {
      connection.onLost = undefined
      if (!connection.isOpen) drop(connection)
      const next = waiting.shift()
      if (next) next.resolve(connection.isOpen ? connection : add())
      else if (connection.isOpen) idle.push(connection)
    },
    end: async (options) => {
      isEnded = true
      const ended = connectionError('CONNECTION_ENDED', 'the database pool has ended')
      for (const turn of waiting.splice(0)) turn.reject(ended)
      await Promise.all([...connections].map(({ client }) => client.end(options)))
    },
  }
}

/** Makes a query run on a connection of the pool instead of one of the client that created it. */
export function sendThrough(pool: ConnectionPool, query: Query): void {
  query.handler = () => {
    if (query.cursorFn) return query.reject(new Error('a cursor needs a transaction: use begin'))
    pool.take().then(
      (connection) => run(pool, connection, query),
      (error) => query.reject(error),
    )
  }
}

function run(pool: ConnectionPool, connection: Connection, query: Query): void {
  const release = () => pool.release(connection)
  if (query.cancelled) {
    release()
    return
  }
  failWhenLost(connection, query)
  const answered = expectAnswer(pool, connection, (error) => query.reject(error))
  query.then(answered, answered)
  query.then(
    (result) => {
      // A COPY takes the connection to its last byte.
      if (query.streaming)
        finished(result as NodeJS.ReadableStream | NodeJS.WritableStream).then(release, release)
      else release()
    },
    (error) => {
      if (!(error instanceof postgres.PostgresError)) connection.isOpen = false
      release()
    },
  )
  connection.send(query)
}

/** Has a query fail when its connection closes. */
export function failWhenLost(connection: Connection, query: Query): void {
  connection.onLost = (error) => {
    // A query without a state is still waiting to be sent; postgres.js connects again for it.
    if (query.state) query.reject(error)
  }
}

/**
 * Gives a connection up when the server is silent: a host that is gone or hangs neither answers nor closes the connection, and the
 * system notices only after a quarter of an hour.
 *
 * @param onSilence called then, with the error for the callers of the connection
 * @returns stops waiting for the answer
 */
export function expectAnswer(
  { answerWithinMs }: ConnectionPool,
  connection: Connection,
  onSilence: (error: Error) => void,
): () => void {
  if (answerWithinMs === undefined) return () => {}
  const timer = setTimeout(() => {
    connection.isOpen = false
    onSilence(connectionError('ETIMEDOUT', `the database did not answer within ${answerWithinMs} ms`))
    connection.client.end({ timeout: 0 }).catch(() => {})
  }, answerWithinMs)
  return () => clearTimeout(timer)
}

function connectionError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
