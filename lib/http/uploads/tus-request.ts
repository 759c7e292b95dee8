import { CairnError, fieldError } from '#lib/domain/errors'
import { otherRefused, photoRefused } from '#lib/domain/film/media-type'

export const tusVersion = '1.0.0'
const bodyType = 'application/offset+octet-stream'
/** Media types that a client may declare for a film. Some clients declare the last one for all files. */
const filmTypes = ['video/mp4', 'video/quicktime', 'video/x-m4v', 'application/octet-stream']

export const methodOverride = 'X-HTTP-Method-Override'
const methods = ['POST', 'HEAD', 'PATCH', 'DELETE']

/**
 * The request with the method of `X-HTTP-Method-Override`, if given: tus 1.0 requires it, for clients that cannot send PATCH or
 * DELETE.
 *
 * @throws CairnError `method_not_allowed`
 */
export function withOverriddenMethod(request: Request): Request {
  const named = request.headers.get(methodOverride)
  if (named === null) return request
  const method = named.trim().toUpperCase()
  if (!methods.includes(method))
    throw new CairnError(
      'method_not_allowed',
      `${methodOverride} must be one of ${methods.join(', ')}, and replaces ${request.method}.`,
    )
  const body = method === 'POST' || method === 'PATCH' ? request.body : undefined
  return new Request(request.url, {
    method,
    headers: request.headers,
    body,
    signal: request.signal,
    duplex: 'half',
  } as RequestInit)
}

export type TusRequest = {
  /** The request, with only the headers that the tus server needs. */
  request: Request
  /** The length of the file, given when an upload is created. */
  byteLength: number | undefined
  /** SHA-256 of the file, if its sender says it when an upload is created. */
  sha256: Uint8Array | undefined
}

/**
 * The request for the tus server. Requests that it would refuse are refused here, in the common form. Names and types of files
 * that clients send are dropped.
 *
 * @throws CairnError `precondition_failed`, `unsupported_media_type` or `invalid_request` with the header as its field
 */
export function readTusRequest(request: Request): TusRequest {
  const { method, headers } = request
  assertSupported(request)
  if (method === 'POST') assertFilm(headers)
  const byteLength = wholeNumber(headers, 'Upload-Length')
  wholeNumber(headers, 'Upload-Offset')
  if (byteLength === 0) fail('Upload-Length', 'must be more than 0')
  const type = headers.get('content-type')
  if (method === 'PATCH' && type !== bodyType)
    throw fieldError('Content-Type', `must be ${bodyType}`, { code: 'unsupported_media_type' })
  const headersForTus = new Headers({ 'Tus-Resumable': tusVersion })
  const names = ['Upload-Offset', 'Content-Length', ...(method === 'POST' ? ['Upload-Length'] : [])]
  for (const name of names) {
    const value = headers.get(name)
    if (value !== null) headersForTus.set(name, value)
  }
  if (type === bodyType) headersForTus.set('Content-Type', type)
  const hasBody = method === 'POST' || method === 'PATCH'
  return {
    byteLength,
    sha256: method === 'POST' ? declaredHash(headers) : undefined,
    request: new Request(withoutQuery(request.url), {
      method,
      headers: headersForTus,
      body: hasBody ? request.body : undefined,
      // Required by fetch for a body that is a stream.
      duplex: 'half',
    } as RequestInit),
  }
}

/** @throws CairnError if the request is of another version or an extension of tus, or lacks a header */
function assertSupported({ method, headers }: Request): void {
  if (headers.get('tus-resumable') !== tusVersion)
    throw fieldError(
      'Tus-Resumable',
      `must be ${tusVersion}. Uploads use the tus protocol, see https://tus.io; there are clients for most languages.`,
      { code: 'precondition_failed' },
    )
  for (const name of ['Upload-Defer-Length', 'Upload-Concat'])
    if (headers.has(name)) fail(name, 'is not supported: send the whole length, and the file as one upload')
  // Ignoring the header would suggest that the checksum was verified.
  if (headers.has('Upload-Checksum'))
    fail('Upload-Checksum', 'is not supported: leave it out. The hash of the whole file is stored')
  if (method === 'POST' && !headers.has('Upload-Length')) fail('Upload-Length', 'is required')
  if (method === 'PATCH' && !headers.has('Upload-Offset')) fail('Upload-Offset', 'is required')
}

/** The tus server decodes the URL, and a query may be invalid UTF-8; queries have no meaning here, so they are dropped. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** A wrong declared type is refused at once. The check of the film determines the actual type. */
function assertFilm(headers: Headers): void {
  const type = metadataOf(headers, 'filetype').split(';')[0]!.trim().toLowerCase()
  if (type === '' || filmTypes.includes(type)) return
  throw new CairnError(
    'unsupported_media_type',
    `Upload-Metadata: ${type.startsWith('image/') ? photoRefused : otherRefused}`,
    { field: 'Upload-Metadata' },
  )
}

function declaredHash(headers: Headers): Uint8Array | undefined {
  const hash = metadataOf(headers, 'sha256')
  if (hash === '') return undefined
  if (!/^[0-9a-f]{64}$/.test(hash)) fail('Upload-Metadata', 'must have 64 lower-case hex digits in `sha256`')
  return Buffer.from(hash, 'hex')
}

/** A value of `Upload-Metadata`, decoded; empty if it is missing. */
function metadataOf(headers: Headers, key: 'filetype' | 'sha256'): string {
  const given = new RegExp(`(?:^|,)\\s*${key} ([\\w+/=-]*)`).exec(headers.get('upload-metadata') ?? '')
  return Buffer.from(given?.[1] ?? '', 'base64').toString('utf8')
}

function wholeNumber(headers: Headers, name: string): number | undefined {
  const value = headers.get(name)
  if (value === null) return undefined
  // The digits that a JavaScript number represents exactly.
  if (!/^(0|[1-9]\d{0,14})$/.test(value)) fail(name, 'must be a whole number of bytes')
  return Number(value)
}

function fail(field: string, what: string): never {
  throw fieldError(field, what)
}
