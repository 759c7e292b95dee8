import 'server-only'
import type { Context } from '#lib/adapters/context'
import { formatUsdc } from '#lib/domain/money/money'
import { isoMs } from '#lib/domain/text/iso-time'
import type { Solvency, SolvencyAmount } from '#lib/schemas/solvency'
import { isSolvent, type NetworkBooks, readBooks } from '#lib/services/ledger/read-books'

type SolvencyContext = Pick<Context, 'sql' | 'db' | 'chains' | 'env' | 'clock' | 'log'>

/** Chains and database are read at most this often, for all callers together. */
const keptMs = 5_000
const chainTimeoutMs = 5_000

type Kept = { until: number; answer: Promise<Solvency> }
const kept = new WeakMap<object, Kept>()

/**
 * Returns where the money of bounties is on each network, so that anyone can compare it with the chain.
 * Cached for a few seconds.
 *
 * @throws when the database does not answer
 */
export function getSolvency(args: { ctx: SolvencyContext }): Promise<Solvency> {
  const { ctx } = args
  const last = kept.get(ctx)
  if (last && performance.now() < last.until) return last.answer
  const answer = compute(ctx)
  // The time counts from the result, so a slow chain is not read again before it has answered.
  const entry: Kept = { until: Number.POSITIVE_INFINITY, answer }
  kept.set(ctx, entry)
  answer.then(
    () => {
      entry.until = performance.now() + keptMs
    },
    () => kept.delete(ctx),
  )
  return answer
}

async function compute(ctx: SolvencyContext): Promise<Solvency> {
  const computedAt = ctx.clock.now().toISOString()
  const books = await Promise.all(
    ctx.env.networks.map((network) => readBooks({ ctx, input: { network, timeoutMs: chainTimeoutMs } })),
  )
  for (const { network, ...found } of books)
    if (!found.checked) ctx.log.warn({ network, reason: found.reason }, 'solvency could not be checked')
  const networks = books.map(describe)
  return { solvent: inAll(networks), computed_at: computedAt, networks }
}

/** `false` if any network is not solvent, also when others are unknown. */
function inAll(networks: readonly { solvent: boolean | null }[]): boolean | null {
  if (networks.some(({ solvent }) => solvent === false)) return false
  return networks.every(({ solvent }) => solvent === true) ? true : null
}

function describe(found: NetworkBooks): Solvency['networks'][number] {
  const { network, name, books } = found
  const about = {
    network,
    name,
    usdc_address: books.token,
    escrow_address: books.escrows[0]!,
    previous_escrow_address: books.escrows[1] ?? null,
    treasury_address: books.treasury,
  }
  if (!found.checked)
    return { ...about, status: 'could not check', solvent: null, block: null, escrow: null, treasury: null }
  const { block } = found
  const { escrow, treasury } = found.figures
  return {
    ...about,
    status: 'checked',
    solvent: isSolvent(found),
    block: { number: block.number, hash: block.hash, time: isoMs(block.time.getTime()) },
    escrow: {
      balance: amount(escrow.balance),
      total_open: amount(escrow.totalOpen),
      our_bounties: amount(escrow.ours),
      other_bounties: amount(escrow.others),
      surplus: amount(escrow.surplus),
      difference: amount(escrow.difference),
    },
    treasury: {
      inflows: amount(treasury.inflows),
      outflows: amount(treasury.outflows),
      in_flight: amount(treasury.inFlight),
      unmatched_in: amount(treasury.unmatchedIn),
      unmatched_out: amount(treasury.unmatchedOut),
      revenue: amount(treasury.revenue),
      difference: amount(treasury.difference),
      shortfall: amount(treasury.shortfall),
    },
  }
}

function amount(atomic: bigint): SolvencyAmount {
  return { usdc: formatUsdc(atomic), atomic: atomic.toString() }
}
