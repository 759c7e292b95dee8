import 'server-only'
import pino from 'pino'
import { currentRequest } from '#lib/adapters/request-notes'
import { currentTraceId } from '#lib/adapters/trace'

export type Logger = pino.Logger

/** Members whose values never reach a log, at any depth we log at. */
const secretMembers = [
  'authorization',
  'privateKey',
  'private_key',
  'secret',
  'signature',
  'token',
  'agent_token',
  'password',
  'raw',
]

/** Whatever is logged while a request is answered says which, what it is about as far as that is known, and its trace. */
function whereabouts(): object {
  const request = currentRequest()
  const traceId = currentTraceId()
  if (!request) return traceId === undefined ? {} : { traceId }
  const { bountyId, paymentId, submissionId } = request.notes
  return { requestId: request.requestId, traceId, bountyId, paymentId, submissionId }
}

/** Structured JSON logs on standard output, one line each. */
export function createLogger(options: { level: string; service: string }): Logger {
  return pino({
    level: options.level,
    base: { service: options.service },
    mixin: whereabouts,
    redact: {
      paths: secretMembers.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  })
}
