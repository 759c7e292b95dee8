import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { CairnError } from '#lib/domain/errors'
import { corsHeaders } from '#lib/http/cors'
import type { ErrorBody } from '#lib/schemas/x402'

const compress = promisify(gzip)
/** Below this the compressed form saves no packet. */
const minGzipBytes = 1_400

/** A JSON answer. Route handlers are not compressed by the framework, so large ones are compressed here. */
export async function respondJson(args: {
  request: Request
  status: number
  json: string
  headers: Record<string, string>
}): Promise<Response> {
  const { request, status, json } = args
  const headers = {
    ...corsHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    Vary: 'Accept-Encoding',
    ...args.headers,
  }
  const bodiless = request.method === 'HEAD'
  if (bodiless || json.length < minGzipBytes || !acceptsGzip(request))
    return new Response(bodiless ? null : json, { status, headers })
  const body = new Uint8Array(await compress(json, { level: 4 }))
  return new Response(body, { status, headers: { ...headers, 'Content-Encoding': 'gzip' } })
}

/** A refusal in the one shape all of them have. */
export function respondError(args: {
  request: Request
  requestId: string
  error: CairnError
  headers?: Record<string, string>
  extra?: Record<string, unknown>
}): Promise<Response> {
  const { request, requestId, error, extra } = args
  const body: ErrorBody = {
    error: error.code,
    message: error.message,
    ...(error.field === undefined ? {} : { field: error.field }),
    ...extra,
    request_id: requestId,
  }
  return respondJson({
    request,
    status: error.status,
    json: JSON.stringify(body),
    headers: {
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      ...(error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }),
      ...args.headers,
    },
  })
}

function acceptsGzip(request: Request): boolean {
  const accepted = request.headers.get('accept-encoding') ?? ''
  return /(^|,)\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*(,|$))[\d.]+\s*)?(,|$)/i.test(accepted)
}
