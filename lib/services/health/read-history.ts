import 'server-only'
import type { Context } from '#lib/adapters/context'
import { formatUsdc } from '#lib/domain/money/money'
import { isoSeconds, isoTime } from '#lib/domain/text/iso-time'
import { type History, type HistoryRange, historySteps } from '#lib/schemas/operator-history'

const daySeconds = 86_400
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

/** The history of each network in a few hundred points, for any range. */
export async function readHistory(args: {
  ctx: Pick<Context, 'sql' | 'clock' | 'env'>
  input: { range: HistoryRange }
}): Promise<History> {
  const { ctx, input } = args
  const stepSeconds = historySteps[input.range]
  const to = ctx.clock.now()
  const from = new Date(to.getTime() - lengths[input.range] * daySeconds * 1_000)
  const rows = await ctx.sql<Row[]>`
    select distinct on (network, sample.at) network, extract(epoch from sample.at)::float8 as at, escrow_atomic as escrow, in_flight_atomic as "inFlight", bounties, transactions,
      sum(payments) over step::int as payments, sum(payments_seconds) over step::int as seconds
    from (select *, date_bin(make_interval(secs => ${stepSeconds}), slot, 'epoch') as at
          from figure_sample where slot >= ${from.toISOString()} and slot <= ${to.toISOString()}) sample
    window step as (partition by network, sample.at)
    order by network, sample.at, slot desc`
  return {
    from: isoTime(from),
    to: isoTime(to),
    step_seconds: stepSeconds,
    networks: ctx.env.networks.map(({ id }) => ({
      network: id,
      points: rows.filter(({ network }) => network === id).map(point),
    })),
  }
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
      payments === null || !seconds ? null : Math.round((payments / seconds) * 3_600 * 10) / 10,
  }
}
