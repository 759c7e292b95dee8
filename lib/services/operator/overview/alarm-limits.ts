/** From when on the console says that something needs a hand: the limits of docs/alerts.yml, under the names of its rules. */

/** CairnMoneyUnchecked: an audit older than this says nothing of now. */
export const auditLateSeconds = 900
/** CairnPaymentUnresolved. */
export const paymentUnresolvedSeconds = 120
/** CairnBountyStuck: no state on the way lasts this long. */
export const bountyStuckSeconds = 600
/** CairnTransactionStuck. */
export const transactionStuckSeconds = 300
/** CairnWorkerSilent. */
export const workerSilentSeconds = 60
/** CairnExpiryLate. */
export const expiryLateSeconds = 600
/** CairnFilmsWait. */
export const jobLateSeconds = 1_800
