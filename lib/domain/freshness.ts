/** A name under which caches store answers, so that they can be told to drop them. It has no spaces and no commas. */
export type CacheKey = `capture-${string}` | 'withdrawals'

/** How long clients and shared caches may store an answer. */
export type Freshness = {
  maxAgeSeconds: number
  /**
   * For an answer that changes when a capture is withdrawn or restored: a shared cache that can be told to drop this key stores it for
   * longer than `maxAgeSeconds`.
   */
  purgedBy?: CacheKey
  /** Shared caches may send the answer for so much longer while they fetch the next one. Not together with `purgedBy`. */
  staleSeconds?: number
}

/**
 * How long clients, and caches that cannot be purged, may store an answer that a withdrawal changes. Also for "unknown", because the file
 * may be attested at any moment, and no cache is told of that.
 */
export const withdrawableSeconds = 1

/** The key of answers about many captures. */
export const withdrawalsKey: CacheKey = 'withdrawals'

/**
 * The key of answers about one capture. Only for answers to requests that name the capture: the key would reveal its hash to others.
 *
 * @param sha256 64 lower-case hex digits
 */
export function captureKey(sha256: string): CacheKey {
  return `capture-${sha256}`
}

/**
 * How long caches may store an answer about the one file that the request names.
 *
 * @param sha256 of the attested capture whose withdrawal the answer would show, 64 lower-case hex digits; `undefined` if there is
 * none
 */
export function freshnessOfCapture(sha256: string | undefined): Freshness {
  return {
    maxAgeSeconds: withdrawableSeconds,
    ...(sha256 === undefined ? {} : { purgedBy: captureKey(sha256) }),
  }
}

/** How long caches may store an answer about many captures. */
export function freshnessOfCaptures(): Freshness {
  return { maxAgeSeconds: withdrawableSeconds, purgedBy: withdrawalsKey }
}
