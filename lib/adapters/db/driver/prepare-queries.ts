import 'server-only'
import type postgres from 'postgres'

/** The fields of a postgres.js query that the workarounds need. The published types do not have them. */
export type Query = Promise<unknown> & {
  /** Sends the query. Called once, when the query is first awaited. */
  handler: (query: Query) => void
  reject: (error: unknown) => void
  /** Set once the query was sent. */
  state: unknown
  cancelled: unknown
  cursorFn?: unknown
  /** The text of the query, between its parameters. */
  strings: readonly string[]
  /** True if the result is the stream of a COPY. */
  streaming?: boolean
  /** Receives each row instead of the result. `forEach` of the published interface sets it. */
  forEachFn?: (row: unknown, result: unknown[]) => void
}

/** A client that passes each query it creates to `prepare`, before the query can be sent. */
export function prepareQueries<Client extends postgres.Sql | postgres.TransactionSql>(
  client: Client,
  prepare: (query: Query) => void,
): Client {
  const prepared =
    (create: (...args: never[]) => unknown) =>
    (...args: never[]) => {
      const created = create(...args)
      // `sql('name')` and `sql(rows)` create a part of a statement, which is not a promise.
      if (created instanceof Promise) prepare(created as Query)
      return created
    }
  return Object.assign(prepared(client as never), client, {
    unsafe: prepared(client.unsafe as never),
    file: prepared(client.file as never),
  }) as unknown as Client
}
