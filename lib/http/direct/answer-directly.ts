import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import type { Handler } from '#lib/http/api/guarded'
import { findByPath, type PathHandlers } from '#lib/http/api/path-handlers'
import { closedPolicy, framing, securityHeaders } from '#lib/http/api/security-headers'

/** The headers that `next.config.ts` makes the framework add to each answer of an API. */
const added = { ...securityHeaders, ...framing, 'Content-Security-Policy': closedPolicy }
/** Handlers of free and paid operations read the path and the query only. */
const origin = 'http://localhost'

/** A path without percent-encoding, empty segments and `..`. The framework answers other paths. */
const plainPath = /^(\/\w[\w.-]*)+$/

/** Answers a request, if it is for one of the routes. @returns false if it is not */
export function createDirectAnswers(
  routes: readonly PathHandlers[],
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const find = findByPath(routes)
  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    const handlers = plainPath.test(path) ? find(path.split('/')) : undefined
    const handler = (handlers as Partial<Record<string, Handler>> | undefined)?.[request.method ?? '']
    if (!handler) return false
    answer(handler, request, response).catch(() => {
      // Handlers answer every error. This is a fault of the lines below.
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
    return true
  }
}

async function answer(handler: Handler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const method = request.method!
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const answered = await handler(
    new Request(origin + request.url, {
      method,
      headers: headersOf(request),
      ...(hasBody ? { body: bodyOf(request), duplex: 'half' } : {}),
    } as RequestInit),
  )
  const body = answered.body ? Buffer.from(await answered.arrayBuffer()) : undefined
  for (const [name, value] of Object.entries(added)) response.setHeader(name, value)
  for (const [name, value] of answered.headers) response.appendHeader(name, value)
  if (body) response.setHeader('Content-Length', body.byteLength)
  response.writeHead(answered.status)
  response.end(body)
  // The unread rest of the body is read and dropped, so that the client gets the answer and may use the connection again.
  if (hasBody && !request.complete) request.unpipe().resume()
}

/** The body of a request. A handler may stop reading it, which must not end the connection before its answer is sent. */
function bodyOf(request: IncomingMessage): ReadableStream {
  const body = request.pipe(new PassThrough())
  request.once('close', () => {
    if (!request.complete) body.destroy(new Error('The client went away.'))
  })
  return Readable.toWeb(body) as ReadableStream
}

function headersOf({ headers }: IncomingMessage): Headers {
  const copied = new Headers()
  for (const [name, value] of Object.entries(headers))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) copied.append(name, each)
  return copied
}
