import 'server-only'
import pino from 'pino'

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

/** Structured JSON logs on standard output. */
export function createLogger(options: { level: string; service: string }): Logger {
  return pino({
    level: options.level,
    base: { service: options.service },
    redact: {
      paths: secretMembers.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  })
}
