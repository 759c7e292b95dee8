import 'server-only'
import { fieldError } from '#lib/domain/errors'
import type { OperatorAction } from '#lib/services/operator/action'
import { banWallet } from '#lib/services/operator/actions/ban-wallet'
import { bumpTransaction } from '#lib/services/operator/actions/bump-transaction'
import { cancelBounty } from '#lib/services/operator/actions/cancel-bounty'
import { cancelNonce } from '#lib/services/operator/actions/cancel-nonce'
import { changeKey } from '#lib/services/operator/actions/change-key'
import { dismissReport } from '#lib/services/operator/actions/dismiss-report'
import { dropJob } from '#lib/services/operator/actions/drop-job'
import { freezeSenderQueue } from '#lib/services/operator/actions/freeze-sender-queue'
import { freezeService } from '#lib/services/operator/actions/freeze-service'
import { hideSubject } from '#lib/services/operator/actions/hide-subject'
import { lookUpPayment } from '#lib/services/operator/actions/look-up-payment'
import { makeKey } from '#lib/services/operator/actions/make-key'
import { rejectTransaction } from '#lib/services/operator/actions/reject-transaction'
import { restoreCapture } from '#lib/services/operator/actions/restore-capture'
import { retryBounty } from '#lib/services/operator/actions/retry-bounty'
import { retryForecast } from '#lib/services/operator/actions/retry-forecast'
import { retryJob } from '#lib/services/operator/actions/retry-job'
import { retryModel } from '#lib/services/operator/actions/retry-model'
import { returnInflow } from '#lib/services/operator/actions/return-inflow'
import { revokeKey } from '#lib/services/operator/actions/revoke-key'
import { unbanWallet } from '#lib/services/operator/actions/unban-wallet'
import { unfreezeSenderQueue } from '#lib/services/operator/actions/unfreeze-sender-queue'
import { unfreezeService } from '#lib/services/operator/actions/unfreeze-service'
import { unhideSubject } from '#lib/services/operator/actions/unhide-subject'
import { withdrawCapture } from '#lib/services/operator/actions/withdraw-capture'

/** Everything an operator can do, by name. */
// biome-ignore lint/suspicious/noExplicitAny: what each takes and gives differs
const actions: readonly OperatorAction<any, any>[] = [
  freezeService,
  unfreezeService,
  lookUpPayment,
  returnInflow,
  changeKey,
  makeKey,
  restoreCapture,
  revokeKey,
  withdrawCapture,
  retryBounty,
  bumpTransaction,
  cancelNonce,
  dropJob,
  freezeSenderQueue,
  rejectTransaction,
  retryForecast,
  retryJob,
  retryModel,
  unfreezeSenderQueue,
  dismissReport,
  hideSubject,
  unhideSubject,
  cancelBounty,
  banWallet,
  unbanWallet,
]

/** The actions by which the log can be filtered. Manifests have a route of their own. */
export const actionNames = [...actions.map(({ name }) => name), 'take_manifest'].sort()

/** @throws CairnError `invalid_request` */
export function findAction(name: string): (typeof actions)[number] {
  const action = actions.find((one) => one.name === name)
  if (action) return action
  throw fieldError('action', `must be one of ${actions.map((one) => one.name).join(', ')}`)
}
