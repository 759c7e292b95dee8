import { CairnError } from '#lib/domain/errors'

export const maxBodyBytes = 1_048_576

/** Reads a body once, counting while it streams: a declared length can lie and may be missing. */
export async function readBody(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) throw tooLarge()
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > maxBodyBytes) {
      await reader.cancel()
      throw tooLarge()
    }
    chunks.push(value)
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

/** The JSON of a body; `undefined` when it is empty. */
export function parseBody(request: Request, bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return undefined
  const type = (request.headers.get('content-type') ?? 'application/json').split(';')[0]!.trim().toLowerCase()
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type))
    throw new CairnError(
      'unsupported_media_type',
      'The body must be JSON, with Content-Type: application/json. Nothing was charged.',
    )
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new CairnError('invalid_request', 'The body is not valid JSON. Nothing was charged.', {
      cause: error,
    })
  }
}

function tooLarge(): CairnError {
  return new CairnError(
    'body_too_large',
    `The body is larger than ${maxBodyBytes} bytes. Simplify the geometry or split the request. Nothing was charged.`,
  )
}
