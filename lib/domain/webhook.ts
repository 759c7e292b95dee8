/** Seconds to wait after each failed try: a day and a half in all, then it is given up. */
const waitsSeconds = [5, 30, 120, 600, 3_600, 4 * 3_600, 12 * 3_600, 20 * 3_600]

/**
 * When to try again.
 *
 * @param attempts how many there were; at least 1
 * @returns seconds, or `undefined`: never
 */
export function nextTryAfter(attempts: number): number | undefined {
  return waitsSeconds[attempts - 1]
}

/** The request that carries a message (standardwebhooks.com, version 1), but for its signature. */
export type WebhookMessage = {
  messageId: string
  /** Epoch seconds of this try. */
  timestamp: number
  /** JSON, the same at each try. */
  body: string
}

/** What of a message is signed. */
export function signedContent({ messageId, timestamp, body }: WebhookMessage): string {
  return `${messageId}.${timestamp}.${body}`
}
