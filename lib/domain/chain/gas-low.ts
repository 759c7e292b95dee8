/**
 * A key with gas for fewer transactions is low. A relayer with gas for fewer than about 75 takes no payments, because a batch of
 * 64 must be affordable twice.
 */
export const gasLowTransactions = 100
