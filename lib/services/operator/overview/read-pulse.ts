import 'server-only'
import type { Context } from '#lib/adapters/context'
import { formatUsdc } from '#lib/domain/money/money'
import { isoTime } from '#lib/domain/text/iso-time'
import { type Pulse, pulseStepSeconds, pulseSteps } from '#lib/schemas/operator-pulse'
import { withoutOperatorReads } from '#lib/services/requests/without-operator-reads'

type Ctx = Pick<Context, 'sql' | 'clock' | 'env'>
/** `ago`: the number of whole steps between its end and now. */
type Row = {
  ago: number
  escrow: string | null
  lookups: number | null
  requests: number | null
  p95: number | null
  wait: number | null
}

/** The last day of the service in a few figures, for the small charts of the overview. */
export async function readPulse({ ctx }: { ctx: Ctx }): Promise<Pulse> {
  const now = ctx.clock.now()
  const rows = await readSteps(ctx, now)
  return {
    step_seconds: pulseStepSeconds,
    points: Array.from({ length: pulseSteps }, (_, index) => {
      const ago = pulseSteps - 1 - index
      const row = rows.find((one) => one.ago === ago)
      return {
        at: isoTime(new Date(now.getTime() - ago * pulseStepSeconds * 1_000)),
        escrow_usdc: row?.escrow == null ? null : formatUsdc(BigInt(row.escrow)),
        lookups: row?.lookups ?? 0,
        requests: row?.requests ?? 0,
        p95_ms: row?.p95 ?? null,
        preview_wait_seconds: row?.wait ?? null,
      }
    }),
  }
}

/**
 * A sample has what an audit found at some time within its five minutes, so it belongs to the first step that ends after them; that of the
 * current five minutes belongs to the last step.
 * Payments have no index by time: those of the day are the ones after the last that the day's first sample counted, and none of them is in
 * the archive yet. Jobs have real times, everything else has the service's.
 */
function readSteps({ sql, env }: Ctx, now: Date): Promise<Row[]> {
  const networks = env.networks.map(({ id }) => id as string)
  const until = now.toISOString()
  const from = new Date(now.getTime() - pulseSteps * pulseStepSeconds * 1_000).toISOString()
  return sql<Row[]>`
    with escrow as (
      select distinct on (ago) ago, total from (
        select greatest(0, floor(extract(epoch from ${until}::timestamptz - slot) / ${pulseStepSeconds})::int - 1) as ago, slot,
          case when count(escrow_atomic) = ${networks.length} then sum(escrow_atomic) end as total
        from figure_sample
        where slot > ${from}::timestamptz - make_interval(secs => ${pulseStepSeconds}) and slot <= ${until} and network = any(${networks}::text[]) group by slot
      ) slots order by ago, slot desc
    ), lookup as (
      select floor(extract(epoch from ${until}::timestamptz - created_at) / ${pulseStepSeconds})::int as ago,
        count(*)::int as count
      from payment
      where id > coalesce((select min(payments_until) from figure_sample where slot > ${from}), 0)
        and operation <> 'createBounty' and state = 'settled' and created_at > ${from} and created_at <= ${until}
      group by 1
    ), request as (
      select floor(extract(epoch from ${until}::timestamptz - at) / ${pulseStepSeconds})::int as ago,
        count(*)::int as count, percentile_disc(0.95) within group (order by duration_ms) as p95
      from request_log where at > ${from} and at <= ${until} and ${sql.unsafe(withoutOperatorReads)} group by 1
    ), preview as (
      select ago, greatest(0, max(seconds))::int as seconds from (
        select floor(extract(epoch from now() - started_on) / ${pulseStepSeconds})::int as ago,
          extract(epoch from started_on - start_after) as seconds
        from pgboss.job where name = 'preview' and started_on > now() - make_interval(secs => ${pulseSteps * pulseStepSeconds})
        union all
        select 0, extract(epoch from now() - start_after)
        from pgboss.job where name = 'preview' and state < 'active' and start_after < now()
      ) waits group by ago
    )
    select ago, total::text as escrow, lookup.count as lookups, request.count as requests, p95,
      preview.seconds as wait
    from generate_series(0, ${pulseSteps - 1}::int) ago
    left join escrow using (ago) left join lookup using (ago) left join request using (ago) left join preview using (ago)`
}
