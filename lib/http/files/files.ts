import 'server-only'
import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import type { Context } from '#lib/adapters/context'
import { contentDisposition } from '#lib/adapters/storage/content-disposition'
import { findStored, storeFolder } from '#lib/adapters/storage/disk-storage'
import { type FileClaims, readFileLink } from '#lib/adapters/storage/file-link'
import { isNotStored, linkSeconds } from '#lib/adapters/storage/storage'
import { CairnError } from '#lib/domain/errors'
import { webContext } from '#lib/http/api/context'
import {
  assertMethod,
  guarded,
  type Handler,
  type Handlers,
  handlersOf,
  nothingHere,
} from '#lib/http/api/guarded'
import { type ByteRange, readRange } from '#lib/http/files/byte-range'
import { streamFile } from '#lib/http/files/stream-file'
import { withFraming } from '#lib/http/files/with-framing'

const methods = ['GET', 'HEAD']

/** The link is the credential: its holder may read the file from any page. */
const sharing = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** A file that is opened as a page is displayed, but no script in it runs. */
const policy = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"

type FilesContext = Pick<Context, 'env' | 'clock' | 'log'>
type StoredFile = { path: string; stats: BigIntStats }

/**
 * Serves files of the disk store to holders of a signed link, whole or in part. Files are streamed. This is a route of its own and not an
 * operation, because the link contains the whole request and the response is a file.
 */
export function filesRoute(openContext: () => Promise<FilesContext> = webContext): Handlers {
  const handle: Handler = (request) =>
    guarded(request, { openContext, methods, asksForMoney: false, name: 'file' }, async (ctx, requestId) => {
      // Links to a bucket lead to the bucket.
      if (ctx.env.storage.kind !== 'disk') throw nothingHere()
      assertMethod(request, methods)
      return serve(ctx, request, requestId)
    })
  const handlers = handlersOf(handle, methods)
  return { ...handlers, OPTIONS: async (request) => allowRanges(await handlers.OPTIONS(request)) }
}

/** Browsers send a preflight request before they send these headers from another origin. */
function allowRanges(preflight: Response): Response {
  preflight.headers.set('Access-Control-Allow-Headers', 'Range, If-Range, If-Match, If-None-Match')
  return preflight
}

async function serve(ctx: FilesContext, request: Request, requestId: string): Promise<Response> {
  const { secretKey, media } = ctx.env
  const now = ctx.clock.now()
  const link = readFileLink({ secretKey, path: new URL(request.url).pathname, now })
  if (link.is !== 'valid') throw refusedLink(link.is)
  const { claims } = link
  const at = { folder: storeFolder(media.folder), key: claims.key }
  const file = await findStored(at).catch((error: unknown) => {
    if (!isNotStored(error)) throw error
    throw new CairnError('not_found', 'The file is not there any more.', { cause: error })
  })
  const headers = { 'X-Request-Id': requestId, ...headersOf(claims, now, file.stats) }
  return withFraming(respond({ request, file, headers }))
}

/** The same code for both: the link is the credential, and the specification has no other code for an invalid one. */
function refusedLink(is: 'forged' | 'expired'): CairnError {
  const fresh = 'GET the bounty again: each answer has fresh links.'
  return new CairnError(
    'unauthorized',
    is === 'expired'
      ? `This link was valid for ${linkSeconds / 60} minutes and has expired. ${fresh}`
      : `This link has no valid signature of ours: it was changed, truncated or forged. ${fresh}`,
  )
}

function headersOf(claims: FileClaims, now: Date, stats: BigIntStats): Record<string, string> {
  const { served, expires } = claims
  const restSeconds = Math.max(0, Math.floor((expires.getTime() - now.getTime()) / 1_000))
  return {
    ...sharing,
    'Accept-Ranges': 'bytes',
    'Content-Type': served.type,
    'Content-Disposition': contentDisposition(served),
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    // `no-transform`: compression on the way would remove the length, and films hardly shrink.
    'Cache-Control': `private, no-transform, max-age=${restSeconds}`,
    ETag: etagOf(claims.key, stats),
  }
}

/** A strong ETag: another file under the same key differs in one of these. */
function etagOf(key: string, { ino, size, mtimeNs }: BigIntStats): string {
  const text = [key, ino, size, mtimeNs].join('\n')
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
}

/** Preconditions in the order of RFC 9110 §13.2.2, then the range. */
function respond(args: { request: Request; file: StoredFile; headers: Record<string, string> }): Response {
  const { request, file, headers } = args
  const size = Number(file.stats.size)
  const etag = headers.ETag!
  const ifMatch = request.headers.get('if-match')
  if (ifMatch !== null && !names(ifMatch, etag, 'strong'))
    throw new CairnError('precondition_failed', 'The file is not the one that If-Match names any more.')
  const ifNoneMatch = request.headers.get('if-none-match')
  if (ifNoneMatch !== null && names(ifNoneMatch, etag, 'weak'))
    return new Response(null, { status: 304, headers: withoutContent(headers) })

  const range = rangeOf(request, size, etag)
  if (range.is === 'unsatisfiable')
    return new Response(null, {
      status: 416,
      headers: {
        ...withoutContent(headers),
        'Cache-Control': 'no-store',
        'Content-Range': `bytes */${size}`,
        'Content-Length': '0',
      },
    })
  const { first, last } = range.is === 'part' ? range : { first: 0, last: size - 1 }
  const isSent = request.method !== 'HEAD' && last >= first
  const body = isSent ? streamFile({ ...file, first, last, signal: request.signal }) : null
  return new Response(body, {
    status: range.is === 'part' ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(last + 1 - first),
      ...(range.is === 'part' ? { 'Content-Range': `bytes ${first}-${last}/${size}` } : {}),
    },
  })
}

function rangeOf(request: Request, size: number, etag: string): ByteRange {
  // Ranges are defined for GET only.
  if (request.method !== 'GET') return { is: 'whole' }
  // Only an ETag can match: answers have no Last-Modified.
  const ifRange = request.headers.get('if-range')
  if (ifRange !== null && ifRange.trim() !== etag) return { is: 'whole' }
  return readRange(request.headers.get('range'), size)
}

function names(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (list.trim() === '*') return true
  const tags = list.split(',').map((tag) => tag.trim())
  return tags.some((tag) => (comparison === 'weak' ? tag.replace(/^W\//, '') : tag) === etag)
}

/** The headers of an answer without the file itself. */
function withoutContent(headers: Record<string, string>): Record<string, string> {
  const { 'Content-Type': _type, 'Content-Disposition': _disposition, ...rest } = headers
  return rest
}
