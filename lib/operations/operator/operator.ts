// Console: the signed-in operator, and facts that its pages need.

import { isoTime } from '#lib/domain/text/iso-time'
import { operations } from '#lib/operations/catalog'
import { defineOperation } from '#lib/operations/define-operation'
import { type Operator, operatorSchema } from '#lib/schemas/operator'

const paidOperations = operations.flatMap((one) =>
  'payment' in one && one.payment ? [{ name: one.name, label: one.payment.label }] : [],
)

export const getOperator = defineOperation({
  name: 'getOperator',
  method: 'GET',
  path: '/api/operator/me',
  credential: 'operator',
  summary: 'See whether you are an operator',
  description: 'The wallet signed in, the networks of this service, and what it sells.',
  output: operatorSchema,
  run: async ({ ctx: { env, clock }, operator }): Promise<Operator> => ({
    address: operator.address,
    chain_id: operator.chainId,
    expires_at: isoTime(operator.expiresAt),
    now: isoTime(clock.now()),
    networks: env.networks.map(({ id, chainId, name, explorerUrl }) => ({
      network: id,
      chain_id: chainId,
      name,
      explorer_url: env.mode === 'sandbox' ? null : explorerUrl,
    })),
    accounts: [
      { address: env.treasury, name: 'Treasury' },
      ...env.networks.flatMap(({ payTo, escrow }) => [
        { address: payTo, name: 'Revenue wallet' },
        { address: escrow, name: 'Escrow' },
      ]),
    ],
    paid_operations: paidOperations,
  }),
})
