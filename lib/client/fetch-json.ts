import type { z } from 'zod'

/** There is no reliable answer. This says nothing about the file. */
export class NotCheckedError extends Error {
  override readonly name = 'NotCheckedError'
  /** The time to wait that the server asked for. */
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, options: ErrorOptions & { retryAfterSeconds?: number } = {}) {
    super(message, options)
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

const timeoutMs = 20_000

type JsonRequest = {
  url: string
  /** Names the answerer in the reader's words (`This service`). */
  who: string
  signal?: AbortSignal | undefined
  /** Posted as JSON. */
  body?: unknown
}

/**
 * Gets and parses JSON.
 *
 * @throws NotCheckedError for no answer, a refusal, or an answer that is not what was asked for
 */
export async function fetchJson<Schema extends z.ZodType>(
  request: JsonRequest & { schema: Schema },
): Promise<z.output<Schema>> {
  const parsed = request.schema.safeParse(await askJson(request))
  if (!parsed.success) throw senseless(request.who, parsed.error)
  return parsed.data
}

/** An answer that is not what was asked for. */
export function senseless(who: string, cause?: unknown): NotCheckedError {
  return new NotCheckedError(`${who} sent an invalid answer.`, { cause })
}

/**
 * Gets JSON, unread: for code that is too small to bring a schema library, and finds out itself whether an answer makes sense.
 *
 * @throws NotCheckedError for no answer, a refusal, or one that is no JSON
 */
export async function askJson(request: JsonRequest): Promise<unknown> {
  const { who, signal } = request
  const timeout = AbortSignal.timeout(timeoutMs)
  let response: Response
  try {
    response = await fetch(request.url, {
      // A stale "not known here" would be a wrong answer; unchanged answers still cost only a 304.
      cache: 'no-cache',
      // Nothing here depends on who asks, and it runs in pages of others too.
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

/** What a 429 without a readable `Retry-After` is taken to ask for. */
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
