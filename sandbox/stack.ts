import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoKey } from '#lib/adapters/demo-keys'
import { migrateDatabase } from '#lib/adapters/migrate'
import { usualChainIds } from '#lib/domain/chain/networks'
import { buildWeb, isBuilt } from '#sandbox/build'
import { type LocalChains, startChains } from '#sandbox/chains'
import { keepDemoApiKey } from '#sandbox/demo-api-key'
import { postDemoBounties } from '#sandbox/demo-bounties'
import { demoCapturePath } from '#sandbox/demo-captures'
import { loadDemoCaptures, waitForDemoCaptures } from '#sandbox/demo-data'
import { type Stop, stopAll } from '#sandbox/ending'
import { type Home, leaveHome, noteRunning, takeHome } from '#sandbox/home'
import { startPostgres } from '#sandbox/postgres'
import { type Supervised, supervise } from '#sandbox/processes'
import { say, step } from '#sandbox/progress'
import { readSecrets, sandboxFacts, sandboxVariables } from '#sandbox/settings'

/** `start` resolves with the base URL once everything answers. `stop` ends all that was started, also during `start`. */
export type Stack = { start: () => Promise<string>; stop: () => Promise<void> }

/** What ends everything that was started, in groups, in the order of ending: processes before the servers that they use. */
type Stops = { processes: Stop[]; servers: Stop[]; home: Stop[] }

type Options = {
  home: Home
  port: number
  /** True to start with demo bounties and a film. Tests create their own, because they count the money of the same wallets. */
  hasDemoBounties: boolean
  /** Called when the web or the worker died too often to continue. */
  onGiveUp: (reason: string) => void
}

const root = join(import.meta.dirname, '..')
const readyTimeoutMs = 60_000

/** The whole service on this machine: database, two chains, web and worker, demo data. */
export function createStack(options: Options): Stack {
  const stops: Stops = { processes: [], servers: [], home: [] }
  const abort = new AbortController()
  let starting: Promise<string> | undefined
  return {
    start: () => {
      starting = bringUp(options, stops, abort.signal)
      return starting
    },
    stop: async () => {
      abort.abort(new Error('stopped'))
      // A running step registers what it started before it ends: only then is the list complete.
      await starting?.catch(() => {})
      const groups = [stops.processes, stops.servers, stops.home].map((group) => group.splice(0))
      await stopAll(groups, (error) => say(`not stopped properly: ${(error as Error).message}`))
    },
  }
}

async function bringUp(options: Options, stops: Stops, signal: AbortSignal): Promise<string> {
  const { home, port } = options
  const baseUrl = `http://localhost:${port}`
  await assertPortFree(port)
  await takeHome(home)
  stops.home.push(async () => leaveHome(home))

  const database = await step('database', () => startPostgres({ dataDir: home.postgres }))
  stops.servers.push(() => database.stop())
  signal.throwIfAborted()
  await migrateDatabase(database.url).catch((cause: Error) => {
    const why = String((cause.cause as Error | undefined)?.message ?? cause.message).split('\n')[0]
    throw new Error(
      `The data in ${home.root} does not fit this version (${why}). To discard it: npm start -- --fresh`,
    )
  })
  const chains = await step(`chains ${usualChainIds.join(' and ')}`, () =>
    startChains({ folder: home.chains }),
  )
  stops.servers.push(chains.stop)
  signal.throwIfAborted()
  if (!isBuilt())
    await step('web build (one to three minutes on two cores, only after a change)', () => buildWeb(signal))

  const secrets = readSecrets(home)
  await keepDemoApiKey({ databaseUrl: database.url, key: secrets.enterpriseApiKey })
  const variables = sandboxVariables({
    databaseUrl: database.url,
    baseUrl,
    chains,
    secrets,
    mediaFolder: home.media,
  })
  writeSettings(home, variables)
  const captures = await step('demo captures', () =>
    loadDemoCaptures({ folder: home.demo, databaseUrl: database.url }),
  )
  signal.throwIfAborted()
  await step('web and worker', async () => {
    runProcesses({ ...options, variables, stops: stops.processes })
    await waitUntilReady(baseUrl, home, signal)
  })

  const samples = await step('demo captures attested', () =>
    waitForDemoCaptures({ ids: captures, databaseUrl: database.url, signal }),
  )
  const facts = sandboxFacts({ baseUrl, chains, secrets, samples })
  writeFileSync(home.facts, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 })
  if (options.hasDemoBounties)
    await step('demo bounties', () =>
      Promise.race([loadDemoBounties(home, baseUrl, chains, signal), untilAborted(signal)]),
    )
  return baseUrl
}

