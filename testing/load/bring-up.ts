import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { migrateDatabase } from '#lib/adapters/migrate'
import { buildWeb, isBuilt } from '#sandbox/build'
import { type LocalChains, startChains } from '#sandbox/chains'
import { keepDemoApiKey } from '#sandbox/demo-api-key'
import { loadDemoCaptures, waitForDemoCaptures } from '#sandbox/demo-data'
import { type Home, openHome } from '#sandbox/home'
import { freePort, startPostgres } from '#sandbox/postgres'
import { readSecrets, sandboxVariables } from '#sandbox/settings'
import { startBalancer } from '#testing/load/balancer'
import type { Figures } from '#testing/load/figures'
import { type Member, startMember } from '#testing/load/fleet'

/** The whole service as in production: several of each process, and a load balancer in front of the webs. */
export type Service = {
  home: Home
  chains: LocalChains
  /** For what the run itself does and looks at: straight to database and nodes. */
  ctx: Context
  /** Of every process. */
  variables: Record<string, string>
  balancer: Front
  baseUrl: string
  apiKey: string
  webs: Member[]
  workers: Member[]
  /** Attested files. */
  samples: string[]
  close: () => Promise<void>
}

/** The server that clients connect to. It passes their requests to the web processes. */
export type Front = { port: number; close: () => Promise<void> }

const upTimeoutMs = 180_000
/** Limits as they are by default: every reader has an address of its own, which the balancer's place makes believed. */
const asInProduction = {
  RATE_LIMIT_FREE: '',
  RATE_LIMIT_LIGHT: '',
  RATE_LIMIT_PAGES: '',
  RATE_LIMIT_SIGN_IN: '',
  RATE_LIMIT_LIKENESS: '',
  RATE_LIMIT_UNPAID: '',
  RATE_LIMIT_UPLOADS: '',
  TRUSTED_PROXIES: '127.0.0.1',
  LOG_LEVEL: 'warn',
  // The load test is about payments. Films would use up the CPU.
  MEDIA_JOBS: '0',
}

/** @param args.version another version than this one, and how requests reach its webs */
export async function bringUp(args: {
  figures: Figures
  webs: number
  workers: number
  version?:
    | {
        /** A built checkout. */
        folder: string
        /** How long its webs may finish running requests when they are stopped. */
        stopSeconds: number
        migrate: (databaseUrl: string) => Promise<void>
        startFront: (ports: () => readonly number[]) => Promise<Front>
      }
    | undefined
  say: (line: string) => void
}): Promise<Service> {
  const { figures, version, say } = args
  const closing: (() => Promise<unknown> | unknown)[] = []
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  try {
    if (!isBuilt()) {
      say('web build')
      await buildWeb()
    }
    const home = openHome(mkdtempSync(join(tmpdir(), 'cairn-load-')))
    // The processes' own words are what explains a violation.
    closing.push(() => figures.violated() === 0 && rmSync(home.root, { recursive: true, force: true }))
    say('database and chains')
    const postgres = await startPostgres({ dataDir: home.postgres })
    closing.push(postgres.stop)
    await (version?.migrate ?? migrateDatabase)(postgres.url)
    const chains = await startChains()
    closing.push(chains.stop)
    const ports: number[] = []
    for (let at = 0; at < args.webs; at++) ports.push(await freePort())
    const webs: Member[] = []
    const balancer = await (version?.startFront ?? startBalancer)(() =>
      webs.flatMap(({ port, isUp }) => (isUp() ? [port!] : [])),
    )
    closing.push(balancer.close)
    const baseUrl = `http://localhost:${balancer.port}`
    const secrets = readSecrets(home)
    const variables = {
      ...sandboxVariables({ databaseUrl: postgres.url, baseUrl, chains, secrets, mediaFolder: home.media }),
      ...asInProduction,
    }
    await keepDemoApiKey({ databaseUrl: postgres.url, key: secrets.enterpriseApiKey })
    const ctx = await openContext(parseEnv(variables), { service: 'load', maxConnections: 8 })
    closing.push(ctx.close)
    const ids = await loadDemoCaptures({ folder: home.demo, databaseUrl: postgres.url })
    say(`${args.webs} webs and ${args.workers} workers`)
    const shared = {
      variables,
      logs: home.logs,
      figures,
      folder: version?.folder,
      stopSeconds: version?.stopSeconds,
    }
    const workers = Array.from({ length: args.workers }, (_, at) =>
      startMember({ ...shared, name: `worker ${at + 1}` }),
    )
    for (const [at, port] of ports.entries())
      webs.push(startMember({ ...shared, name: `web ${at + 1}`, port }))
    closing.push(() => Promise.all([...webs, ...workers].map((member) => member.stop())))
    const giveUpAt = Date.now() + upTimeoutMs
    while (!webs.every(({ isUp }) => isUp())) {
      if (Date.now() > giveUpAt)
        throw new Error(`not up in ${upTimeoutMs / 1_000} s; logs are in ${home.logs}`)
      await sleep(100)
    }
    const signal = new AbortController().signal
    const samples = await waitForDemoCaptures({ ids, databaseUrl: postgres.url, signal })
    return {
      home,
      chains,
      ctx,
      variables,
      balancer,
      baseUrl,
      apiKey: secrets.enterpriseApiKey,
      webs,
      workers,
      samples,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
