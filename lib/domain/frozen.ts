/** SQLSTATE with which the database refuses writes while the service is frozen. */
export const frozenSqlState = 'CF001'

/** Seconds that a refused caller should wait before the next try (`Retry-After`). */
export const frozenRetrySeconds = 60

/** A freeze in the words of people. Operators also freeze the service by hand, so it names no cause. */
export const pausedShortText = 'Payments are paused right now.'

/** A pause of one network, by its name. */
export const networkPausedText = (name: string) => `Payments on ${name} are paused right now.`

/** `pausedShortText` with the consequence, for people who want to order or buy something. */
export const pausedText = `${pausedShortText} Nothing can be ordered or bought.`

/** For people whose request was refused before they signed a payment. */
export const pausedQuoteText = `${pausedText} Nothing was paid. Try again later.`

/** The text for callers: what happened to their money, and what to do. */
export const frozenText = `${pausedText} This request charged nothing and decided nothing; a payment you have signed stays valid, so do not sign another. Send the same request again later.`

/** True for the answer of a request that was refused because the service was frozen: intended, and no error of ours. */
export const isFrozenAnswer = ({ status, message }: { status: number; message: string | null }) =>
  status === 503 && message === frozenText
