import type { z } from 'zod'
import { parseJson } from '#lib/domain/text/json'
import { errorBody } from '#lib/schemas/x402'
import { ApiRefusal } from './api-refusal.ts'
import { noteServiceTime } from './note-service-time.ts'

const timeoutMs = 30_000

/** Replaces the API's message for an ended session, which names endpoints. */
export const signedOut = 'You are signed out. Sign in again with the same wallet to continue.'

/**
 * Calls the service's API with the session of this browser or, if given, with a token.
 *
 * @returns the answer, validated by the schema; `undefined` if there is no schema
 * @throws ApiRefusal, with status 0 if the answer is missing, incomplete or invalid
 */
export async function callApi<Schema extends z.ZodType | undefined>(call: {
  path: `/api/${string}`
  method?: 'GET' | 'POST' | 'DELETE'
  body?: unknown
  schema: Schema
  /** Sent as `Authorization: Bearer`. */
  token?: string
  /** Headers other than content type and token. */
  headers?: Readonly<Record<string, string>>
  /** True if the request itself proves who sends it. A 401 is then about that proof, not about an ended session. */
  isProof?: boolean
  signal?: AbortSignal
}): Promise<Schema extends z.ZodType ? z.output<Schema> : undefined> {
  const { path, method = 'GET', body, schema, token, headers, isProof = false, signal } = call
  const timeout = AbortSignal.timeout(timeoutMs)
  let response: Response
  let text: string
  try {
    response = await fetch(path, {
      method,
      cache: 'no-store',
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    noteServiceTime(response)
    // For an error without a valid body, the status is enough.
    text = response.ok ? await response.text() : await response.text().catch(() => '')
  } catch {
    signal?.throwIfAborted()
    throw new ApiRefusal({
      status: 0,
      code: 'unreachable',
      message: 'Cairn could not be reached. Check your connection and try again.',
    })
  }
  if (!response.ok) {
    const refusal = describeRefusal(response.status, text, response.headers.get('retry-after'))
    if (refusal.status === 401 && token === undefined && !isProof) refusal.message = signedOut
    throw refusal
  }
  if (!schema) return undefined as never
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data as never
  throw new ApiRefusal({
    status: response.status,
    code: 'unknown',
    message: 'Cairn gave an answer that this page does not understand. Reload it and try again.',
  })
}

/** Reads the body of a refusal, in any format. @param retryAfter the header, in seconds */
export function describeRefusal(status: number, text: string, retryAfter: string | null = null): ApiRefusal {
  const retryAfterSeconds =
    retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined
  const parsed = errorBody.safeParse(parseJson(text))
  if (!parsed.success)
    return new ApiRefusal({
      status,
      code: 'unknown',
      message: `Cairn answered with an error (${status}).`,
      retryAfterSeconds,
    })
  const { error: code, message, field, reason, request_id: requestId } = parsed.data
  return new ApiRefusal({ status, code, message, field, reason, requestId, retryAfterSeconds })
}
