// Console: money, figures over time, audits, freeze.

import { isoTime } from '#lib/domain/text/iso-time'
import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import { type OperatorFreeze, operatorFreezeSchema } from '#lib/schemas/operator-freeze'
import { historyQuery, historySchema } from '#lib/schemas/operator-history'
import { auditRunsQuery, auditRunsSchema, overviewSchema } from '#lib/schemas/operator-overview'
import { pulseSchema } from '#lib/schemas/operator-pulse'
import { checkUnfreeze } from '#lib/services/freeze/check-unfreeze'
import { readHistory } from '#lib/services/health/read-history'
import { getOverview as runGetOverview } from '#lib/services/operator/overview/get-overview'
import { listAudits as runListAudits } from '#lib/services/operator/overview/read-money'
import { readPulse } from '#lib/services/operator/overview/read-pulse'

export const getOverview = defineOperation({
  name: 'getOverview',
  method: 'GET',
  path: '/api/operator/overview',
  credential: 'operator',
  summary: 'See the money, pending work and what needs attention',
  description:
    'Current figures; those of money are from the last audit. `null`: could not be read. A chain that does not respond delays this by two seconds at most.',
  output: overviewSchema,
  run: ({ ctx }) => runGetOverview({ ctx }),
})

const getHistory = defineOperation({
  name: 'getHistory',
  method: 'GET',
  path: '/api/operator/history',
  credential: 'operator',
  summary: 'See figures over time',
  description:
    'Money held, bounties by state, pending transactions and payments, sampled by workers every five minutes.',
  ...inputFrom('query', historyQuery),
  output: historySchema,
  run: ({ ctx, input }) => readHistory({ ctx, input }),
})

const getPulse = defineOperation({
  name: 'getPulse',
  method: 'GET',
  path: '/api/operator/pulse',
  credential: 'operator',
  summary: 'See the last day of the service in a few figures',
  description:
    'Money in escrow, paid look-ups, recorded requests and the wait for previews, in steps of five minutes.',
  output: pulseSchema,
  run: ({ ctx }) => readPulse({ ctx }),
})

const listAudits = defineOperation({
  name: 'listAudits',
  method: 'GET',
  path: '/api/operator/audits',
  credential: 'operator',
  summary: 'See what the audits of the money found',
  description: 'Newest first. Consecutive audits with the same result are shown as one.',
  ...inputFrom('query', auditRunsQuery),
  output: auditRunsSchema,
  run: ({ ctx, input }) => runListAudits({ ctx, input }),
})

const getFreeze = defineOperation({
  name: 'getFreeze',
  method: 'GET',
  path: '/api/operator/freeze',
  credential: 'operator',
  summary: 'See if the service is frozen, and what it waits for',
  description: 'Why it is frozen, how far each network was replayed, and what the audit finds now.',
  output: operatorFreezeSchema,
  run: async ({ ctx }): Promise<OperatorFreeze> => {
    const { freeze, audit, refusal } = await checkUnfreeze({ ctx })
    if (!freeze) return { freeze: null, audit: null, refusal: null }
    const { id, cause, reason, since, replayed, report } = freeze
    return {
      freeze: {
        id,
        cause,
        reason,
        since: isoTime(since),
        networks: ctx.env.networks.map(({ id: network }) => ({
          network,
          block: replayed[network]?.block ?? null,
          replayed_at: replayed[network]?.at ?? null,
          waits: (report[network] as { waits?: string[] } | undefined)?.waits ?? [],
        })),
      },
      audit: audit
        ? {
            ...audit,
            violations: audit.violations.map(({ code, network, message, count, ids }) => ({
              code,
              network,
              message,
              count,
              ids,
            })),
          }
        : null,
      refusal,
    }
  },
})

export const overview = [getOverview, getHistory, getPulse, listAudits, getFreeze]
