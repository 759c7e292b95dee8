/** All texts of an error code, beside its HTTP status. */
type ErrorEntry = {
  /** Fixed by the specification. */
  status: number
  /** One line of Markdown, for the OpenAPI description. */
  meaning: string
  /** For the guide `/docs/errors`, each a sentence or two of Markdown. */
  guide: { happened: string; money: string; todo: string }
  /** What an operator does about it, for the request log of the console. */
  operator: string
}

const nothingMoved = 'Nothing moved. You were not charged.'

/** Every error code that callers may see. */
export const errorTable = {
  invalid_geometry: {
    status: 400,
    meaning: 'the area is not a geometry that can be searched; `field` names the member.',
    guide: {
      happened:
        'The area is not a GeoJSON Point or Polygon that can be searched: a ring that is not closed, a position off the Earth, or an unsupported type. `field` names the member.',
      money: nothingMoved,
      todo: 'Check that positions are `[longitude, latitude]`, in that order, and that each ring ends where it began.',
    },
    operator: 'The caller must correct the area. Nothing to do here.',
  },
  aoi_too_large: {
    status: 400,
    meaning: 'the area is larger than one search may cover.',
    guide: {
      happened: 'The bounding box of the polygon is larger than one query may cover.',
      money: nothingMoved,
      todo: 'Split the area into smaller ones and ask for each.',
    },
    operator: 'The caller must query a smaller area. Nothing to do here.',
  },
  invalid_request: {
    status: 400,
    meaning: 'the request is invalid; `field` names the member.',
    guide: {
      happened:
        'Something in the path, the query or the body is invalid. `field` names the member as a dotted path, and `message` says what it must be, and names the other faulty members.',
      money: nothingMoved,
      todo: 'Correct that member and send the request again. The same request would be refused again.',
    },
    operator: 'The caller must correct the request; the message names the member. Nothing to do here.',
  },
  unauthorized: {
    status: 401,
    meaning: 'the credential is missing, expired, or not valid for this.',
    guide: {
      happened:
        'The credential is missing, expired, or not valid for this. For a bounty, a wrong token and an unknown id get the same answer, so that nobody learns which bounties exist.',
      money: nothingMoved,
      todo: 'Send `Authorization: Bearer` with the `agent_token` that came with the bounty, with the token of your session, or with your API key.',
    },
    operator:
      'A credential was missing, wrong or expired. If a customer asks: check that their key is still valid, or have them sign in again.',
  },
  payment_required: {
    status: 402,
    meaning:
      'nothing was charged: the price is in `PAYMENT-REQUIRED`, and `reason` tells why a payment was refused.',
    guide: {
      happened:
        'The request has no payment, or its payment was refused. `reason` tells why, for programs; `message` says it in words.',
      money: 'You were not charged.',
      todo: 'Sign one of the offers in `PAYMENT-REQUIRED` and repeat the same request with `PAYMENT-SIGNATURE`. [How payment works](/docs/payment).',
    },
    operator:
      'Nothing, if a price was quoted: clients ask for it before they pay. If a payment was refused, the message has the reason. This answer charged nothing.',
  },
  wallet_banned: {
    status: 403,
    meaning: 'an operator banned this wallet; `message` has the reason. Nothing was charged.',
    guide: {
      happened:
        'An operator of this service banned the wallet, which cannot sign in, submit films or post bounties. `message` has the reason in the words of the operator.',
      money: 'Nothing moved. The earnings of the wallet are paid, and its refunds go back to it.',
      todo: 'Do not pay with this wallet for a bounty: it would be refused again. Ask [whoever provides this service](/contact) if you think that this is a mistake.',
    },
    operator: 'The wallet is banned. The log of actions says by whom and why; the ban can be lifted.',
  },
  not_found: {
    status: 404,
    meaning: 'it is unknown, or you may not access it. Nothing was charged.',
    guide: {
      happened: 'It is unknown, or you may not access it.',
      money: 'You were not charged, even when you sent a payment.',
      todo: 'Check the id. To learn whether a hash is known before you pay, [verify it for free](/docs/reference/verifyProvenance).',
    },
    operator: 'The id is unknown, or it belongs to somebody else. Nothing to do here.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'the path does not allow this method; `Allow` lists those it allows.',
    guide: {
      happened: 'The path exists but does not allow this method. The `Allow` header lists those it allows.',
      money: nothingMoved,
      todo: 'Use one of those methods.',
    },
    operator: 'The caller used the wrong method. Nothing to do here.',
  },
  not_open: {
    status: 409,
    meaning: 'the bounty is not open.',
    guide: {
      happened: 'The bounty is not open: it was accepted or cancelled, has ended, or is not posted yet.',
      money: 'This request moved nothing. The bounty shows what happened to the escrow before.',
      todo: 'Read the bounty and act on its `status`; while it is delayed, `held_up` tells why and when the next attempt is. To repeat a request whose answer was lost, send it with the `Idempotency-Key` of the first one: it gets the same 202.',
    },
    operator: 'The bounty was no longer open. Its page shows its state.',
  },
  deadline_passed: {
    status: 409,
    meaning: 'the deadline of the bounty has passed.',
    guide: {
      happened: 'The deadline of the bounty has passed, so no submission can be accepted any more.',
      money: 'This request moved nothing. The whole amount goes back automatically to the wallet that paid.',
      todo: 'Wait for `expired_refunded`; `payout_tx` is then the transfer back.',
    },
    operator:
      'The deadline had passed. The payer is refunded automatically; the page of the bounty shows the progress.',
  },
  upload_conflict: {
    status: 409,
    meaning:
      'the offset of the request is not the end of the upload (get it with HEAD and send from there), or the upload was submitted already.',
    guide: {
      happened:
        'The offset of the request is not the end of the upload, or the upload was submitted already.',
      money: nothingMoved,
      todo: 'Get the offset with `HEAD`, and send from there.',
    },
    operator:
      'The client sent from a wrong offset and continues after it asked for the right one. Nothing to do here.',
  },
  conflict: {
    status: 409,
    meaning:
      'the state has changed since the request was prepared, or its payment identifier was used for another request; `message` tells which.',
    guide: {
      happened:
        'The state has changed since an operator prepared an action, or the identifier of the payment was already used for another request. `message` tells which.',
      money: nothingMoved,
      todo: 'For a payment, use a new identifier. In the operator console, reload and decide again.',
    },
    operator:
      'Somebody else was first, or the state has changed since the page was loaded. Reload before you try again.',
  },
  precondition_failed: {
    status: 412,
    meaning: 'this version of the upload protocol is not supported.',
    guide: {
      happened: 'The version of the upload protocol in `Tus-Resumable` is not supported.',
      money: nothingMoved,
      todo: 'Send `Tus-Resumable: 1.0.0`, or use a tus client.',
    },
    operator: 'The client uses another version of the upload protocol. Nothing to do here.',
  },
  body_too_large: {
    status: 413,
    meaning: 'the body is larger than this path allows.',
    guide: {
      happened: 'The body is larger than this path allows.',
      money: nothingMoved,
      todo: 'Send less: the limit for JSON is 1 MiB. Uploads have their own limit, named in the message.',
    },
    operator: 'The caller sent too much. Nothing to do here.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'the `Content-Type` is not the one this path accepts.',
    guide: {
      happened: 'The `Content-Type` is not the one this path accepts.',
      money: nothingMoved,
      todo: 'Send `Content-Type: application/json` with JSON, or `application/offset+octet-stream` with bytes of an upload.',
    },
    operator: 'The caller sent an unsupported content type. Nothing to do here.',
  },
  rate_limited: {
    status: 429,
    meaning: 'too many requests; `Retry-After` tells when to continue.',
    guide: {
      happened: 'This client has sent more requests than its limit allows.',
      money: nothingMoved,
      todo: 'Wait for the seconds in `Retry-After`, then continue.',
    },
    operator:
      'The caller sent too many requests and was told when to continue. If all callers are refused at once, TRUSTED_PROXIES does not name the proxy in front.',
  },
  internal: {
    status: 500,
    meaning:
      'a fault of this service. Repeat the same request: a payment sent with it is charged at most once. Quote `request_id` when you report it.',
    guide: {
      happened: 'A fault of this service.',
      money:
        'Not charged for this answer: only successful answers are charged. If your payment was settled before the fault, it still buys what you paid for.',
      todo: 'Repeat the same request, with the same `PAYMENT-SIGNATURE` if you sent one: it is charged at most once. If the error persists, report the `request_id`.',
    },
    operator:
      'A fault of this service. Search the log of the web process for this request id: the line “refused” has the stack trace. A payment sent with it is charged at most once.',
  },
  settlement_pending: {
    status: 503,
    meaning:
      'the payment is being settled: send the same request again after `Retry-After`, never a new payment.',
    guide: {
      happened: 'Your payment was accepted, and its settlement is not final yet.',
      money: 'It may have moved once. It never moves twice.',
      todo: 'Wait for the seconds in `Retry-After` and send the same request with the same `PAYMENT-SIGNATURE`. Never sign a new payment for it.',
    },
    operator:
      'The payment was accepted and its outcome is unknown. The worker looks for it on the chain every few seconds. If this lasts, see the payment and the endpoints of the network.',
  },
  unavailable: {
    status: 503,
    meaning:
      'a required part of the service is temporarily unavailable, or the service is overloaded; try again after `Retry-After`.',
    guide: {
      happened:
        'A required part of the service is temporarily unavailable (the database, a chain, or a facilitator), or there are more requests than can be answered.',
      money: 'This answer charged nothing.',
      todo: 'Try again after `Retry-After`; with a payment, send the same one again.',
    },
    operator:
      'Payments were paused (a freeze, or a relayer without gas), the service was overloaded, or the database, a chain or the disk did not answer. What the caller read tells which. Callers were told when to retry; check Chains and Overview.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorTable

export const errorCodes = Object.keys(errorTable) as ErrorCode[]

/** The HTTP status of a refusal. */
export function statusOf({ code }: { code: ErrorCode }): number {
  return errorTable[code].status
}
