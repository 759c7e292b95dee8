import type { Group } from '#lib/operations/catalog'
import { actions } from '#lib/operations/operator/actions'
import { operatorBounties } from '#lib/operations/operator/bounties'
import { captures } from '#lib/operations/operator/captures'
import { chains } from '#lib/operations/operator/chains'
import { limits } from '#lib/operations/operator/limits'
import { getOperator } from '#lib/operations/operator/operator'
import { overview } from '#lib/operations/operator/overview'
import { operatorPayments } from '#lib/operations/operator/payments'
import { operatorReports } from '#lib/operations/operator/reports'
import { requests } from '#lib/operations/operator/requests'

/** Operations of the operator console. They are not part of the public description. */
export const operatorGroup: Group = {
  name: 'Operator',
  description: 'The money, what is stuck, and what can be done about it.',
  operations: [
    getOperator,
    ...overview,
    ...actions,
    ...operatorBounties,
    ...operatorPayments,
    ...operatorReports,
    ...captures,
    ...requests,
    ...chains,
    ...limits,
  ],
}
