/** SQLSTATE with which the database refuses writes while the service is frozen. */
export const frozenSqlState = 'CF001'

/** Seconds that a refused caller should wait before the next try (`Retry-After`). */
export const frozenRetrySeconds = 60

/** The text for callers: what happened to their money, and what to do. */
export const frozenText =
  'The service is paused while it compares its records with the chains. This request charged nothing and decided nothing; a payment you have signed stays valid, so do not sign another. Send the same request again later.'
