import 'server-only'
import { type Locker, Server } from '@tus/server'
import type { Context } from '#lib/adapters/context'
import { sessionLocksOf } from '#lib/adapters/db'
import { noteRequest } from '#lib/adapters/request-notes'
import type { SessionLock } from '#lib/adapters/session-locks'
import { CairnError } from '#lib/domain/errors'
import { webContext } from '#lib/http/api/context'
import { corsHeaders, preflightHeaders } from '#lib/http/api/cors'
import {
  assertMethod,
  everyMethod,
  guarded,
  type Handler,
  type Handlers,
  nothingHere,
} from '#lib/http/api/guarded'
import { meterOf } from '#lib/http/api/meter'
import { sessionOf } from '#lib/http/api/session'
import { route } from '#lib/http/route'
import {
  methodOverride,
  readTusRequest,
  type TusRequest,
  tusVersion,
  withOverriddenMethod,
} from '#lib/http/uploads/tus-request'
import { UploadStore } from '#lib/http/uploads/upload-store'
import { uploadsPath } from '#lib/http/uploads/uploads-path'
import { listUploads } from '#lib/operations/uploads'
import type { Session } from '#lib/services/accounts/authorize-session'
import type { PaymentContext } from '#lib/services/payments/types'

const idShape = /^upl_[0-9a-f]{32}$/

/**
 * How long a sender may continue after another request asks for the same upload. After a lost connection, the other request is from the
 * same client.
 */
const drainMs = 1_000
const lockWaitMs = 15_000

const tusHeaders = {
  allowed: ['Tus-Resumable', 'Upload-Length', 'Upload-Offset', 'Upload-Metadata', methodOverride],
  exposed: [
    'Tus-Resumable',
    'Tus-Version',
    'Tus-Extension',
    'Tus-Max-Size',
    'Upload-Offset',
    'Upload-Length',
    'Upload-Expires',
  ],
}
const extensions = 'creation,creation-with-upload,termination,expiration'
const cors = { ...corsHeaders, 'Access-Control-Expose-Headers': exposing(corsHeaders) }

type UploadContext = Pick<Context, 'env' | 'db' | 'sql' | 'log'>

const listMethods = ['GET', 'HEAD']
const rootMethods = [...listMethods, 'POST']

/**
 * tus 1.0 with creation, termination and expiration, for signed-in wallets: shape (400, 412) → credential (401) → state. The upload of
 * another wallet is not found. Refusals have the common format. The path of all uploads also lists them.
 */
export function uploadsRoute(openContext: () => Promise<PaymentContext> = webContext): Handlers {
  const list = route(listUploads, openContext, rootMethods)
  const serveTus: Handler = async (received) => {
    const uploadId = uploadIdOf(received)
    const { request, unusable } = overridden(received)
    if (uploadId === undefined && !unusable && listMethods.includes(request.method)) return list.GET(request)
    const methods = uploadId === undefined ? rootMethods : ['HEAD', 'PATCH', 'DELETE']
    return guarded(
      request,
      {
        openContext,
        methods,
        asksForMoney: false,
        name: 'upload',
        logs: request.method === 'HEAD' ? 'refusals' : 'all',
        meter: meterOf(request, request.method === 'POST' ? 'uploads' : 'none'),
      },
      async (ctx, requestId) => {
        if (unusable) throw unusable
        if (uploadId !== undefined && !idShape.test(uploadId)) throw nothingHere()
        assertMethod(request, methods)
        if (uploadId !== undefined) noteRequest({ uploadId })
        const wanted = readTusRequest(request)
        const session = await sessionOf(request, ctx)
        return serve({ ctx, request: wanted, session, requestId })
      },
    )
  }
  const handle: Handler = async (request) => {
    const response = await serveTus(request)
    const common = { ...cors, 'Tus-Resumable': tusVersion }
    for (const [name, value] of Object.entries(common)) response.headers.set(name, value)
    if (response.status === 412) response.headers.set('Tus-Version', tusVersion)
    return response
  }
  const options: Handler = (request) => {
    const allow = 'GET, POST, HEAD, PATCH, DELETE, OPTIONS'
    return guarded(request, { openContext, methods: [], asksForMoney: false }, async ({ env }, requestId) => {
      const preflight = preflightHeaders(allow, allow)
      const headers = {
        ...preflight,
        ...cors,
        'Access-Control-Allow-Headers': [
          preflight['Access-Control-Allow-Headers'],
          ...tusHeaders.allowed,
        ].join(', '),
        'Tus-Resumable': tusVersion,
        'Tus-Version': tusVersion,
        'Tus-Extension': extensions,
        'Tus-Max-Size': String(env.media.uploadMaxBytes),
        'X-Request-Id': requestId,
      }
      return new Response(null, { status: 204, headers })
    })
  }
  return everyMethod(handle, options)
}

