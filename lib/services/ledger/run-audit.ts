import 'server-only'
import { createHash } from 'node:crypto'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { auditRun } from '#db/schema/audit-run'
import type { Context } from '#lib/adapters/context'
import { canonicalJson } from '#lib/domain/proof/canonical-json'
import { sampleMoney } from '#lib/services/health/sample-money'
import { type Audit, audit, verdictOf } from '#lib/services/ledger/audit'
import { type Figures, isSolvent, type NetworkBooks } from '#lib/services/ledger/read-books'

/** The stored figures of a network: amounts in atomic units, as text. */
export type KeptBooks = { network: string } & (
  | { checked: false; reason: string }
  | {
      checked: true
      solvent: boolean
      block: number
      blockTime: string
      escrow: Record<keyof Figures['escrow'], string>
      treasury: Record<keyof Figures['treasury'], string>
    }
)

type Kept = typeof auditRun.$inferInsert

const keptDays = 400

/**
 * Audits the money and stores the result. Consecutive audits with the same result share one row, so a year
 * without a change takes a single row.
 *
 * @param input.by who asked for it
 * @throws when the database does not answer
 */
export async function runAudit(args: {
  ctx: Pick<Context, 'sql' | 'db' | 'chains' | 'env' | 'clock'>
  input: { by: Kept['lastBy'] }
}): Promise<Audit> {
  const { ctx, input } = args
  const found = await audit({ ctx })
  await keep(ctx, found, input.by)
  await sampleMoney({ ctx })
  return found
}

async function keep({ db }: Pick<Context, 'db'>, found: Audit, lastBy: Kept['lastBy']): Promise<void> {
  const verdict = verdictOf(found)
  const { findings } = found
  const networks = found.networks.map(keptOf)
  const sameness = samenessOf(verdict, networks, findings)
  const now = sql`clock_timestamp()`
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('audit_run', 0))`)
    const [last] = await tx
      .select({ id: auditRun.id })
      .from(auditRun)
      .orderBy(desc(auditRun.lastAt), desc(auditRun.id))
      .limit(1)
    const counted = last
      ? await tx
          .update(auditRun)
          .set({ lastAt: now, times: sql`${auditRun.times} + 1`, lastBy, networks })
          .where(and(eq(auditRun.id, last.id), eq(auditRun.sameness, sameness)))
          .returning({ id: auditRun.id })
      : []
    if (counted.length === 0)
      await tx
        .insert(auditRun)
        .values({ verdict, firstAt: now, lastAt: now, lastBy, findings, networks, sameness })
    await tx
      .delete(auditRun)
      .where(lt(auditRun.lastAt, sql`clock_timestamp() - make_interval(days => ${keptDays})`))
  })
}

function keptOf(found: NetworkBooks): KeptBooks {
  const { network } = found
  if (!found.checked) return { network, checked: false, reason: found.reason }
  const { escrow, treasury } = found.figures
  return {
    network,
    checked: true,
    solvent: isSolvent(found),
    block: found.block.number,
    blockTime: found.block.time.toISOString(),
    escrow: texts(escrow),
    treasury: texts(treasury),
  }
}

function texts<Name extends string>(amounts: Record<Name, bigint>): Record<Name, string> {
  const entries = Object.entries<bigint>(amounts)
  return Object.fromEntries(entries.map(([name, amount]) => [name, String(amount)])) as Record<Name, string>
}

/** The part of a result that must change for a new row. Balances and blocks change all the time, so they are left out. */
function samenessOf(
  verdict: string,
  networks: readonly KeptBooks[],
  findings: Audit['findings'],
): Uint8Array {
  const states = networks.map((books) =>
    books.checked
      ? { network: books.network, solvent: books.solvent }
      : { network: books.network, reason: books.reason },
  )
  const text = canonicalJson({ verdict, networks: states, findings: findings.map((one) => ({ ...one })) })
  return new Uint8Array(createHash('sha256').update(text).digest())
}
