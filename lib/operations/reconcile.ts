import { z } from 'zod'
import { formatUsdc } from '#lib/domain/money'
import { defineScheduled } from '#lib/operations/scheduled-operation'
import { verdictOf } from '#lib/services/ledger/audit'
import { followChains } from '#lib/services/ledger/follow-chains'
import { isSolvent } from '#lib/services/ledger/read-books'
import { runAudit } from '#lib/services/ledger/run-audit'
import { reconcilePayments } from '#lib/services/payments/reconcile-payments'

/** Of one call's time, for the chains; a scheduler waits for about a minute. */
const followMs = 15_000

const output = z.object({
  verdict: z.enum(['sound', 'violated', 'unchecked']).meta({
    description:
      'violated: look at the findings. unchecked: a network could not be read; nothing is known to be wrong.',
  }),
  payments: z.object({ settled: z.int(), failed: z.int(), voided: z.int(), open: z.int() }),
  networks: z.array(
    z.object({
      network: z.string(),
      books: z.object({
        is: z.enum(['current', 'behind', 'elsewhere', 'misfit', 'unreachable']),
        entries: z.int().meta({ description: 'Written by this call.' }),
        block: z.int().nullable(),
        reason: z.string().nullable(),
      }),
      solvent: z.boolean().nullable(),
      escrow_difference_usdc: z.string().nullable(),
      treasury_difference_usdc: z.string().nullable(),
      could_not_check: z.string().nullable(),
    }),
  ),
  findings: z.array(
    z.object({
      code: z.string(),
      severity: z.enum(['violation', 'notice']),
      network: z.string().nullable(),
      message: z.string(),
      count: z.int(),
      ids: z.array(z.string()),
    }),
  ),
})

export const reconcile = defineScheduled<z.output<typeof output>>({
  name: 'reconcile',
  path: '/api/cron/reconcile',
  summary: 'Find out what became of open payments, and check the money',
  description:
    'Looks for every open payment on its chain, writes the books on and checks every invariant of the money.',
  output,
  run: async ({ ctx }) => {
    const [payments, followed] = await Promise.all([
      reconcilePayments({ ctx }),
      followChains({ ctx, input: { untilMs: performance.now() + followMs } }),
    ])
    const audited = await runAudit({ ctx, input: { by: 'scheduler' } })
    return {
      verdict: verdictOf(audited),
      payments,
      networks: audited.networks.map((found) => {
        const { is, entries, block, reason } = followed.find(({ network }) => network === found.network)!
        const { escrow, treasury } = found.checked ? found.figures : {}
        return {
          network: found.network,
          books: { is, entries, block: block ?? null, reason: reason ?? null },
          solvent: found.checked ? isSolvent(found) : null,
          escrow_difference_usdc: escrow ? formatUsdc(escrow.difference) : null,
          treasury_difference_usdc: treasury ? formatUsdc(treasury.difference) : null,
          could_not_check: found.checked ? null : found.reason,
        }
      }),
      findings: audited.findings,
    }
  },
})
