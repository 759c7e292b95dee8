import 'server-only'
import type { Context } from '#lib/adapters/context'
import { isoSeconds, isoTime } from '#lib/domain/text/iso-time'
import type { Overview } from '#lib/schemas/operator-overview'
import { getFreeze } from '#lib/services/freeze/get-freeze'
import { listNeeds } from '#lib/services/operator/overview/list-needs'
import { networkName } from '#lib/services/operator/overview/network-name'
import { readBounties } from '#lib/services/operator/overview/read-bounties'
import { type AuditedMoney, readMoney } from '#lib/services/operator/overview/read-money'
import { readNetworks } from '#lib/services/operator/overview/read-networks'
import { readQueues } from '#lib/services/operator/overview/read-queues'
import { readPausedNetworks } from '#lib/services/payments/paused-networks'
import { countWaitingReports } from '#lib/services/reports/count-waiting'

const faultsWithinSeconds = 300

type Ctx = Pick<Context, 'sql' | 'db' | 'chains' | 'env' | 'clock'>
type Run = {
  name: 'expire_bounties' | 'reconcile_payments'
  ran: number
  foundAt: number | null
  found: number
  age: number
}

/**
 * Returns the overview for the person on call. Chains have a short time to answer; a missing value is `null`,
 * never zero.
 *
 * @throws if the database does not answer
 */
export async function getOverview({ ctx }: { ctx: Ctx }): Promise<Overview> {
  const money = await readMoney({ ctx })
  const [
    freeze,
    { bounties, stuck, lateUsdc },
    { queues, ...late },
    networks,
    workers,
    runs,
    unfrozenSeconds,
    faults,
    reports,
    paused,
  ] = await Promise.all([
    getFreeze({ ctx }),
    readBounties({ ctx }),
    readQueues({ ctx }),
    readNetworks({ ctx, money }),
    readWorkers(ctx),
    readRuns(ctx),
    readUnfrozen(ctx),
    countFaults(ctx),
    countWaitingReports({ ctx }),
    readPausedNetworks({ ctx }),
  ])
  const frozen = freeze ? { since: isoTime(freeze.since), cause: freeze.cause, reason: freeze.reason } : null
  const seen = { frozen, money: money.money, bounties, networks, queues, workers }
  const needs = listNeeds({
    ...{ ...seen, ...late, stuck, lateUsdc, faults, reports },
    gasSpent: [...paused].flatMap(([id, { until }]) => (until ? [id] : [])),
    auditAgeSeconds: money.ageSeconds,
    frozenSeconds: freeze ? secondsSince(ctx, freeze.since) : null,
    expiryAgeSeconds: expiryAge(runs, unfrozenSeconds),
    nameOf: (id) => networkName(ctx.env, id),
  })
  return { at: isoTime(ctx.clock.now()), ...seen, needs, runs: describeRuns(runs, money) }
}

function secondsSince({ clock }: Pick<Context, 'clock'>, time: Date): number {
  return Math.max(0, Math.round((clock.now().getTime() - time.getTime()) / 1_000))
}

function describeRuns(runs: readonly Run[], { money }: AuditedMoney): Overview['runs'] {
  const audit = {
    name: 'audit',
    ran_at: money.audited_at,
    found_at: null,
    found: money.findings.length,
  } as const
  const others = (['expire_bounties', 'reconcile_payments'] as const).map((name) => {
    const run = runs.find((one) => one.name === name)
    const iso = (time: number | null | undefined) => (time == null ? null : isoSeconds(Math.floor(time)))
    return { name, ran_at: iso(run?.ran), found_at: iso(run?.foundAt), found: run?.found ?? 0 }
  })
  return [audit, ...others]
}

/** Real time is stored; shown is the service's. */
function readRuns({ sql }: Ctx): Promise<Run[]> {
  return sql<Run[]>`
    select name, found, extract(epoch from ran_at)::float8 + offset_seconds as ran,
      extract(epoch from found_at)::float8 + offset_seconds as "foundAt",
      greatest(0, extract(epoch from clock_timestamp() - ran_at))::float8 as age
    from last_run, service_clock`
}

/** Seconds since the last freeze ended; `null` if there was none. */
async function readUnfrozen({ sql }: Ctx): Promise<number | null> {
  const [row] = await sql<{ seconds: number | null }[]>`
    select greatest(0, extract(epoch from service_now() - max(ended_at)))::float8 as seconds from service_freeze`
  return row!.seconds
}

/** Nothing can expire during a freeze, so the time of the freeze does not count. */
function expiryAge(runs: readonly Run[], unfrozenSeconds: number | null): number | null {
  const age = runs.find(({ name }) => name === 'expire_bounties')?.age
  return age === undefined ? null : Math.min(age, unfrozenSeconds ?? age)
}

async function readWorkers({ sql }: Ctx): Promise<Overview['workers']> {
  const rows = await sql<
    { id: string; started: number; age: number; mediaWork: Overview['workers'][number]['media_work'] }[]
  >`
    select worker_id as id, extract(epoch from started_at)::float8 + offset_seconds as started,
      greatest(0, extract(epoch from clock_timestamp() - beat_at))::int as age, media_work as "mediaWork"
    from worker_heartbeat, service_clock order by started_at`
  return rows.map(({ id, started, age, mediaWork }) => ({
    worker_id: id,
    beat_seconds: age,
    media_work: mediaWork,
    started_at: isoSeconds(Math.floor(started)),
  }))
}

/** Error answers of the service except 503, which has its own lines. */
async function countFaults({ sql }: Ctx): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from request_log
    where at > service_now() - make_interval(secs => ${faultsWithinSeconds}) and status >= 500 and status <> 503`
  return row!.count
}
