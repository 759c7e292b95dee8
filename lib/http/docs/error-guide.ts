import type { ErrorCode } from '#lib/domain/errors'

/** What a caller wants to know of a refusal, each in a sentence or two of Markdown. */
export type ErrorAdvice = { happened: string; money: string; todo: string }

const nothingMoved = 'Nothing moved. You were not charged.'

/** For every code there is: a code without advice does not compile. */
export const errorGuide: Readonly<Record<ErrorCode, ErrorAdvice>> = {
  invalid_request: {
    happened:
      'Something in the path, the query or the body is not as it should be. `field` names the member as a dotted path, and `message` says what it must be.',
    money: nothingMoved,
    todo: 'Mend that member and send the request again. The same request is refused again.',
  },
  invalid_geometry: {
    happened:
      'The area is not a GeoJSON Point or Polygon that can be searched: a ring that is not closed, a position off the Earth, or a type that is not taken. `field` names the member.',
    money: nothingMoved,
    todo: 'Check that positions are `[longitude, latitude]`, in that order, and that each ring ends where it began.',
  },
  aoi_too_large: {
    happened: 'The bounding box of the polygon is larger than one query may cover.',
    money: nothingMoved,
    todo: 'Split the area into smaller ones and ask for each.',
  },
  unauthorized: {
    happened:
      'The credential is missing, has ended, or does not belong to this. For a bounty, a wrong token and an unknown id are answered alike, so that nobody learns which bounties exist.',
    money: nothingMoved,
    todo: 'Send `Authorization: Bearer` with the `agent_token` that came with the bounty, with the token of your session, or with your API key.',
  },
  payment_required: {
    happened:
      'The request came without a payment, or with one that could not be taken. `reason` says which, for programs; `message` says it in words.',
    money: 'You were not charged.',
    todo: 'Sign one of the offers in `PAYMENT-REQUIRED` and repeat the same request with `PAYMENT-SIGNATURE`. [How payment works](/docs/payment).',
  },
  not_found: {
    happened: 'There is no such thing, or it is not for you.',
    money: 'You were not charged, even when you sent a payment.',
    todo: 'Check the id. To learn whether a hash is known before you pay, [verify it for nothing](/docs/reference/verifyProvenance).',
  },
  method_not_allowed: {
    happened: 'The path exists and does not take this method. The `Allow` header lists those it takes.',
    money: nothingMoved,
    todo: 'Use one of those methods.',
  },
  not_open: {
    happened:
      'The bounty is not open, or not any more: it was accepted, cancelled, has ended, or is not posted yet.',
    money: 'This request moved nothing. What happened to the escrow before shows in the bounty itself.',
    todo: 'Read the bounty and act on its `status`; while something holds it up, `held_up` says why and when it is tried again. If you repeated a request whose answer was lost, send it with the `Idempotency-Key` of the first one: that gets the same 202.',
  },
  deadline_passed: {
    happened: 'The deadline of the bounty has passed, so no submission can be accepted any more.',
    money: 'This request moved nothing. The whole amount goes back to the wallet that paid, without a call.',
    todo: 'Wait for `expired_refunded`; `payout_tx` is then the transfer back.',
  },
  conflict: {
    happened: 'Things are no longer as the request takes them to be. Only the operator console answers this.',
    money: nothingMoved,
    todo: 'Look again, and decide anew.',
  },
  upload_conflict: {
    happened: 'The upload does not end where this request goes on, or it was handed in already.',
    money: nothingMoved,
    todo: 'Ask with `HEAD` where it ends, and send from there.',
  },
  precondition_failed: {
    happened: 'The version of the upload protocol in `Tus-Resumable` is not the one that is spoken here.',
    money: nothingMoved,
    todo: 'Send `Tus-Resumable: 1.0.0`, or use a tus client.',
  },
  body_too_large: {
    happened: 'The body is larger than this path takes.',
    money: nothingMoved,
    todo: 'Send less: 1 MiB is the most for JSON. Uploads have a limit of their own, named in the message.',
  },
  unsupported_media_type: {
    happened: 'The `Content-Type` is not the one this path takes.',
    money: nothingMoved,
    todo: 'Send `Content-Type: application/json` with JSON, or `application/offset+octet-stream` with bytes of an upload.',
  },
  rate_limited: {
    happened: 'More requests came than this client may make for now.',
    money: nothingMoved,
    todo: 'Wait as many seconds as `Retry-After` says, then go on.',
  },
  internal: {
    happened: 'A fault of ours.',
    money:
      'Not for this answer: only answers that succeed are charged. Should your payment have been settled before the fault, it still buys what it was for.',
    todo: 'Repeat the request as it is, with the same `PAYMENT-SIGNATURE` if there was one: it is charged at most once. If it goes on, report the `request_id`.',
  },
  settlement_pending: {
    happened: 'Your payment was taken and its settlement is not known to be final yet.',
    money: 'It may have moved, once. It never moves twice.',
    todo: 'Wait as long as `Retry-After` says and send the very same request with the same `PAYMENT-SIGNATURE`. Never sign a new payment for it.',
  },
  unavailable: {
    happened: 'Something this needs is away for the moment: the database, a chain, or a facilitator.',
    money: 'Nothing is charged by this answer.',
    todo: 'Try again after `Retry-After`; with a payment, send the same one again.',
  },
}
