import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { type Context, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import type { LocalChains, LocalNetwork } from '#sandbox/chains'
import { type Child, startChild } from '#testing/chaos/child'
import { type PgProxy, type SqlMoment, startPgProxy } from '#testing/chaos/pg-proxy'
import { type RpcProxy, type RpcRules, startRpcProxy } from '#testing/chaos/rpc-proxy'
import { settingsFor } from '#testing/paid-service'

export type ProcessName = 'web' | 'worker' | 'worker2'
export type NetworkId = keyof LocalChains['networks']
export const networkIds: readonly NetworkId[] = ['eip155:8453', 'eip155:5042']

/** Hooks of the proxies between processes and servers. They may be replaced while the processes run. */
export type ServiceHooks = {
  sql: (process: ProcessName, moment: SqlMoment) => 'go' | 'stop'
  rpc: (process: ProcessName, network: NetworkId) => RpcRules
}

export const noHooks: ServiceHooks = {
  sql: () => 'go',
  rpc: () => ({ fate: () => ({ do: 'pass' }), answered: () => 'go' }),
}

/** The whole service: a web and workers, each behind proxies of its own, on one database and both chains. */
export type ServiceFixture = {
  networks: Record<NetworkId, LocalNetwork>
  /** Straight to the database. */
  sql: postgres.Sql
  /** For verbs of the product that the run itself calls: straight to database and nodes. */
  ctx: Context
  processes: readonly Child[]
  /** SIGKILL; it is started again. */
  kill: (process: ProcessName) => void
  /** Where the web listens now; waits while it starts. */
  webUrl: () => Promise<string>
  /** How long its latest start took, in milliseconds; waits for the first. */
  webStartMs: () => Promise<number>
  hooks: ServiceHooks
  /** The client ports of the processes' database connections, as the server sees them. */
  databasePorts: () => number[]
  close: () => Promise<void>
}

/**
 * Starts a service on a new database.
 *
 * @param options.serverUrl PostgreSQL with a migrated database `cairn_template`
 * @param options.settings over those of a service on local chains
 * @param options.mutant a deliberate fault to run the product with
 */
export async function openServiceFixture(options: {
  serverUrl: string
  chains: LocalChains
  settings?: Record<string, string>
  processes?: readonly ProcessName[]
  mutant?: string | undefined
}): Promise<ServiceFixture> {
  const { serverUrl, chains } = options
  const database = await createDatabase(serverUrl)
  const closing: (() => Promise<unknown>)[] = [database.drop]
  const fixture = { hooks: noHooks } as ServiceFixture
  const ports: (() => number[])[] = []
  const children = new Map<ProcessName, Child>()
  for (const name of options.processes ?? (['web', 'worker'] as const)) {
    const proxies = await openProxies(fixture, name, database.url, chains)
    closing.push(proxies.close)
    ports.push(proxies.ports)
    const settings = {
      ...settingsFor({ chains: proxies.chains, databaseUrl: proxies.databaseUrl, baseUrl }),
      ...options.settings,
    }
    const child = startProcess(name, settings, options.mutant)
    children.set(name, child)
    closing.push(child.stop)
  }
  const straight = settingsFor({ chains, databaseUrl: database.url, baseUrl })
  const ctx = await openContext(parseEnv({ ...straight, ...options.settings }), {
    service: 'chaos',
    maxConnections: 6,
  })
  closing.push(ctx.close)
  const web = children.get('web')!
  return Object.assign(fixture, {
    networks: chains.networks,
    sql: database.sql,
    ctx,
    processes: [...children.values()],
    kill: (process: ProcessName) => children.get(process)?.kill(),
    databasePorts: () => ports.flatMap((list) => list()),
    webUrl: () => web.said(listening),
    webStartMs: async () => {
      if (web.startMs() === undefined) await web.said(listening)
      return web.startMs()!
    },
    close: async () => {
      for (const close of closing.reverse()) await close()
    },
  })
}

const baseUrl = 'http://cairn.test'
/** The web prints this once it listens. */
const listening = /http:\/\/127\S+(?=\n)/

function startProcess(
  name: ProcessName,
  settings: Record<string, string>,
  mutant: string | undefined,
): Child {
  const own: Record<string, string> = mutant === undefined ? {} : { CHAOS_MUTANT: mutant }
  return name === 'web'
    ? startChild({
        name,
        file: 'testing/paid-service-main.ts',
        args: [JSON.stringify({ ...settings, LOG_LEVEL: 'silent' })],
        env: own,
        up: listening,
      })
    : startChild({
        name,
        file: 'lib/cli/worker.ts',
        args: [],
        // Money alone: a film that is looked at writes between the statements that are counted here.
        env: { ...settings, ...own, LOG_LEVEL: 'warn', MEDIA_JOBS: '0' },
      })
}

async function openProxies(
  fixture: ServiceFixture,
  name: ProcessName,
  databaseUrl: string,
  chains: LocalChains,
): Promise<{ databaseUrl: string; ports: () => number[]; chains: LocalChains; close: () => Promise<void> }> {
  const opened: (PgProxy | RpcProxy)[] = []
  const pg = await startPgProxy({ databaseUrl, watch: (moment) => fixture.hooks.sql(name, moment) })
  opened.push(pg)
  const networks = { ...chains.networks }
  for (const network of networkIds) {
    const rpc = await startRpcProxy({
      rpcUrl: networks[network].rpcUrl,
      rules: () => fixture.hooks.rpc(name, network),
    })
    opened.push(rpc)
    networks[network] = { ...networks[network], rpcUrl: rpc.url }
  }
  return {
    databaseUrl: pg.url,
    ports: pg.ports,
    chains: { ...chains, networks },
    close: async () => {
      await Promise.all(opened.map((proxy) => proxy.close()))
    },
  }
}

async function createDatabase(
  serverUrl: string,
): Promise<{ url: string; sql: postgres.Sql; drop: () => Promise<void> }> {
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
  const name = `chaos_${randomBytes(6).toString('hex')}`
  await admin.unsafe(`create database ${name} template cairn_template`)
  const url = serverUrl.replace(/\/postgres$/, `/${name}`)
  const sql = postgres(url, { max: 6, onnotice: () => {} })
  return {
    sql,
    url,
    drop: async () => {
      await sql.end({ timeout: 5 })
      await admin.unsafe(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
