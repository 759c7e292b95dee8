/**
 * The limits from which the console reports a need: those of docs/alerts.yml, under the names of its rules.
 */

/** CairnMoneyUnchecked: an older audit is outdated. */
export const auditLateSeconds = 900
/** Limit of the alert CairnPaymentUnresolved, like those below. */
export const paymentUnresolvedSeconds = 120
/** CairnBountyStuck: an intermediate state that lasts this long is stuck. */
export const bountyStuckSeconds = 600
/** CairnTransactionStuck. */
export const transactionStuckSeconds = 300
/** CairnWorkerSilent. */
export const workerSilentSeconds = 60
/** CairnExpiryLate. */
export const expiryLateSeconds = 600
/** CairnFilmsWait: models, forecasts, and checks and previews. */
export const modelLateSeconds = 1_800
export const forecastLateSeconds = 900
export const checkLateSeconds = 300
/** CairnPushesFail: a notification that no worker sends. */
export const pushLateSeconds = 600
