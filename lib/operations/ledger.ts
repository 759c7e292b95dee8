// Operations of the money: the public solvency report, and the scheduled reconciliation.

import { z } from 'zod'
import { formatUsdc } from '#lib/domain/money/money'
import { defineOperation, defineScheduled } from '#lib/operations/define-operation'
import { solvencySchema } from '#lib/schemas/solvency'
import { verdictOf } from '#lib/services/ledger/audit'
import { followChains } from '#lib/services/ledger/follow-chains'
import { getSolvency as runGetSolvency } from '#lib/services/ledger/get-solvency'
import { isSolvent } from '#lib/services/ledger/read-books'
import { runAudit } from '#lib/services/ledger/run-audit'
import { reconcilePayments } from '#lib/services/payments/reconcile-payments'

const amount = (usdc: string, atomic: string) => ({ usdc, atomic })
const nothing = amount('0.00', '0')
const inEscrow = amount('120.00', '120000000')

/** Shorter than the cache of the answer here, so that nobody sees an answer more than twice as old. */
const solvencyMaxAgeSeconds = 5

export const getSolvency = defineOperation({
  name: 'getSolvency',
  method: 'GET',
  path: '/api/solvency',
  summary: 'Check the money of all bounties',
  description:
    'For each network, at one final block: the balance of the escrow compared with the open bounties, and what entered the treasury compared with what left it and what is in flight. Differences must be zero. Anyone can read the same from the chain.',
  output: solvencySchema,
  errors: ['unavailable'],
  example: {
    output: {
      solvent: true,
      computed_at: '2026-11-21T08:00:02Z',
      networks: [
        {
          network: 'eip155:8453',
          name: 'Base',
          usdc_address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
          escrow_address: '0x4444444444444444444444444444444444444444',
          previous_escrow_address: null,
          treasury_address: '0x5555555555555555555555555555555555555555',
          status: 'checked',
          solvent: true,
          block: { number: 41_327_004, hash: `0x${'c3'.repeat(32)}`, time: '2026-11-21T07:59:55Z' },
          escrow: {
            balance: inEscrow,
            total_open: inEscrow,
            our_bounties: inEscrow,
            other_bounties: nothing,
            surplus: nothing,
            difference: nothing,
          },
          treasury: {
            inflows: inEscrow,
            outflows: inEscrow,
            in_flight: nothing,
            unmatched_in: nothing,
            unmatched_out: nothing,
            revenue: nothing,
            difference: nothing,
            shortfall: nothing,
          },
        },
      ],
    },
  },
  freshness: () => ({ maxAgeSeconds: solvencyMaxAgeSeconds }),
  run: ({ ctx }) => runGetSolvency({ ctx }),
})

/** The part of a call that is spent on chains. Schedulers wait for about a minute. */
const followMs = 15_000

const reconciliationSchema = z.object({
  verdict: z.enum(['sound', 'violated', 'unchecked']).meta({
    description:
      'violated: see the findings. unchecked: a network could not be read, and no violation was found elsewhere.',
  }),
  payments: z.object({ settled: z.int(), failed: z.int(), voided: z.int(), open: z.int() }),
  networks: z.array(
    z.object({
      network: z.string(),
      books: z.object({
        is: z.enum(['current', 'behind', 'elsewhere', 'misfit', 'unreachable']),
        entries: z.int().meta({ description: 'Entries written by this call.' }),
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

/** Looks for each open payment on its chain, continues the ledger and checks every invariant of the money. */
export const reconcile = defineScheduled<z.output<typeof reconciliationSchema>>({
  name: 'reconcile',
  path: '/api/cron/reconcile',
  output: reconciliationSchema,
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
      findings: audited.findings.map(({ usdc: _, ...said }) => said),
    }
  },
})
