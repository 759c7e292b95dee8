import type { Group } from '#lib/operations/catalog'
import { checkActionSignature } from '#lib/operations/operator/check-action-signature'
import { findAnything } from '#lib/operations/operator/find-anything'
import { getCapture } from '#lib/operations/operator/get-capture'
import { getChains } from '#lib/operations/operator/get-chains'
import { getFreeze } from '#lib/operations/operator/get-freeze'
import { getHistory } from '#lib/operations/operator/get-history'
import { getIntake } from '#lib/operations/operator/get-intake'
import { getOperator } from '#lib/operations/operator/get-operator'
import { getOperatorBounty } from '#lib/operations/operator/get-operator-bounty'
import { getOperatorPayment } from '#lib/operations/operator/get-operator-payment'
import { getOverview } from '#lib/operations/operator/get-overview'
import { getPaymentAuthorization } from '#lib/operations/operator/get-payment-authorization'
import { getRequest } from '#lib/operations/operator/get-request'
import { getTransaction } from '#lib/operations/operator/get-transaction'
import { listActions } from '#lib/operations/operator/list-actions'
import { listAudits } from '#lib/operations/operator/list-audits'
import { listJobs } from '#lib/operations/operator/list-jobs'
import { listKeys } from '#lib/operations/operator/list-keys'
import { listOperatorBounties } from '#lib/operations/operator/list-operator-bounties'
import { listOperatorPayments } from '#lib/operations/operator/list-operator-payments'
import { listOperatorTrees } from '#lib/operations/operator/list-operator-trees'
import { listRequests } from '#lib/operations/operator/list-requests'
import { listTransactions } from '#lib/operations/operator/list-transactions'
import { listUnmatchedMoney } from '#lib/operations/operator/list-unmatched-money'
import { listWalletLimits } from '#lib/operations/operator/list-wallet-limits'
import { listWithdrawn } from '#lib/operations/operator/list-withdrawn'
import { previewAction } from '#lib/operations/operator/preview-action'
import { runAction } from '#lib/operations/operator/run-action'
import { takeManifest } from '#lib/operations/operator/take-manifest'

/** What the operator console asks for. No part of the public description: it is for our own pages and tools. */
export const operatorGroup: Group = {
  name: 'Operator',
  description: 'Where the money is, what is stuck, and what can be done about it.',
  operations: [
    getOperator,
    getFreeze,
    getOverview,
    getHistory,
    listAudits,
    listActions,
    checkActionSignature,
    previewAction,
    runAction,
    findAnything,
    listOperatorBounties,
    getOperatorBounty,
    listOperatorPayments,
    getOperatorPayment,
    getPaymentAuthorization,
    listUnmatchedMoney,
    getIntake,
    takeManifest,
    getCapture,
    listOperatorTrees,
    listWithdrawn,
    listKeys,
    listRequests,
    getRequest,
    getChains,
    listTransactions,
    getTransaction,
    listJobs,
    listWalletLimits,
  ],
}
