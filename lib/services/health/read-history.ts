import 'server-only'
import type { Context } from '#lib/adapters/context'
import { formatUsdc } from '#lib/domain/money/money'
import { isoSeconds, isoTime } from '#lib/domain/text/iso-time'
import { type History, type HistoryRange, historySteps } from '#lib/schemas/operator-history'
import { bountyOperation } from '#lib/services/payments/types'

const daySeconds = 86_400
const hourSeconds = 3_600
const sampleSeconds = 300
/** The points of a whole year, which is the most of any range. */
const maxPoints = 366
const steps = Object.values(historySteps)
const lengths: Record<HistoryRange, number> = { '24h': 1, '7d': 7, '30d': 30, '90d': 90, '1y': 365 }

type Row = {
  network: string
  /** Unix time. */
  at: number
  escrow: string | null
  inFlight: string | null
  bounties: Record<string, { count: number }>
  transactions: number
  payments: number | null
  seconds: number | null
}

/**
 * The history of each network in at most a few hundred points, for any range. While little is recorded, a long range has the points of a
 * short one, so it shows no less. Each point has the last sample of its interval, and the last amounts
 * that an audit found in it.
 */
export async function readHistory(args: {
  ctx: Pick<Context, 'sql' | 'clock' | 'env'>
  input: { range: HistoryRange }
}): Promise<History> {
  const { ctx, input } = args
  const to = ctx.clock.now()
  const from = new Date(to.getTime() - lengths[input.range] * daySeconds * 1_000)
  const [recorded] = await ctx.sql<{ first: number | null; last: number | null }[]>`
    select extract(epoch from min(slot))::float8 as first, extract(epoch from max(slot))::float8 as last
    from figure_sample where slot >= ${from.toISOString()} and slot <= ${to.toISOString()}`
  const { first: firstAt, last: lastAt } = recorded!
  const stepSeconds = stepOf(input.range, firstAt === null ? 0 : to.getTime() / 1_000 - firstAt)
  const windowSeconds = Math.max(stepSeconds, hourSeconds)
  // A sample is the end of five minutes, so the window begins at the sample after its first five.
  const before = windowSeconds - sampleSeconds
  const first = new Date(from.getTime() - before * 1_000)
  const rows = await ctx.sql<Row[]>`
    select network, extract(epoch from sample.at)::float8 as at,
      (array_agg(escrow_atomic order by slot desc) filter (where escrow_atomic is not null))[1] as escrow,
      (array_agg(in_flight_atomic order by slot desc) filter (where in_flight_atomic is not null))[1] as "inFlight",
      (array_agg(bounties order by slot desc))[1] as bounties, (array_agg(transactions order by slot desc))[1] as transactions,
      (array_agg(payments order by slot desc))[1] as payments, (array_agg(seconds order by slot desc))[1] as seconds
    from (select network, slot, escrow_atomic, in_flight_atomic, bounties, transactions,
            date_bin(make_interval(secs => ${stepSeconds}), slot, 'epoch') as at,
            sum(payments) over lately::int as payments, sum(payments_seconds) over lately::int as seconds
          from figure_sample where slot >= ${first.toISOString()} and slot <= ${to.toISOString()}
          window lately as (partition by network order by slot range between make_interval(secs => ${before}) preceding and current row)
    ) sample
    where slot >= ${from.toISOString()}
    group by network, sample.at order by network, sample.at`
  const earned = await readEarned(ctx, from)
  return {
    from: isoTime(from),
    to: isoTime(to),
    sampled_at: lastAt === null ? null : isoSeconds(lastAt),
    step_seconds: stepSeconds,
    networks: ctx.env.networks.map(({ id }) => ({
      network: id,
      earned_usdc: formatUsdc(BigInt(earned.get(id) ?? 0)),
      points: rows.filter(({ network }) => network === id).map(point),
    })),
  }
}

/**
 * What settled payments for anything but bounties brought each network, in atomic units. Payments have no index by time: those before a
 * sample are skipped by their number. A sample is taken within five minutes after its `slot`.
 */
async function readEarned({ sql }: Pick<Context, 'sql'>, from: Date): Promise<ReadonlyMap<string, string>> {
  const since = from.toISOString()
  const rows = await sql<{ network: string; earned: string }[]>`
    select network, sum(amount_atomic)::text as earned from payment_journal
    where state = 'settled' and operation <> ${bountyOperation} and created_at >= ${since}
      and id > coalesce((select payments_until from figure_sample
        where slot <= ${since}::timestamptz - interval '5 minutes' order by slot desc limit 1), 0)
    group by network`
  return new Map(rows.map(({ network, earned }) => [network, earned]))
}

/** The shortest step that needs at most `maxPoints` for the recorded time, and never a longer one than that of the whole range. */
function stepOf(range: HistoryRange, recordedSeconds: number): number {
  const usual = historySteps[range]
  return steps.find((step) => step < usual && recordedSeconds / step <= maxPoints) ?? usual
}

function point(row: Row): History['networks'][number]['points'][number] {
  const { at, escrow, inFlight, bounties, transactions, payments, seconds } = row
  return {
    at: isoSeconds(at),
    escrow_usdc: escrow === null ? null : formatUsdc(BigInt(escrow)),
    in_flight_usdc: inFlight === null ? null : formatUsdc(BigInt(inFlight)),
    bounties: Object.fromEntries(Object.entries(bounties).map(([state, { count }]) => [state, count])),
    transactions,
    payments_per_hour:
      payments === null || !seconds
        ? null
        : // The first samples cover less than an hour, and a few payments in minutes are no rate of an hour.
          Math.round((payments / Math.max(seconds, hourSeconds)) * hourSeconds * 10) / 10,
  }
}
