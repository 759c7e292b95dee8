import 'server-only'
import postgres from 'postgres'
import { collectRows } from '#lib/adapters/db/driver/collect-rows'
import {
  type Connection,
  type ConnectionPool,
  expectAnswer,
  failWhenLost,
} from '#lib/adapters/db/driver/connection-pool'
import { prepareQueries, type Query } from '#lib/adapters/db/driver/prepare-queries'

/** The type of `begin` and `savepoint` of postgres.js, whose optional arguments come before the required last one. */
type Begin = (...args: unknown[]) => Promise<unknown>
type Body = (tx: postgres.TransactionSql) => unknown

/**
 * Workaround: runs a transaction whose statements fail at once when its connection is lost. postgres.js sends the next
 * statement, or COMMIT or ROLLBACK, to a socket that is gone: the error cannot be caught, or the statement hangs
 * forever. README.md, "Transactions on a lost connection".
 *
 * @param args those of `begin` of postgres.js
 */
export async function beginOn(pool: ConnectionPool, args: readonly unknown[]): Promise<unknown> {
  const body = args.at(-1) as Body
  const connection = await pool.take()
  const silence = Promise.withResolvers<never>()
  silence.promise.catch(() => {})
  const expect = () =>
    expectAnswer(pool, connection, (error) => {
      transaction.end(error)
      silence.reject(error)
    })
  const transaction = new Transaction(expect)
  failBegin(connection)
  // First of BEGIN, and at the end of COMMIT or ROLLBACK, which postgres.js sends itself.
  let answered = expect()
  try {
    const begun = (connection.client.begin as Begin)(
      ...args.slice(0, -1),
      async (tx: postgres.TransactionSql) => {
        answered()
        connection.onLost = (error) => transaction.end(error)
        try {
          return await transaction.run(tx, body)
        } finally {
          answered = expect()
        }
      },
    )
    return await Promise.race([begun, silence.promise])
  } catch (error) {
    // An error that is neither the body's nor the database's: BEGIN, COMMIT or ROLLBACK met a lost connection.
    if (error !== transaction.bodyError && !(error instanceof postgres.PostgresError))
      connection.isOpen = false
    transaction.end(error)
    throw error
  } finally {
    answered()
    transaction.end(new Error('a statement was sent after the end of its transaction'))
    pool.release(connection)
  }
}

/** Has the BEGIN that postgres.js sends next fail with its connection: otherwise it may never be answered. */
function failBegin(connection: Connection): void {
  const { client } = connection
  const { unsafe } = client
  client.unsafe = ((...args: Parameters<typeof unsafe>) => {
    client.unsafe = unsafe
    const begin = unsafe(...args)
    failWhenLost(connection, begin as unknown as Query)
    return begin
  }) as typeof unsafe
}

/** A transaction that sets another `statement_timeout` for itself may take long. */
const isUnlimited = /statement_timeout/

class Transaction {
  bodyError: unknown
  #expectAnswer: () => () => void
  readonly #underWay = new Set<Query>()
  #ended: { error: unknown } | undefined

  /** @param expectAnswer called when a statement is sent; the returned function when it is answered */
  constructor(expectAnswer: () => () => void) {
    this.#expectAnswer = expectAnswer
  }

  /** Fails the statements under way and all later ones with `error`. Only the first call counts. */
  end(error: unknown): void {
    if (this.#ended) return
    this.#ended = { error }
    for (const query of this.#underWay) query.reject(error)
  }

  /** Runs the body of the transaction, or of a savepoint in it. */
  async run(tx: postgres.TransactionSql, body: Body): Promise<unknown> {
    const guarded = prepareQueries(tx, (query) => {
      collectRows(query)
      this.#guard(query)
    })
    guarded.savepoint = (async (...args: unknown[]) => {
      const inner = args.pop() as Body
      if (this.#ended) throw this.#ended.error
      return (tx.savepoint as Begin)(...args, (nested: postgres.TransactionSql) => this.run(nested, inner))
    }) as typeof tx.savepoint
    try {
      const result = await body(guarded)
      return Array.isArray(result) ? await Promise.all(result) : result
    } catch (error) {
      this.bodyError = error
      throw error
    } finally {
      // The connection is lost and `begin` of postgres.js has failed. If this settled, it would still send COMMIT or ROLLBACK.
      if (this.#ended) await new Promise(() => {})
    }
  }

  #guard(query: Query): void {
    const send = query.handler
    query.handler = () => {
      if (this.#ended) return query.reject(this.#ended.error)
      this.#underWay.add(query)
      if (isUnlimited.test(String(query.strings))) this.#expectAnswer = () => () => {}
      const answered = this.#expectAnswer()
      const settled = () => {
        answered()
        this.#underWay.delete(query)
      }
      query.then(settled, settled)
      send(query)
    }
  }
}
