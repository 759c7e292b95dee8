import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { provenanceResultSchema } from '#lib/schemas/observation'
import { findUnrest } from '#testing/chaos/checker'
import { createRandom, type Random } from '#testing/chaos/random'
import { openAsk } from '#testing/load/ask'
import { bringUp, type Service } from '#testing/load/bring-up'
import { buyLookup, createBuyers } from '#testing/load/buyers'
import { type Figures, openFigures } from '#testing/load/figures'
import { findLeaks, judge, publishedIds, readBalances } from '#testing/load/judge'
import { startListener } from '#testing/load/listeners'
import { type Posted, postBounty } from '#testing/load/posters'
import { readSomething } from '#testing/load/readers'
import { startWatch, type Watch } from '#testing/load/watch'
import { openWorld, type World } from '#testing/load/world'

export type LoadOptions = {
  minutes: number
  seed: number
  readsPerSecond: number
  paidPerSecond: number
  listeners: number
  webs: number
  workers: number
  /** The version that is started, if it is not this one. */
  version?: Parameters<typeof bringUp>[0]['version']
  /** What happens to the processes under load. */
  disturb: (args: Disturbed) => { stop: () => Promise<void> }
  /** Adds violations of its own, before the logs of a run without violations are deleted. */
  alsoJudge?: (figures: Figures) => void
  /** Ends the run before its time, and everything that was started for it. */
  signal: AbortSignal
  say: (line: string) => void
}
export type Disturbed = { service: Service; figures: Figures; random: Random; say: (line: string) => void }
export type LoadOutcome = {
  figures: Figures
  watch: Watch
  seconds: number
  quietSeconds: number | undefined
  logs: string
}

const walletsPerNetwork = 20
/** The share of bounties among paid requests. */
const bountyShare = 0.1
const ingestEveryMs = 2_000
const ingestCount = 5
const sayEveryMs = 30_000
const quietTimeoutMs = 120_000

