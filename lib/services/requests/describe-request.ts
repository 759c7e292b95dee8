import type { requestLog } from '#db/schema/request-log'
import type { OperatorRequest } from '#lib/schemas/operator-request'

/** A row as the console reads it. @param doneTo from the log of actions */
export function describeRequest(
  row: typeof requestLog.$inferSelect & { isRepeat: boolean },
  doneTo: OperatorRequest['done_to'],
): OperatorRequest {
  return {
    request_id: row.requestId,
    at: row.at.toISOString(),
    operation: row.operation,
    method: row.method,
    status: row.status,
    duration_ms: row.durationMs,
    code: row.code,
    message: row.message,
    is_quote: row.isQuote,
    cause: row.cause,
    is_repeat: row.isRepeat,
    bounty_id: row.bountyId,
    payment_id: row.paymentId,
    submission_id: row.submissionId,
    upload_id: row.uploadId,
    api_key: row.apiKey,
    action: row.action,
    done_to: doneTo,
    trace_id: row.traceId,
  }
}