/** The sandbox also works without them: an operator may have stopped new bounties. */
async function loadDemoBounties(
  home: Home,
  baseUrl: string,
  { networks }: LocalChains,
  signal: AbortSignal,
): Promise<void> {
  await postDemoBounties({
    baseUrl,
    networks,
    name: 'cairn-demo',
    wallets: { poster: demoKey('poster'), contributor: demoKey('contributor') },
    film: readFileSync(demoCapturePath('lund-film-to-review.mp4')),
    keyFile: join(home.demo, 'bounty-keys.json'),
  }).catch((error: Error) => {
    if (!signal.aborted) say(`not all demo bounties are there: ${error.message}`)
  })
}

/** They wait for blocks and answers for up to two minutes, which a run that is being stopped does not. @throws its reason */
async function untilAborted(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted()
  await once(signal, 'abort')
  throw signal.reason
}

function writeSettings(home: Home, variables: Record<string, string>): void {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(home.env, lines.join(''), { mode: 0o600 })
}

function runProcesses(options: Options & { variables: Record<string, string>; stops: Stop[] }): void {
  const { home, port, variables } = options
  const children: Supervised[] = []
  const note = () =>
    noteRunning(
      home,
      children.flatMap((child) => child.pid() ?? []),
    )
  const run = (name: string, args: string[], extra: Record<string, string> = {}) => {
    const logFile = join(home.logs, `${name}.log`)
    const child = supervise({
      command: process.execPath,
      args,
      cwd: root,
      env: { ...variables, ...extra },
      logFile,
      onChange: note,
      onGiveUp: (tail) => options.onGiveUp(`the ${name} keeps stopping; the end of ${logFile}:\n${tail}`),
    })
    children.push(child)
    options.stops.push(child.stop)
    note()
  }
  run('worker', ['--conditions=react-server', join(root, 'lib/cli/worker.ts')])
  run('web', [join(root, 'lib/cli/serve.ts'), '--port', String(port), '--hostname', '127.0.0.1'], {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_OPTIONS: '--no-experimental-webstorage',
  })
}

async function assertPortFree(port: number): Promise<void> {
  await new Promise<void>((done, fail) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used (${error.code})`
      fail(new Error(`Port ${port} ${reason}. Choose another: PORT=${port + 1} npm start`))
    })
    probe.listen(port, '127.0.0.1', () => probe.close(() => done()))
  })
}

async function waitUntilReady(baseUrl: string, home: Home, signal: AbortSignal): Promise<void> {
  const giveUpAt = Date.now() + readyTimeoutMs
  for (;;) {
    signal.throwIfAborted()
    const answer = await fetch(`${baseUrl}/api/ready`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(readyTimeoutMs)]),
    }).catch(() => undefined)
    if (answer?.ok && ((await answer.clone().json()) as { status: string }).status === 'ready') return
    if (Date.now() > giveUpAt) {
      const said = answer ? `${answer.status} ${(await answer.text()).slice(0, 500)}` : 'no answer'
      throw new Error(
        `${baseUrl}/api/ready is not ready after ${readyTimeoutMs / 1000} s (${said}); logs are in ${home.logs}`,
      )
    }
    await sleep(100)
  }
}
