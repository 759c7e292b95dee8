import 'server-only'
import { CairnError } from '#lib/domain/errors'
import type { OperatorAction } from '#lib/services/operator/action'
import { changeKey } from '#lib/services/operator/actions/change-key'
import { lookUpPayment } from '#lib/services/operator/actions/look-up-payment'
import { makeKey } from '#lib/services/operator/actions/make-key'
import { restoreCapture } from '#lib/services/operator/actions/restore-capture'
import { retryBounty } from '#lib/services/operator/actions/retry-bounty'
import { returnInflow } from '#lib/services/operator/actions/return-inflow'
import { revokeKey } from '#lib/services/operator/actions/revoke-key'
import { withdrawCapture } from '#lib/services/operator/actions/withdraw-capture'

/** Everything an operator can do, by name. */
// biome-ignore lint/suspicious/noExplicitAny: what each takes and gives differs
const actions: readonly OperatorAction<any, any>[] = [
  lookUpPayment,
  returnInflow,
  changeKey,
  makeKey,
  restoreCapture,
  revokeKey,
  withdrawCapture,
  retryBounty,
]

/** @throws CairnError `invalid_request` */
export function findAction(name: string): (typeof actions)[number] {
  const action = actions.find((one) => one.name === name)
  if (action) return action
  throw new CairnError(
    'invalid_request',
    `action: must be one of ${actions.map((one) => one.name).join(', ')}`,
    {
      field: 'action',
    },
  )
}
