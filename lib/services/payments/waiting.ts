/** How long a caller waits for another taker: of the same payment, or of one of the same name. */
export const waitForOtherMs = 21_000
export const pollMs = 100
/** How often a waiting caller asks the chain whether a dead taker's transaction made it. */
export const truthEveryMs = 1_000
