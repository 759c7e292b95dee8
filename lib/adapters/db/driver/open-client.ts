import 'server-only'
import postgres from 'postgres'
import { collectRows } from '#lib/adapters/db/driver/collect-rows'
import { openPool, sendThrough } from '#lib/adapters/db/driver/connection-pool'
import { openSocket } from '#lib/adapters/db/driver/open-socket'
import { prepareQueries } from '#lib/adapters/db/driver/prepare-queries'
import { beginOn } from '#lib/adapters/db/driver/transactions'
import { withoutTypeLookup } from '#lib/adapters/db/driver/type-lookup'

/** A client of postgres.js with the workarounds that README.md describes. It has no `reserve`, and cursors only in `begin`. */
export type Sql = postgres.Sql

export type ClientSettings = postgres.Options<Record<string, postgres.PostgresType>> & {
  /** Connections for transactions, in addition to `max`. One by default. */
  maxTransactions?: number
  /**
   * A connection counts as lost if the server has not answered a statement within this time: more than the server allows for one
   * (`statement_timeout`). Never by default.
   */
  answerWithinMs?: number
  /** Where `listen` connects, if `url` is a pooler in transaction mode. */
  sessionUrl?: string | undefined
}

/**
 * Opens the database driver. Only this folder creates clients of postgres.js; other code imports its types at most.
 *
 * @param url as `DATABASE_URL`
 */
export function openClient(
  url: string,
  { maxTransactions = 1, sessionUrl = url, answerWithinMs, ...settings }: ClientSettings,
): Sql {
  const options = { socket: openSocket, ...settings, ...withoutTypeLookup(settings.types) }
  // Creates the queries and listens. Its own connections stay unused.
  const client = postgres(sessionUrl, options) as Sql
  const openSingle = (onclose: () => void): postgres.Sql => {
    const single = postgres(url, {
      ...options,
      max: 1,
      onclose: (id: number) => {
        settings.onclose?.(id)
        onclose()
      },
    }) as postgres.Sql
    // drizzle sets parsers on the client that it is given.
    Object.assign(single.options.parsers, client.options.parsers)
    Object.assign(single.options.serializers, client.options.serializers)
    return single
  }
  const statements = openPool(settings.max ?? 10, openSingle, answerWithinMs)
  const transactions = openPool(maxTransactions, openSingle, answerWithinMs)
  const sql = prepareQueries(client, (query) => {
    collectRows(query)
    sendThrough(statements, query)
  })
  return Object.assign(sql, {
    begin: ((...args: unknown[]) => beginOn(transactions, args)) as Sql['begin'],
    reserve: async () => {
      throw new Error('reserve is not supported: use begin')
    },
    end: async (options?: { timeout?: number }) => {
      await Promise.all([client.end(options), statements.end(options), transactions.end(options)])
    },
  })
}
