import type { z } from 'zod'
import { isOffline, offlineReason } from './offline.ts'

/** There is no reliable answer. This says nothing about the file. */
export class NotCheckedError extends Error {
  override readonly name = 'NotCheckedError'
  /** The time to wait that the server asked for. */
  readonly retryAfterSeconds: number | undefined
  /** True if this device has no connection, so that another attempt can wait for it. */
  readonly isOffline: boolean

  constructor(
    message: string,
    options: ErrorOptions & { retryAfterSeconds?: number; isOffline?: boolean } = {},
  ) {
    super(message, options)
    this.retryAfterSeconds = options.retryAfterSeconds
    this.isOffline = options.isOffline === true
  }
}

const timeoutMs = 20_000

type JsonRequest = {
  url: string
  /** Names the server that answers in the reader's words (`This service`). */
  who: string
  signal?: AbortSignal | undefined
  /** Sent with POST, as JSON. */
  body?: unknown
}

/**
 * Gets and parses JSON.
 *
 * @throws NotCheckedError for no answer, a refusal, or an answer that does not match the schema
 */
export async function fetchJson<Schema extends z.ZodType>(
  request: JsonRequest & { schema: Schema },
): Promise<z.output<Schema>> {
  const parsed = request.schema.safeParse(await askJson(request))
  if (!parsed.success) throw senseless(request.who, parsed.error)
  return parsed.data
}

/** The error for an answer that does not match the schema. */
export function senseless(who: string, cause?: unknown): NotCheckedError {
  return new NotCheckedError(`${who} sent an invalid answer.`, { cause })
}

/**
 * Gets JSON without validating it, for code that is too small to include a schema library and validates the answer itself.
 *
 * @throws NotCheckedError for no answer, a refusal, or an answer that is not JSON
 */
export async function askJson(request: JsonRequest): Promise<unknown> {
  const { who, signal } = request
  const timeout = AbortSignal.timeout(timeoutMs)
  let response: Response
  try {
    response = await fetch(request.url, {
      // A stale "not known here" would be a wrong answer. Unchanged answers cost only a 304.
      cache: 'no-cache',
      // The answer does not depend on the user, and this code also runs in pages of other sites.
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(request.body === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(request.body),
          }),
    })
  } catch (cause) {
    signal?.throwIfAborted()
    if (isOffline()) throw new NotCheckedError(offlineReason, { cause, isOffline: true })
    throw new NotCheckedError(
      timeout.aborted ? `${who} did not answer within 20 seconds.` : `${who} could not be reached.`,
      { cause },
    )
  }
  if (!response.ok) throw refusal(who, response)
  try {
    return await response.json()
  } catch (cause) {
    throw senseless(who, cause)
  }
}

/** The waiting time after a 429 without a readable `Retry-After`. */
const defaultRetryAfterSeconds = 60

function refusal(who: string, response: Response): NotCheckedError {
  if (response.status !== 429)
    return new NotCheckedError(`${who} answered with an error (${response.status}).`)
  const named = Number(response.headers.get('retry-after'))
  const retryAfterSeconds = named > 0 ? Math.ceil(named) : defaultRetryAfterSeconds
  const wait = named > 0 ? `${retryAfterSeconds} seconds` : 'a minute'
  return new NotCheckedError(`${who} had too many requests from here. Try again in ${wait}.`, {
    retryAfterSeconds,
  })
}
