import { CairnError } from '#lib/domain/errors'

const maxBodyBytes = 1_048_576

/** Reads a body once and counts its bytes while it streams, because the declared length can be wrong or missing. */
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

/**
 * The JSON of a body; `undefined` if it is empty or white space.
 *
 * @param options.ofAnyType for operations without a body: the Content-Type is ignored
 */
export function parseBody(request: Request, bytes: Uint8Array, options: { ofAnyType: boolean }): unknown {
  if (bytes.every((byte) => whiteSpace.has(byte))) return undefined
  if (!options.ofAnyType) assertPlainJson(request.headers)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new CairnError('invalid_request', `The body is not valid JSON${whyInvalid(error)}.`, {
      cause: error,
    })
  }
}

/** The reason that the parser gives; empty for messages that repeat parts of the body. */
function whyInvalid(error: unknown): string {
  if (error instanceof TypeError) return ': it is not UTF-8'
  const message = error instanceof Error ? error.message : ''
  if (message === 'Unexpected end of JSON input') return ': it ends too early'
  const [, reason, line, column] =
    /^(?!Unexpected token)([^"]+?)(?: in JSON)? at position \d+ \(line (\d+) column (\d+)\)$/.exec(message) ??
    []
  if (!reason) return ''
  return `: ${reason[0]!.toLowerCase()}${reason.slice(1)}, at line ${line}, column ${column}`
}

/** White space of JSON: space, tab, line feed, carriage return. */
const whiteSpace = new Set([0x20, 0x09, 0x0a, 0x0d])

/** @throws CairnError `unsupported_media_type` if the body is compressed */
export function assertUncompressed(headers: Headers): void {
  const encoding = (headers.get('content-encoding') ?? '').trim().toLowerCase()
  if (encoding !== '' && encoding !== 'identity')
    throw new CairnError(
      'unsupported_media_type',
      'The body has a Content-Encoding. Send it uncompressed, without that header.',
    )
}

function assertPlainJson(headers: Headers): void {
  assertUncompressed(headers)
  const [type = '', ...parameters] = (headers.get('content-type') ?? 'application/json')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type))
    throw new CairnError(
      'unsupported_media_type',
      'The body must be JSON, with Content-Type: application/json.',
    )
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset))
    throw new CairnError('unsupported_media_type', 'The body must be JSON in UTF-8, not in another charset.')
}

function tooLarge(): CairnError {
  return new CairnError(
    'body_too_large',
    `The body is larger than ${maxBodyBytes} bytes. Send less in one request.`,
  )
}
