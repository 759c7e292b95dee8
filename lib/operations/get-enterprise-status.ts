import { defineKeyOperation } from '#lib/operations/define-operation'
import { type EnterpriseStatus, statusSchema } from '#lib/schemas/enterprise'

export const getEnterpriseStatus = defineKeyOperation({
  name: 'getEnterpriseStatus',
  method: 'GET',
  path: '/enterprise/v1/status',
  summary: 'Check a key',
  description: 'Whose key it is, and what it may do.',
  request: {},
  output: statusSchema,
  errors: ['unauthorized'],
  parse: () => undefined,
  run: async ({ key }): Promise<EnterpriseStatus> => ({
    status: 'ok',
    account: key.account,
    tier: key.tier,
    limits: {
      requests_per_minute: key.limits.requestsPerMinute,
      concurrent_streams: key.limits.streams,
      area_km2: key.limits.areaKm2,
    },
  }),
})
