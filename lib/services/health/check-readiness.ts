import 'server-only'
import type { Chain } from '#lib/adapters/chain/client'
import type { Context } from '#lib/adapters/context'
import { inTime } from '#lib/adapters/in-time'
import { isoTime } from '#lib/domain/text/iso-time'
import type { Readiness } from '#lib/schemas/readiness'
import { getFreeze } from '#lib/services/freeze/get-freeze'
import { type Pause, readPausedNetworks } from '#lib/services/payments/paused-networks'

const probeTimeoutMs = 1_500
const workerSilentAfterSeconds = 30
/** Checks and previews take seconds and wait for no model. */
const checkLateAfterSeconds = 5 * 60
/** A poster waits for it before deciding, and it has a slot of its own. */
const forecastLateAfterSeconds = 15 * 60
/** Several models may be before it. */
const modelLateAfterSeconds = 30 * 60

/** Checks everything that a paid answer needs, and the work that waits for workers. Never throws. */
export async function checkReadiness(args: {
  ctx: Pick<Context, 'sql' | 'db' | 'env' | 'chains' | 'clock'>
}): Promise<Readiness> {
  const { ctx } = args
  const [database, worker, films, frozen, heads, paused, waiting] = await Promise.all([
    probeDatabase(ctx),
    probeWorker(ctx),
    probeFilms(ctx),
    probeFreeze(ctx),
    Promise.all([...ctx.chains.values()].map((chain) => probeChain(chain, ctx.clock.now()))),
    inTime(probeTimeoutMs, readPausedNetworks({ ctx })),
    probeSenderQueues(ctx),
  ])
  const chains = heads.map((chain) => ({
    ...chain,
    ...paymentsPaused(paused?.get(chain.network)),
    payouts_paused: waiting.has(chain.network),
  }))
  const isWell = (chain: Readiness['chains'][number]) =>
    chain.ok && chain.payments_paused === null && !chain.payouts_paused
  const allWell = worker.ok && films.ok && frozen === null && chains.every(isWell)
  const status = !database.ok ? 'unavailable' : allWell ? 'ready' : 'degraded'
  return { status, database, chains, worker, films, frozen }
}

async function probeDatabase(ctx: Pick<Context, 'sql'>): Promise<Readiness['database']> {
  const begun = performance.now()
  const answered = await inTime(probeTimeoutMs, ctx.sql`select 1 from service_clock`)
  return { ok: answered !== undefined, latency_ms: Math.round(performance.now() - begun) }
}

async function probeWorker(ctx: Pick<Context, 'sql'>): Promise<Readiness['worker']> {
  const rows = await inTime(
    probeTimeoutMs,
    ctx.sql<{ age: number | null }[]>`
      select extract(epoch from clock_timestamp() - max(beat_at))::float8 as age from worker_heartbeat`,
  )
  const age = rows?.[0]?.age ?? null
  return {
    ok: age !== null && age < workerSilentAfterSeconds,
    last_beat_seconds: age === null ? null : Math.max(0, Math.round(age)),
  }
}

async function probeFilms(ctx: Pick<Context, 'sql'>): Promise<Readiness['films']> {
  const [jobs, workers] = await Promise.all([
    inTime(
      probeTimeoutMs,
      ctx.sql<{ check: number | null; forecast: number | null; model: number | null }[]>`
        select
          round(extract(epoch from now() - min(start_after) filter (where name in ('inspect', 'preview'))))::int as check,
          round(extract(epoch from now() - min(start_after) filter (where name = 'forecast')))::int as forecast,
          round(extract(epoch from now() - min(start_after) filter (where name = 'reconstruct')))::int as model
        from pgboss.job where state < 'active' and start_after < now()`,
    ),
    inTime(
      probeTimeoutMs,
      ctx.sql<{ working: number; unconfined: number }[]>`
        select count(*) filter (where media_work = 'on')::int as working,
          count(*) filter (where media_work = 'unconfined')::int as unconfined
        from worker_heartbeat
        where beat_at > clock_timestamp() - make_interval(secs => ${workerSilentAfterSeconds})`,
    ),
  ])
  const { check = null, forecast = null, model = null } = jobs?.[0] ?? {}
  const isLate =
    (check ?? 0) >= checkLateAfterSeconds ||
    (forecast ?? 0) >= forecastLateAfterSeconds ||
    (model ?? 0) >= modelLateAfterSeconds
  const waits = [check, forecast, model].filter((seconds) => seconds !== null)
  const counts = workers?.[0]
  const isLeft = counts !== undefined && counts.unconfined > 0 && counts.working === 0
  return {
    ok: jobs !== undefined && counts !== undefined && !isLate && !isLeft,
    oldest_job_seconds: waits.length === 0 ? null : Math.max(...waits),
    oldest_check_seconds: check,
    oldest_forecast_seconds: forecast,
    oldest_model_seconds: model,
    unconfined_workers: counts?.unconfined ?? null,
  }
}

/** Public facts: the cause in a word, and the networks still being compared. Details are for operators only. */
async function probeFreeze(ctx: Pick<Context, 'db' | 'env'>): Promise<Readiness['frozen']> {
  const freeze = await inTime(probeTimeoutMs, getFreeze({ ctx }))
  return freeze ? { cause: freeze.cause, since: isoTime(freeze.since), waiting_for: freeze.waiting } : null
}

/** The networks on which an operator froze a key that posts, pays, refunds or anchors. Empty if it cannot be read. */
async function probeSenderQueues({ sql, chains }: Pick<Context, 'sql' | 'chains'>): Promise<Set<string>> {
  const rows = await inTime(
    probeTimeoutMs,
    sql<{ chainId: number }[]>`
      select distinct chain_id as "chainId" from chain_account
      where frozen_at is not null and roles && array['treasury', 'operator', 'anchor']`,
  )
  return new Set(rows?.flatMap(({ chainId }) => chains.get(chainId)?.id ?? []))
}

const paymentsPaused = (pause: Pause | undefined) => ({
  payments_paused: pause?.cause ?? null,
  payments_paused_since: pause?.since ? isoTime(pause.since) : null,
  payments_paused_until: pause?.until ? isoTime(pause.until) : null,
})

type Head = Pick<Readiness['chains'][number], 'network' | 'ok' | 'head' | 'head_age_seconds'>

async function probeChain(chain: Chain, now: Date): Promise<Head> {
  const block = await inTime(probeTimeoutMs, chain.client.getBlock({ blockTag: 'latest' }))
  if (!block) return { network: chain.id, ok: false, head: null, head_age_seconds: null }
  const age = Math.round(now.getTime() / 1_000 - Number(block.timestamp))
  return { network: chain.id, ok: true, head: Number(block.number), head_age_seconds: Math.max(0, age) }
}
