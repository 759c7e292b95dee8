import 'server-only'
import { desc } from 'drizzle-orm'
import { auditRun } from '#db/schema/audit-run'
import type { Context } from '#lib/adapters/context'
import { metrics } from '#lib/adapters/metrics/registry'
import { formatUsdc } from '#lib/domain/money/money'
import type { Finding } from '#lib/services/ledger/finding'
import type { KeptBooks } from '#lib/services/ledger/run-audit'

type Ctx = Pick<Context, 'sql' | 'db'>

/**
 * Updates the metrics that show whether workers are alive and do their regular tasks: their last heartbeat, their last runs, the
 * last audit of the money. The facts come from the database and every process exports them, web processes too, because dead
 * workers cannot report themselves.
 *
 * @throws if the database is unreachable; these metrics are then left out of the export
 */
export async function collectServiceFacts({ ctx }: { ctx: Ctx }): Promise<void> {
  try {
    await Promise.all([collectBeat(ctx), collectRuns(ctx), collectAudit(ctx)])
  } catch (error) {
    forget()
    throw error
  }
}

function forget(): void {
  const { workerBeat, runAge, moneyAudited, moneyUnchecked, moneyFindings, moneyDifference } = metrics()
  for (const gauge of [workerBeat, moneyAudited]) gauge.remove()
  for (const gauge of [runAge, moneyUnchecked, moneyFindings, moneyDifference]) gauge.reset()
}

/** Exports no value if every worker has stopped properly; the alert fires on the missing value. */
async function collectBeat({ sql }: Ctx): Promise<void> {
  const [row] = await sql<{ age: number | null }[]>`
    select extract(epoch from clock_timestamp() - max(beat_at))::float8 as age from worker_heartbeat`
  const age = row?.age ?? null
  if (age === null) metrics().workerBeat.remove()
  else metrics().workerBeat.set(Math.max(0, age))
}

async function collectRuns({ sql }: Ctx): Promise<void> {
  const rows = await sql<{ run: string; age: number }[]>`
    select name as run, extract(epoch from clock_timestamp() - ran_at)::float8 as age from last_run`
  const { runAge } = metrics()
  runAge.reset()
  for (const { run, age } of rows) runAge.set({ run }, age)
}

async function collectAudit({ db }: Ctx): Promise<void> {
  const [last] = await db.select().from(auditRun).orderBy(desc(auditRun.lastAt), desc(auditRun.id)).limit(1)
  const { moneyAudited, moneyUnchecked, moneyFindings, moneyDifference } = metrics()
  for (const gauge of [moneyUnchecked, moneyFindings, moneyDifference]) gauge.reset()
  if (!last) return moneyAudited.remove()
  moneyAudited.set(last.lastAt.getTime() / 1_000)
  const findings = last.findings as Finding[]
  for (const severity of ['violation', 'notice'])
    moneyFindings.set({ severity }, findings.filter((one) => one.severity === severity).length)
  for (const books of last.networks as KeptBooks[]) {
    const { network } = books
    moneyUnchecked.set({ network }, books.checked ? 0 : 1)
    if (!books.checked) continue
    const usdc = (amountAtomic: string) => Number(formatUsdc(BigInt(amountAtomic)))
    moneyDifference.set({ network, place: 'escrow' }, usdc(books.escrow.difference))
    moneyDifference.set({ network, place: 'treasury' }, usdc(books.treasury.difference))
    moneyDifference.set({ network, place: 'shortfall' }, usdc(books.treasury.shortfall))
  }
}
