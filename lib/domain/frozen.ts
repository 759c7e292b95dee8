/** What the database says when it refuses to write because the service is frozen (SQLSTATE). */
export const frozenSqlState = 'CF001'

/** How long a caller who was refused for that had better wait. */
export const frozenRetrySeconds = 60

/** What a caller is told: what happened to their money, and what to do. */
export const frozenText =
  'The service is paused while it compares its records with the chains. This request charged nothing and decided nothing; a payment you have signed stays good, so do not sign another. Repeat the request as it is.'
