import 'server-only'
import { CairnError } from '#lib/domain/errors'
import { assertMethod, guarded, type Handler, type Handlers, handlersOf } from '#lib/http/api/guarded'
import { meterOf } from '#lib/http/api/meter'
import { assertUncompressed } from '#lib/http/api/read-body'
import { readQuery } from '#lib/http/api/read-query'
import { respondJson } from '#lib/http/api/respond'
import { sessionOf } from '#lib/http/api/session'
import { type IntakeOperation, limitOf } from '#lib/operations/define-operation'
import { authorizeOperator } from '#lib/services/operator/authorize-operator'
import type { PaymentContext } from '#lib/services/payments/types'

/** For an operation that streams a long body: shape (400) → credential (401) → body, whose size is checked while it is read (413). */
export function intakeRoute<Input, Output>(
  operation: IntakeOperation<Input, Output>,
  openContext: () => Promise<PaymentContext>,
): Handlers {
  const methods = [operation.method]
  const { name, takes } = operation
  const handle: Handler = (request) =>
    guarded(
      request,
      {
        openContext,
        methods,
        asksForMoney: false,
        name,
        logs: 'all',
        meter: meterOf(request, limitOf(operation)),
      },
      async (ctx, requestId) => {
        assertMethod(request, methods)
        const query = readQuery(operation.request, request)
        const input = operation.parse(
          { params: {}, query, headers: {}, body: undefined },
          { now: ctx.clock.now(), env: ctx.env },
        )
        const operator = authorizeOperator({ ctx, session: await sessionOf(request, ctx) })
        const body = bodyOf(request, takes.maxBytes)
        const output = await operation.run({ ctx, input, body, operator, requestId })
        const headers = { 'X-Request-Id': requestId, 'Cache-Control': 'no-store' }
        return respondJson({ request, status: 200, json: JSON.stringify(output), headers })
      },
    )
  return handlersOf(handle, methods)
}

/**
 * Yields the body and checks its size: at most `maxBytes`, and as long as its Content-Length, since a proxy may have truncated
 * it.
 *
 * @throws CairnError `body_too_large`, `unsupported_media_type`, `invalid_request`
 */
async function* bodyOf(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  if (declared > maxBytes) throw tooLarge(maxBytes)
  assertUncompressed(request.headers)
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) throw tooLarge(maxBytes)
      yield chunk
    }
  } catch (cause) {
    throw cause instanceof CairnError ? cause : brokenOff(cause)
  }
  if (declared > size) throw brokenOff()
}

function tooLarge(maxBytes: number): CairnError {
  return new CairnError(
    'body_too_large',
    `The body is larger than ${maxBytes / 1024 / 1024} MiB. Nothing was taken in. Split it, or use the command line (npm run ingest).`,
  )
}

function brokenOff(cause?: unknown): CairnError {
  return new CairnError(
    'invalid_request',
    'The body broke off before its end. Nothing was taken in: send it again.',
    { cause },
  )
}
