import 'server-only'
import pino from 'pino'
import { currentRequest } from '#lib/adapters/request-notes'
import { currentTraceId } from '#lib/adapters/trace'

export type Logger = pino.Logger

/** Members whose values are redacted, at the top level and up to two levels deep. */
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

/** Adds the id of the current request, the ids of its objects, and the trace id to each log line. */
function whereabouts(): object {
  const request = currentRequest()
  const traceId = currentTraceId()
  if (!request) return traceId === undefined ? {} : { traceId }
  const { bountyId, paymentId, submissionId } = request.notes
  return { requestId: request.requestId, traceId, bountyId, paymentId, submissionId }
}

/** Creates a logger that writes JSON lines to standard output. */
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
