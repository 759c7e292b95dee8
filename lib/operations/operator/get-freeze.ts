import { isoTime } from '#lib/domain/iso-time'
import { defineOperatorOperation } from '#lib/operations/define-operation'
import { type OperatorFreeze, operatorFreezeSchema } from '#lib/schemas/operator-freeze'
import { checkUnfreeze } from '#lib/services/freeze/check-unfreeze'

export const getFreeze = defineOperatorOperation({
  name: 'getFreeze',
  method: 'GET',
  path: '/api/operator/freeze',
  summary: 'See whether the service stands still, and what it waits for',
  description: 'Why it is frozen, how far each network was replayed, and what the audit finds now.',
  request: {},
  limit: 'light',
  output: operatorFreezeSchema,
  errors: ['unauthorized'],
  parse: () => ({}),
  run: async ({ ctx }): Promise<OperatorFreeze> => {
    const { freeze, audit, refusal } = await checkUnfreeze({ ctx })
    if (!freeze) return { freeze: null, audit: null, refusal: null }
    const { id, cause, reason, since, replayed, report } = freeze
    return {
      freeze: {
        ...{ id, cause, reason, since: isoTime(since) },
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
              ...{ code, network, message, count, ids },
            })),
          }
        : null,
      refusal,
    }
  },
})