/** Starts the service, sends load while its processes are killed, waits until it is idle, and checks the result. */
export async function runLoad(options: LoadOptions): Promise<LoadOutcome> {
  const { minutes, seed, signal, say } = options
  const random = createRandom(seed)
  const figures = openFigures()
  const { webs, workers, version } = options
  const service = await bringUp({ figures, webs, workers, version, say })
  const { ctx, chains, balancer, baseUrl } = service
  const closing: (() => unknown)[] = [service.close]
  try {
    signal.throwIfAborted()
    const { ask, close: hangUp } = openAsk(figures, balancer.port)
    closing.push(hangUp)
    const world = openWorld(ctx, createRandom(seed + 1))
    closing.push(world.close)
    for (const path of service.samples) await learn(world, ask, path)
    say('wallets')
    const buyers = await createBuyers({ chains, figures, ask, baseUrl, perNetwork: walletsPerNetwork })
    const revenueBefore = await readBalances(service)
    const heardFirst = new Set<string>()
    const listeners = Array.from({ length: options.listeners }, () =>
      startListener({
        port: balancer.port,
        key: service.apiKey,
        wkt: world.wkt,
        figures,
        onHeard: (sha256) => {
          if (heardFirst.has(sha256)) return
          heardFirst.add(sha256)
          const known = world.all.get(sha256)
          if (known) world.published.push(known)
          else figures.violate(`received ${sha256}, which was never ingested`)
        },
      }),
    )
    closing.push(() => Promise.all(listeners.map((listener) => listener.close())))
    await until(() => listeners.every((listener) => listener.isOpen()), 'every listener listens')

    const members = () => [...service.webs, ...service.workers]
    let lastSaid = 0
    const watch = startWatch({
      members,
      sql: ctx.sql,
      ask,
      figures,
      onTick: () => {
        if (figures.now() - lastSaid < sayEveryMs) return
        lastSaid = figures.now()
        const { samples } = figures
        say(
          `${samples.length} answers, ${open.size} waiting, ${heardFirst.size} observations, ${figures.violated()} violations`,
        )
      },
    })
    closing.push(watch.stop)
    const disturbance = options.disturb({ service, figures, random, say })
    closing.push(disturbance.stop)

    const bounties: Posted[] = []
    const open = new Set<Promise<void>>()
    /** From the moment of its arrival, however late it is begun. */
    const timed = (
      first: string,
      arrivedAt: number,
      run: (onKind: (kind: string) => void) => Promise<void>,
    ) => {
      let kind = first
      const done = run((named) => (kind = named))
        .catch((error: Error) => figures.violate(`${kind}: ${error.message}`))
        .finally(() => {
          figures.samples.push({ kind, startedAt: arrivedAt, endedAt: figures.now() })
          open.delete(done)
        })
      open.add(done)
    }
    const apart = (what: string, run: () => Promise<void>) => {
      const done = run()
        .catch((error: Error) => figures.violate(`${what}: ${error.message}`))
        .finally(() => open.delete(done))
      open.add(done)
    }
    const begun = figures.now()
    const endAt = begun + minutes * 60_000
    say(`${minutes} minutes of load`)
    await Promise.all([
      arrive({ figures, endAt, signal }, 1_000 / options.readsPerSecond, (at) =>
        timed('read', at, (onKind) => readSomething({ ask, world, random, onKind })),
      ),
      arrive({ figures, endAt, signal }, 1_000 / options.paidPerSecond, (at) =>
        timed('paid: bounty', at, async (onKind) => {
          const buyer = random.pick(buyers)
          const { env } = ctx
          if (!random.chance(bountyShare)) return buyLookup({ buyer, world, random, env, onKind })
          const { posted, goOn } = await postBounty({ ctx, buyer, ask, random })
          bounties.push(posted)
          apart('a bounty', goOn)
        }),
      ),
      arrive({ figures, endAt, signal }, ingestEveryMs, () =>
        apart('ingest', () => world.ingest(ingestCount)),
      ),
    ])
    say('the load is over')
    await disturbance.stop()
    const quietFrom = figures.now()
    const isQuiet = async () =>
      open.size === 0 &&
      (await findUnrest(ctx)).length === 0 &&
      (await publishedIds(service, service.samples.length)).length === world.ingested() &&
      listeners.every(({ heard }) => heard.length >= world.ingested())
    const quiet = await until(isQuiet, 'quiet', quietTimeoutMs).then(
      () => (figures.now() - quietFrom) / 1_000,
      () => undefined,
    )
    if (quiet === undefined)
      figures.violate(
        `not quiet ${quietTimeoutMs / 1_000} s after the load: ${open.size} still wait for an answer`,
      )
    await watch.stop()
    say('judging')
    const found = await judge({ service, buyers, bounties, listeners, revenueBefore })
    for (const violation of [...found, ...findLeaks(watch)]) figures.violate(violation)
    options.alsoJudge?.(figures)
    count(figures, { world, listeners, bounties, buyers })
    return { figures, watch, seconds: (endAt - begun) / 1_000, quietSeconds: quiet, logs: service.home.logs }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** Calls at a steady rate that does not depend on the answers. Late calls are made at once. */
async function arrive(
  { figures, endAt, signal }: { figures: Figures; endAt: number; signal: AbortSignal },
  everyMs: number,
  call: (arrivedAt: number) => void,
): Promise<void> {
  for (let next = figures.now(); next < endAt; next += everyMs) {
    signal.throwIfAborted()
    const waitMs = next - figures.now()
    if (waitMs > 0) await sleep(waitMs, undefined, { signal })
    call(next)
  }
}

async function learn(world: World, ask: ReturnType<typeof openAsk>['ask'], path: string): Promise<void> {
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
  const { text } = await ask({ kind: 'first look', path: `/api/v1/provenance/${sha256}` })
  const { geohash, captured_at } = provenanceResultSchema.parse(JSON.parse(text))
  const known = { sha256, geohash: geohash!, capturedAt: captured_at! }
  world.all.set(sha256, known)
  world.published.push(known)
}

function count(
  figures: Figures,
  {
    world,
    listeners,
    bounties,
    buyers,
  }: {
    world: World
    listeners: readonly { heard: string[]; connections: () => number }[]
    bounties: readonly Posted[]
    buyers: readonly { answers: number }[]
  },
): void {
  figures.count(
    'answers that were paid for',
    buyers.reduce((sum, { answers }) => sum + answers, 0),
  )
  for (const ending of ['accepted', 'cancelled'])
    figures.count(`bounties ${ending}`, bounties.filter(({ state }) => state === ending).length)
  figures.count('observations published under load', world.ingested())
  figures.count(
    'observations heard, by all listeners',
    listeners.reduce((sum, { heard }) => sum + heard.length, 0),
  )
  figures.count(
    'times a stream was opened',
    listeners.reduce((sum, one) => sum + one.connections(), 0),
  )
}

async function until(
  isThere: () => boolean | Promise<boolean>,
  what: string,
  timeoutMs = 60_000,
): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs
  while (!(await isThere())) {
    if (performance.now() > giveUpAt) throw new Error(`never came true: ${what}`)
    await sleep(200)
  }
}
