import type { ErrorCode } from '#lib/domain/errors'
import type { OperatorRequest } from '#lib/schemas/operator-request'

/** What an operator does about an answer, by its code. */
const advice: Record<ErrorCode, string> = {
  invalid_geometry: 'The caller has to mend its area. Nothing to do here.',
  aoi_too_large: 'The caller has to ask for less at once. Nothing to do here.',
  invalid_request: 'The caller has to mend its request; the message names the member. Nothing to do here.',
  unauthorized:
    'A credential was missing, wrong or over. If a customer asks: look whether their key is still good, or have them sign in again.',
  payment_required:
    'A price was told, or a payment was not taken for the reason in the message. Nothing was charged by this answer.',
  not_found:
    'Nothing is there under the id that was asked for, or it belongs to somebody else. Nothing to do here.',
  method_not_allowed: 'The caller used the wrong method. Nothing to do here.',
  not_open: 'The bounty was no longer open. Its page says what became of it.',
  deadline_passed:
    'The deadline was over. The money goes back to the payer by itself; the bounty’s page says how far it is.',
  upload_conflict: 'The uploader lost its place and goes on by asking where it is. Nothing to do here.',
  conflict:
    'Somebody else was first, or things have changed since they were looked at. Look again before trying again.',
  precondition_failed: 'The file has changed since the caller saw it. Nothing to do here.',
  body_too_large: 'The caller sent too much. Nothing to do here.',
  unsupported_media_type: 'The caller sent another kind of content than is taken. Nothing to do here.',
  rate_limited:
    'The caller asked too often and was told when to go on. If all callers are refused at once, TRUSTED_PROXIES does not name the proxy in front.',
  internal:
    'A fault of ours. Search the web’s log for this request id: the line “refused” has the place in the code. A payment sent with it is charged at most once.',
  settlement_pending:
    'The payment was taken and its outcome is not known yet. The worker looks for it on the chain every few seconds; look at the payment, and at the network’s endpoint if it stays so.',
  unavailable:
    'Something we need was away: database, chain or disk. The cause says which. Callers were told when to come back; see whether Chains and Overview are fine again.',
}

/** What to do, in a sentence or two. */
export function adviceOf({ code, status }: OperatorRequest): string {
  if (code !== null && code in advice) return advice[code as ErrorCode]
  return status < 400
    ? 'It went well. Nothing to do.'
    : 'The answer says itself what was wrong. Nothing to do here.'
}
