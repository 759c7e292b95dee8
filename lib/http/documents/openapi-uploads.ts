import type { ErrorCode } from '#lib/domain/errors'
import type { Json } from '#lib/domain/text/json'
import { uploadsPath } from '#lib/http/uploads/uploads-path'

type Answers = (codes: readonly ErrorCode[]) => Json

const refusals: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'wallet_banned',
  'method_not_allowed',
  'precondition_failed',
  'internal',
  'unavailable',
]
const bytes = { type: 'integer', minimum: 0 }
const said: Record<string, Json> = {
  'Tus-Resumable': {
    description: 'The version of the protocol.',
    required: true,
    schema: { const: '1.0.0' },
  },
  'Upload-Offset': { description: 'How many bytes of the file are there.', required: true, schema: bytes },
  'Upload-Length': { description: 'How many bytes the file has.', required: true, schema: bytes },
  'Upload-Expires': {
    description: 'When it is dropped unless more comes or it is handed in.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'The upload; its last part is the `upload_id`.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
}

/** The uploads, which are not operations of ours but tus 1.0. There are clients for most languages. */
export function uploadPaths(args: {
  tag: string
  uploadMaxBytes: number
  answers: Answers
}): Record<string, Json> {
  const { tag, uploadMaxBytes, answers } = args
  const describe = (method: {
    id: string
    summary: string
    asks?: readonly Json[]
    body?: boolean
    status: number
    tells: readonly string[]
    errors: readonly ErrorCode[]
  }): Json => ({
    operationId: method.id,
    summary: method.summary,
    description:
      'tus 1.0 (https://tus.io) with creation, creation-with-upload, termination and expiration; use a client library for it. Only the wallet that created an upload has access to it.',
    tags: [tag],
    parameters: [asked('Tus-Resumable', { const: '1.0.0' }), ...(method.asks ?? [])],
    ...(method.body
      ? { requestBody: { required: true, content: { 'application/offset+octet-stream': {} } } }
      : {}),
    security: [{ session: [] }, { sessionCookie: [] }],
    responses: {
      [method.status]: {
        description: method.summary,
        headers: Object.fromEntries([
          ...['X-Request-Id', 'Cache-Control', 'Tus-Resumable'].map((name) => [
            name,
            said[name] ?? shared(name),
          ]),
          ...method.tells.map((name) => [name, said[name]]),
        ]),
      },
      ...answers([...refusals, ...method.errors]),
    },
  })
  const id = {
    name: 'upload_id',
    in: 'path',
    required: true,
    schema: { type: 'string', pattern: '^upl_[0-9a-f]{32}$' },
    example: 'upl_9b4f0c27d1a85e36b2c7f41d8e0a6953',
  }
  return {
    [uploadsPath]: {
      post: describe({
        id: 'beginUpload',
        summary: 'Begin an upload',
        asks: [
          asked(
            'Upload-Length',
            { type: 'integer', minimum: 1, maximum: uploadMaxBytes },
            Math.min(73_400_320, uploadMaxBytes),
          ),
          {
            name: 'Upload-Metadata',
            in: 'header',
            required: false,
            schema: { type: 'string', pattern: '^[ -~]*$' },
            description:
              'Optional: `filetype`, the media type, and `sha256`, 64 lower-case hex digits, each in Base64. A file that was submitted before is then refused before its bytes are sent.',
          },
        ],
        status: 201,
        tells: ['Location', 'Upload-Expires'],
        errors: ['body_too_large', 'rate_limited', 'unsupported_media_type'],
      }),
    },
    [`${uploadsPath}/{upload_id}`]: {
      parameters: [id],
      head: describe({
        id: 'getUploadOffset',
        summary: 'See how far an upload has come',
        status: 200,
        tells: ['Upload-Offset', 'Upload-Length', 'Upload-Expires'],
        errors: ['not_found'],
      }),
      patch: describe({
        id: 'sendUploadBytes',
        summary: 'Send bytes of an upload',
        asks: [asked('Upload-Offset', bytes, 0)],
        body: true,
        status: 204,
        tells: ['Upload-Offset', 'Upload-Expires'],
        errors: ['not_found', 'upload_conflict', 'body_too_large', 'unsupported_media_type'],
      }),
      delete: describe({
        id: 'discardUpload',
        summary: 'Discard an upload',
        status: 204,
        tells: [],
        errors: ['not_found', 'upload_conflict'],
      }),
    },
  }
}

function shared(name: string): Json {
  return { $ref: `#/components/headers/${name}` }
}

function asked(name: string, schema: Json, example?: number): Json {
  return { name, in: 'header', required: true, schema, ...(example === undefined ? {} : { example }) }
}
