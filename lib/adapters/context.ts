import 'server-only'
import { type Chain, openChain } from '#lib/adapters/chain/client'
import { type Clock, openSandboxClock, realClock } from '#lib/adapters/clock'
import { type Db, openDatabase, type Sql } from '#lib/adapters/db'
import type { Env } from '#lib/adapters/env'
import { createLogger, type Logger } from '#lib/adapters/log'
import { openStorage } from '#lib/adapters/storage/open-storage'
import type { Storage } from '#lib/adapters/storage/storage'

/** The external resources that operations and jobs may use. */
export type Context = {
  env: Env
  sql: Sql
  db: Db
  clock: Clock
  log: Logger
  /** By chain id. */
  chains: ReadonlyMap<number, Chain>
  storage: Storage
}

export type OpenContext = Context & { close: () => Promise<void> }

/**
 * Opens all resources of a process. `close` waits for queries in progress.
 *
 * @param options see `openDatabase`
 */
export async function openContext(
  env: Env,
  options: { service: string; maxConnections?: number; copyWithinMs?: number | undefined },
): Promise<OpenContext> {
  const storage = await openStorage(env)
  const database = openDatabase(env.databaseUrl, {
    maxConnections: options.maxConnections ?? env.databaseConnections,
    sessionUrl: env.databaseSessionUrl,
    replicaUrls: env.observationsReplicaUrls,
    shardUrls: env.observationsShardUrls,
    copyWithinMs: options.copyWithinMs,
  })
  const clock = env.mode === 'sandbox' ? await openSandboxClock(database.sql) : realClock
  const chains = new Map(env.networks.map((network) => [network.chainId, openChain(network)]))
  return {
    env,
    sql: database.sql,
    db: database.db,
    clock,
    log: createLogger({ level: env.logLevel, service: options.service }),
    chains,
    storage,
    close: async () => {
      await clock.close()
      await database.close()
    },
  }
}