function overridden(request: Request): { request: Request; unusable?: unknown } {
  try {
    return { request: withOverriddenMethod(request) }
  } catch (unusable) {
    return { request, unusable }
  }
}

/** The id in the path; `undefined` for the path of all uploads. */
function uploadIdOf(request: Request): string | undefined {
  const rest = new URL(request.url).pathname.replace(/\/+$/, '').slice(uploadsPath.length)
  return rest === '' ? undefined : rest.slice(1)
}

/** Creates a tus server for this request only, which has access to uploads of the session's wallet. */
async function serve(args: {
  ctx: UploadContext
  request: TusRequest
  session: Session
  requestId: string
}): Promise<Response> {
  const { ctx, request, session, requestId } = args
  const lock: { held?: SessionLock } = {}
  const store = new UploadStore({
    ctx,
    owner: session.address,
    mayWrite: () => lock.held?.isHeld() ?? false,
  })
  let failure: unknown
  const server = new Server({
    path: uploadsPath,
    relativeLocation: true,
    datastore: store,
    locker: lockerOf(ctx, lock),
    lockDrainTimeout: drainMs,
    namingFunction: () => store.begin(request),
    onResponseError: (_, error) => {
      failure = error
      return undefined
    },
  })
  const answer = await server.handleWeb(request.request)
  if (failure !== undefined) {
    await store.abandon()
    throw refusalOf(failure)
  }
  if (!answer.ok) throw new Error(`tus: ${answer.status} ${await answer.text()}`)
  const headers = new Headers({ 'Cache-Control': 'no-store', 'X-Request-Id': requestId })
  for (const name of ['Location', 'Upload-Offset', 'Upload-Length', 'Connection']) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (store.expiresAt) headers.set('Upload-Expires', store.expiresAt.toUTCString())
  return new Response(null, { status: answer.status, headers })
}

/** Locks an upload in the database, because several web processes may run. */
function lockerOf(ctx: UploadContext, lock: { held?: SessionLock }): Locker {
  return {
    newLock: (uploadId) => ({
      lock: async (signal, onWanted) => {
        const name = `upload ${uploadId}`
        lock.held = await sessionLocksOf(ctx.sql).take({ name, signal, waitMs: lockWaitMs, onWanted })
        if (lock.held) return
        throw new CairnError('unavailable', 'This upload is being written by another request. Try again.', {
          retryAfterSeconds: 5,
        })
      },
      unlock: async () => {
        await lock.held?.release()
      },
    }),
  }
}

/** Refusals of the tus server itself, in the common format. */
function refusalOf(failure: unknown): unknown {
  const status = (failure as { status_code?: number }).status_code
  if (status === 409)
    return new CairnError(
      'upload_conflict',
      'Upload-Offset is not the current length of this upload. Ask for it with HEAD, and continue from there.',
      { field: 'Upload-Offset' },
    )
  if (status === 413)
    return new CairnError('body_too_large', 'The body has more bytes than Upload-Length declared.')
  if (status === 400)
    return new CairnError(
      'invalid_request',
      'The request was interrupted. Ask for the current length with HEAD, and continue from there.',
    )
  return failure
}

function exposing(headers: Readonly<Record<string, string>>): string {
  return [headers['Access-Control-Expose-Headers'], ...tusHeaders.exposed].join(', ')
}
