import 'server-only'
import type { Context } from '#lib/adapters/context'
import { findInBooks, type Trace } from '#lib/services/ledger/find-in-books'
import { findInJournal } from '#lib/services/ledger/find-in-journal'
import { type Finding, finding } from '#lib/services/ledger/finding'
import {
  beingRewritten,
  type CheckedBooks,
  inSnapshot,
  isSolvent,
  type NetworkBooks,
  noticedWithinMs,
  readBooks,
} from '#lib/services/ledger/read-books'

export type Audit = {
  at: Date
  networks: NetworkBooks[]
  findings: Finding[]
}

/**
 * sound: all checks passed. violated: a check failed. unchecked: some checks could not run, and the others
 * passed.
 */
export type Verdict = 'sound' | 'violated' | 'unchecked'

const chainTimeoutMs = 20_000

/**
 * Checks the money of bounties on every network, each at the last block of its books, and every invariant that chain and database can show.
 * Reads only; may run at any moment.
 *
 * @throws when the database does not answer
 */
export async function audit(args: {
  ctx: Pick<Context, 'sql' | 'db' | 'chains' | 'env' | 'clock'>
}): Promise<Audit> {
  const { ctx } = args
  const at = ctx.clock.now()
  const inNetworks = await Promise.all(
    ctx.env.networks.map(async (network): Promise<{ books: NetworkBooks; findings: Finding[] }> => {
      const books = await readBooks({ ctx, input: { network, timeoutMs: chainTimeoutMs } })
      if (!books.checked) return { books, findings: [] }
      const input = { ...books.at, fromBlock: network.ledgerFromBlock, noticedWithinMs }
      const traces = await inSnapshot(ctx, books.at, (sql) => findInBooks({ sql, input }))
      if (!traces) return { books: beingRewritten(books), findings: [] }
      return { books, findings: [...fromFigures(books), ...gather(network.id, traces)] }
    }),
  )
  const inJournal = await findInJournal({
    sql: ctx.sql,
    input: { treasury: ctx.env.treasury.toLowerCase(), stuckAfterMs: noticedWithinMs },
  })
  return {
    at,
    networks: inNetworks.map((found) => found.books),
    findings: [...inNetworks.flatMap((found) => found.findings), ...gather(null, inJournal)],
  }
}

export function verdictOf({ networks, findings }: Audit): Verdict {
  if (findings.some((found) => found.severity === 'violation')) return 'violated'
  if (networks.some((network) => network.checked && !isSolvent(network))) return 'violated'
  return networks.every((network) => network.checked) ? 'sound' : 'unchecked'
}

function fromFigures(books: CheckedBooks & { network: string }): Finding[] {
  const { network, allOpen, figures } = books
  const { escrow, treasury } = figures
  return [
    ...(escrow.difference === 0n
      ? []
      : [finding('escrow_difference', network, { amountAtomic: escrow.difference })]),
    ...(escrow.totalOpen === allOpen
      ? []
      : [finding('escrow_total_open', network, { amountAtomic: escrow.totalOpen - allOpen })]),
    ...(escrow.surplus === 0n ? [] : [finding('escrow_surplus', network, { amountAtomic: escrow.surplus })]),
    ...(treasury.difference === 0n
      ? []
      : [finding('treasury_difference', network, { amountAtomic: treasury.difference })]),
    ...(treasury.shortfall === 0n
      ? []
      : [finding('treasury_short', network, { amountAtomic: treasury.shortfall })]),
  ]
}

/** Merges all entries of one kind into one finding. */
function gather(network: string | null, traces: readonly Trace[]): Finding[] {
  const codes = [...new Set(traces.map((trace) => trace.code))]
  return codes.map((code) => {
    const same = traces.filter((trace) => trace.code === code)
    const amountAtomic = same.reduce((sum, trace) => sum + (trace.amountAtomic ?? 0n), 0n)
    return finding(code, network, { ids: same.map((trace) => trace.id), amountAtomic })
  })
}
