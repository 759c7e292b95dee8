import { isoTime } from '#lib/domain/iso-time'
import { defineOperatorOperation } from '#lib/operations/define-operation'
import { type Operator, operatorSchema } from '#lib/schemas/operator'

export const getOperator = defineOperatorOperation({
  name: 'getOperator',
  method: 'GET',
  path: '/api/operator/me',
  summary: 'See whether you are an operator',
  description: 'The wallet signed in, and the networks of this service.',
  request: {},
  limit: 'light',
  output: operatorSchema,
  errors: ['unauthorized'],
  parse: () => ({}),
  run: async ({ ctx: { env, clock }, operator }): Promise<Operator> => ({
    address: operator.address,
    chain_id: operator.chainId,
    expires_at: isoTime(operator.expiresAt),
    now: isoTime(clock.now()),
    networks: env.networks.map(({ id, chainId, name, explorerUrl }) => ({
      ...{ network: id, chain_id: chainId, name },
      explorer_url: env.mode === 'sandbox' ? null : explorerUrl,
    })),
  }),
})
