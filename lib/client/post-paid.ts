import { ApiRefusal } from './api-refusal.ts'
import type { SignedRequest } from './signed-request.ts'

const timeoutMs = 60_000

/** A request that is paid for. Its body is text, because the signature is bound to that exact text. */
export type PaidRequest = Pick<SignedRequest, 'path' | 'body' | 'title' | 'page'>

export function postPaid(
  { path, body }: Pick<PaidRequest, 'path' | 'body'>,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  return fetch(path, {
    method: 'POST',
    cache: 'no-store',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
}

export function unreachable(message: string): ApiRefusal {
  return new ApiRefusal({ status: 0, code: 'unreachable', message })
}
